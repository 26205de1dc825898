import { NO_RUNS, runsOf } from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { expect, it } from 'vitest';
import { takeSectors } from './older.ts';
import type { OpenProvider } from './opening.ts';
import { Course, declared, GENESIS, MINER, UNTOLD } from './testing/course.ts';
import type { SectorInfo } from './told.ts';
import { UNOPENED } from './unopened.ts';

const ALL = [1, 2, 3, 4, 5, 6, 7];

function info(number: number): SectorInfo {
  return {
    number,
    sealProof: int32(8),
    sealedCid: Uint8Array.of(number),
    activation: -100,
    expiration: number === 5 ? 50_000 : 90_000,
    verifiedBytes: 0,
    dealBytes: 0,
    pledge: '7',
  };
}

/** A provider of which these are taken with it. */
function open(taken: readonly number[]): OpenProvider {
  return {
    miner: MINER,
    clock: {
      periodStart: 0,
      deadline: int32(0),
      deadlines: '',
      deadlinesDigest: new Uint8Array(32),
    },
    proving: { ...UNTOLD, live: ALL.length, faulty: 0, faults: NO_RUNS, recovering: NO_RUNS },
    live: runsOf(ALL),
    places: [],
    sectors: taken.map(info),
    unopened: runsOf(ALL.filter((number) => !taken.includes(number))),
  };
}

/** `take` before each tipset: what it touches. */
function courseOf(taken: readonly number[], take: (course: Course, numbers: number[]) => void) {
  const course = new Course([open(taken)]);
  const extension = { ...declared([1, 3]), expiration: 95_000, dropped: [] };
  take(course, [3]);
  course.fold(1000, [{ type: 'extension', extensions: [extension] }]);
  take(course, [4]);
  course.live = runsOf([1, 2, 3, 5, 6, 7]);
  course.fold(1100, [{ type: 'termination', declarations: [declared([4])] }]);
  take(course, [5]);
  course.live = runsOf([1, 2, 3, 6, 7]);
  course.fold(50_060, []);
  return course;
}

function takeInto({ view, rows }: Course, numbers: number[]): void {
  const sectors = numbers.map(info);
  const place = { genesis: GENESIS, epochSeconds: 30, height: 1 };
  takeSectors(view, rows, { miner: MINER, numbers: runsOf(numbers), sectors }, place);
}

const rowsOf = (course: Course) =>
  (['sector', 'sector_set', 'older_expiry', 'sector_expiry'] as const).map((table) =>
    [...course.view.rowsUnder(table, MINER)].sort((a, b) =>
      JSON.stringify(a).localeCompare(JSON.stringify(b)),
    ),
  );

it('sectors that come later, before what touches them, are as if all had come at once', () => {
  const whole = courseOf(ALL, () => undefined);
  const sliced = courseOf([1, 2], takeInto);
  expect(sliced.view.get('sector_set', MINER, UNOPENED)?.count).toBe(2);
  takeInto(sliced, [6]);
  // What is there already stays as it is.
  takeInto(sliced, [3, 4, 5, 7]);
  expect(sliced.view.get('sector_set', MINER, UNOPENED)).toBeNull();
  expect(rowsOf(sliced)).toEqual(rowsOf(whole));
  expect(sliced.rows).toEqual(whole.rows);
  expect(whole.since(1)).toEqual([
    ['extend', 1000, [1, 3], true],
    ['terminate', 1100, [4], true],
    ['expire', 50_060, [5], false],
  ]);
});

it('a sector that ended while nobody told what it had been is left out', () => {
  const course = courseOf([1, 2, 3, 5, 6, 7], () => undefined);
  takeInto(course, [4]);
  expect(course.view.get('sector', MINER, 4)).toBeNull();
  expect(course.view.get('sector_set', MINER, UNOPENED)).toBeNull();
});
