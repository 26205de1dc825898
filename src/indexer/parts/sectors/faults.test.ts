import { NO_RUNS, runsOf } from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { SECTOR_EVENTS } from '#filecoin/mining/sectors.ts';
import { describe, expect, it } from 'vitest';
import { Course, declared, MINER, UNTOLD } from './testing/course.ts';

describe('faults', () => {
  it('are told apart: declared, skipped in a proof, detected', () => {
    const course = new Course();
    course.onboard(1000, [1, 2, 3, 4], 900_000);
    course.faults = runsOf([1, 2, 3]);
    course.fold(1100, [
      { type: 'fault', declarations: [declared([1])] },
      { type: 'post', deadline: int32(3), partitions: [{ index: 0, skipped: runsOf([2]) }] },
    ]);
    expect(course.since(1100)).toEqual([
      ['fault-declared', 1100, [1], true],
      ['fault-skipped', 1100, [2], true],
      ['fault-detected', 1100, [3], false],
    ]);
    expect(course.rows.sector_post).toMatchObject([
      { deadline: int32(3), partitions: '[0]', skipped: 1 },
    ]);
  });

  it('recover by a proof after a declaration, or fail to', () => {
    const course = new Course();
    course.onboard(1000, [1, 2, 3], 900_000);
    course.faults = runsOf([1, 2, 3]);
    course.fold(1100, []);
    course.recovering = runsOf([1, 2]);
    course.fold(1200, [{ type: 'recovery', declarations: [declared([1, 2])] }]);
    course.faults = runsOf([2, 3]);
    course.recovering = runsOf([2]);
    course.fold(1300, [
      { type: 'post', deadline: int32(3), partitions: [{ index: 0, skipped: NO_RUNS }] },
    ]);
    course.recovering = NO_RUNS;
    course.fold(1400, []);
    expect(course.since(1200)).toEqual([
      ['recovery-declared', 1200, [1, 2], true],
      ['recovered', 1300, [1], true],
      ['recovery-failed', 1400, [2], false],
    ]);
    expect([course.set('faulty'), course.set('recovering')]).toEqual([[2, 3], []]);
  });

  it('of sectors that are older than the index and not known by number', () => {
    const clock = {
      periodStart: 0,
      deadline: int32(0),
      deadlines: 'opening',
      deadlinesDigest: new Uint8Array(32),
    };
    const proving = { ...UNTOLD, live: 10, faulty: 1, faults: runsOf([3]), recovering: NO_RUNS };
    const older = {
      miner: MINER,
      clock,
      proving,
      live: null,
      places: [],
      sectors: [],
      unopened: [],
    };
    const course = new Course([older]);
    course.faults = runsOf([3, 7]);
    course.fold(1000, [{ type: 'fault', declarations: [declared([7])] }]);
    course.faults = runsOf([7]);
    course.live = runsOf([0, 1, 2, 4, 5, 6, 7, 8, 9]);
    course.fold(1100, [{ type: 'termination', declarations: [declared([3])] }]);
    course.fold(1200, []);
    expect(course.since(1)).toEqual([
      ['fault-declared', 1000, [7], true],
      ['terminate', 1100, [3], true],
    ]);
    expect([course.set('faulty'), course.set('terminated')]).toEqual([[7], [3]]);
  });

  it('end sectors that were faulty too long, or whose time is over', () => {
    const course = new Course();
    course.onboard(1000, [1, 2, 3], 900_000);
    course.onboard(1300, [4], 130_000);
    course.faults = runsOf([1, 4]);
    course.fold(1400, []);
    course.faults = NO_RUNS;
    course.live = runsOf([2, 3]);
    course.fold(130_010, []);
    expect(course.since(1500)).toEqual([
      ['terminate', 130_010, [1], false],
      ['expire', 130_010, [4], false],
    ]);
    expect(course.set('live')).toEqual([2, 3]);
  });

  it('are as declared where the node does not tell, and expiry follows the calendar', () => {
    const course = new Course();
    course.told = false;
    course.onboard(1000, [1, 2], 50_000);
    course.fold(1100, [{ type: 'fault', declarations: [declared([1])] }]);
    expect(course.set('faulty')).toEqual([1]);
    course.fold(1200, [{ type: 'recovery', declarations: [declared([1])] }]);
    expect(course.set('recovering')).toEqual([1]);
    course.fold(52_870, []);
    expect(course.set('expired')).toEqual([]);
    course.fold(52_890, []);
    expect(course.set('expired')).toEqual([1, 2]);
    expect(course.view.get('sector_miner', MINER)).toMatchObject({
      told_live: null,
      told_faults: false,
    });
  });
});

describe('a provider with 600,000 sectors', () => {
  const clock = {
    periodStart: 0,
    deadline: int32(0),
    deadlines: 'first',
    deadlinesDigest: new Uint8Array(32),
  };
  const course = (): Course =>
    new Course([
      {
        miner: MINER,
        clock,
        proving: { ...UNTOLD, live: 600_000, faults: NO_RUNS, recovering: NO_RUNS },
        live: [1, 600_000],
        places: [],
        sectors: [],
        unopened: [],
      },
    ]);

  it('loses 100,000 of them to a fault, and gets them back, without touching their rows', () => {
    const big = course();
    expect(big.rows.sector_event).toEqual([]);
    big.faults = [5_000, 100_000];
    const named = { deadline: int32(3), partition: 0, sectors: big.faults };
    big.fold(100, [{ type: 'fault', declarations: [named] }]);
    big.recovering = big.faults;
    big.fold(200, [{ type: 'recovery', declarations: [named] }]);
    big.faults = NO_RUNS;
    big.recovering = NO_RUNS;
    big.fold(300, [
      { type: 'post', deadline: int32(3), partitions: [{ index: 0, skipped: NO_RUNS }] },
    ]);
    expect(
      big.rows.sector_event.map((row) => [SECTOR_EVENTS[row.kind], row.count, row.sectors.length]),
    ).toEqual([
      ['fault-declared', 100_000, 6],
      ['recovery-declared', 100_000, 6],
      ['recovered', 100_000, 6],
    ]);
    expect([...big.view.dump().keys()].filter((key) => key.startsWith('sector:'))).toEqual([]);
  });

  it('is named sectors that it does not have: they change nothing', () => {
    const big = course();
    const named = { deadline: int32(3), partition: 0, sectors: [700_000, 2 ** 50] };
    big.fold(100, [
      { type: 'termination', declarations: [named] },
      { type: 'fault', declarations: [named] },
    ]);
    expect(big.rows.sector_event).toEqual([]);
    expect(big.rows.sector_history).toEqual([]);
  });
});
