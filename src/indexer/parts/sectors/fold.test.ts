import { NO_RUNS, runsOf } from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { PRE_COMMIT_LIVES } from '#filecoin/mining/sectors.ts';
import { describe, expect, it } from 'vitest';
import { Course, declared, GENESIS, MINER, proven, SIZE } from './testing/course.ts';

describe('the life of sectors', () => {
  it('expire at the end of their deadline, as many as the node counts fewer', () => {
    const course = new Course();
    course.onboard(1000, [1, 2, 3], 50_000);
    course.onboard(1300, [4, 5], 50_100);
    expect(course.day(50_000)).toEqual([5, String(5 * SIZE), String(5 * SIZE + 2 * 9 * SIZE)]);
    // Nothing is missing yet, though the first ones are over.
    course.fold(50_050, []);
    expect(course.since(50_000)).toEqual([]);
    course.live = runsOf([3, 4, 5]);
    course.fold(50_060, []);
    expect(course.since(50_000)).toEqual([['expire', 50_060, [1, 2], false]]);
    course.live = NO_RUNS;
    course.fold(50_160, []);
    expect(course.since(50_100)).toEqual([['expire', 50_160, [3, 4, 5], false]]);
    expect(course.set('expired')).toEqual([1, 2, 3, 4, 5]);
    expect(course.set('live')).toEqual([]);
    expect(course.day(50_000)).toBeNull();
  });

  it('leave those for later that are known to be in another deadline', () => {
    const course = new Course();
    course.onboard(1000, [1, 2, 3], 49_990);
    // Deadline 18 ends between these two, and calls named where two of the sectors are.
    const period = 50_000 - (50_000 % 2880);
    course.faults = runsOf([1, 3]);
    course.fold(period + 18 * 60 + 5, [
      {
        type: 'fault',
        declarations: [{ deadline: int32(17), partition: 0, sectors: runsOf([1]) }],
      },
      {
        type: 'fault',
        declarations: [{ deadline: int32(18), partition: 0, sectors: runsOf([3]) }],
      },
    ]);
    course.faults = NO_RUNS;
    course.recovering = NO_RUNS;
    course.live = runsOf([1, 2]);
    course.faults = runsOf([1]);
    course.fold(period + 19 * 60 + 5, []);
    expect(course.set('expired')).toEqual([3]);
    expect(course.set('live')).toEqual([1, 2]);
  });

  it('move to another day when they are extended, and leave it when they are terminated', () => {
    const course = new Course();
    course.onboard(1000, [1, 2, 3], 50_000);
    const extension = { ...declared([1, 2, 99]), expiration: 90_000, dropped: [] };
    course.fold(2000, [{ type: 'extension', extensions: [extension] }]);
    expect(course.day(50_000)).toEqual([1, String(SIZE), String(SIZE)]);
    expect(course.day(90_000)).toEqual([2, String(2 * SIZE), String(11 * SIZE)]);
    course.live = runsOf([1, 3]);
    course.fold(2100, [{ type: 'termination', declarations: [declared([2])] }]);
    expect(course.day(90_000)).toEqual([1, String(SIZE), String(SIZE)]);
    expect(course.since(2000)).toEqual([
      ['extend', 2000, [1, 2], true],
      ['terminate', 2100, [2], true],
    ]);
    const history = course.rows.sector_history.filter((row) => row.number === 2);
    expect(history.map((row) => [row.old_expiration, row.new_expiration])).toEqual([
      [null, null],
      [null, 50_000],
      [50_000, 90_000],
      [null, null],
    ]);
    expect(course.view.get('sector', MINER, 2)?.ended_height).toBe(2100);
  });

  it('that live longer than days are counted in end on the last one', () => {
    const course = new Course();
    course.onboard(1000, [1, 3], Number.MAX_SAFE_INTEGER);
    expect(course.view.get('sector_expiry', MINER, 2 ** 31 - 1)).toMatchObject({ sectors: 2 });
    course.live = runsOf([3]);
    course.fold(2000, [{ type: 'termination', declarations: [declared([1])] }]);
    expect(course.view.get('sector_expiry', MINER, 2 ** 31 - 1)).toMatchObject({ sectors: 1 });
  });

  it('lose power with a dropped claim, how much is not known', () => {
    const course = new Course();
    course.onboard(1000, [2], 50_000);
    const extension = { ...declared([2]), expiration: 50_010, dropped: [2] };
    course.fold(2000, [{ type: 'extension', extensions: [extension] }]);
    expect(course.view.get('sector', MINER, 2)?.verified_bytes).toBeNull();
    const day = Math.floor((GENESIS + 50_010 * 30) / 86_400);
    expect(course.view.get('sector_expiry', MINER, day)).toMatchObject({
      sectors: 1,
      quality_adj_power: '0',
      unknown_power: 1,
    });
  });

  it('get new content by an update', () => {
    const course = new Course();
    course.onboard(1000, [1], 50_000);
    const place = { deadline: int32(4), partition: 2 };
    const sector = { ...proven(1, SIZE), sealedCid: Uint8Array.of(7), ...place };
    course.fold(2000, [{ type: 'update', sectors: [sector] }]);
    expect(course.view.get('sector', MINER, 1)).toMatchObject({
      sealed_cid: Uint8Array.of(7),
      verified_bytes: SIZE,
      updated_height: 2000,
      activation: 1000,
    });
    expect(course.day(50_000)).toEqual([1, String(SIZE), String(10 * SIZE)]);
    expect(course.rows.sector_event.at(-1)).toMatchObject({ piece_bytes: SIZE });
    expect(course.view.get('sector_partition', MINER, 4, 2)).not.toBeNull();
  });

  it('lapse when nobody proves them, and only then', () => {
    const course = new Course();
    course.preCommit(1000, [1, 2], 900_000);
    course.live = runsOf([2]);
    course.fold(1200, [{ type: 'commit', sectors: [proven(2, 0)], deadline: int32(11) }]);
    expect(course.view.get('sector_partition', MINER, 11, -1)).not.toBeNull();
    const over = 1000 + PRE_COMMIT_LIVES[1];
    course.fold(over - 70, []);
    expect(course.set('precommitted')).toEqual([1]);
    course.fold(over + 60, []);
    expect(course.since(1300)).toEqual([['lapse', over + 60, [1], false]]);
    expect([course.set('precommitted'), course.set('lapsed')]).toEqual([[], [1]]);
    course.preCommit(over + 100, [1], 900_000);
    expect([course.set('precommitted'), course.set('lapsed')]).toEqual([[1], []]);
  });
});
