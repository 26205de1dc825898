/** Which state rows a tipset will touch: those that calls name, and those that the sets point to. */
import { countRuns, decodeRlePlus, numbersOfRuns, type Runs } from '#filecoin/encoding/bitfield.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import {
  intersectRuns,
  NO_RUNS,
  runsOf,
  subtractRuns,
  unionRuns,
} from '#filecoin/encoding/bitsets.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { PRE_COMMIT_LIVES, sectorSetIndex } from '#filecoin/mining/sectors.ts';
import { sql } from 'kysely';
import type { Trx } from '#store/store.ts';
import { readRows } from '../../fold/read.ts';
import type { StateKey, StateView } from '../../fold/state.ts';
import type { StateRows } from '../../types.ts';
import type { Older } from '../../older.ts';
import type { LookedAt, Touch } from '../part.ts';
import type { MinerAct } from './acts.ts';
import { EXPIRY_TABLES, dayOf } from './expiry.ts';
import type { Facts, ProviderFacts } from './gather.ts';
import type { OpenProvider } from './opening.ts';
import { mayExpire } from './reconcile.ts';
import { EXPIRY_DAYS } from './provider.ts';

export interface SectorUnit {
  unit: { tipset: { height: number }; older: Pick<Older, 'providers' | 'sectors'> };
  facts: Facts;
}

export function touches(facts: Facts): Touch[] {
  const miners = new Set([
    ...facts.acts.map(({ miner }) => miner),
    ...facts.changed.map(({ miner }) => miner),
  ]);
  return [...miners].flatMap((miner): Touch[] => [
    { table: 'sector_miner', key: [miner] },
    { table: 'sector_set', key: [miner] },
  ]);
}

/** Sectors that calls name, and providers whose cron may have ended some. */
export function lookedAt({ acts, changed }: Facts): LookedAt[] {
  return [
    ...changed.map(({ miner }) => ({ miner, named: NO_RUNS, ending: true })),
    ...acts.map((act) => {
      const { fresh, others } = namedBy(act);
      return { miner: act.miner, named: unionRuns(fresh, others), ending: false };
    }),
  ];
}

/** What happens to one provider in a stretch of tipsets, tipset by tipset. */
interface Course {
  height: number;
  facts: Facts;
  /** What the provider was before, where the index comes to know it with this tipset. */
  open: OpenProvider | undefined;
  acts: MinerAct[];
  after: ProviderFacts | undefined;
}

export async function loadSectors(
  trx: Trx,
  view: StateView,
  units: readonly SectorUnit[],
): Promise<void> {
  const courses = coursesOf(units);
  const sectors: StateKey[] = [];
  const days: StateKey[] = [];
  const partitions: StateKey[] = [];
  for (const [miner, course] of courses) {
    const { due, numbers } = needs(view, miner, course);
    for (const number of numbers) sectors.push([miner, number]);
    for (const day of due) days.push([miner, day]);
    if (course.some(({ acts }) => acts.length > 0) || movesOn(view, miner, course))
      partitions.push([miner]);
  }
  await readRows(trx, view, 'sector_partition', partitions);
  for (const table of EXPIRY_TABLES) {
    await readRows(trx, view, table, days);
    for (const [miner = 0, day = 0] of days) {
      const row = view.get(table, miner, day);
      for (const number of row ? numbersOfRuns(decodeRlePlus(row.numbers, Infinity)) : [])
        sectors.push([miner, number]);
    }
  }
  await loadLapsing(trx, view, courses);
  await readRows(trx, view, 'sector', sectors);
  await loadDays(trx, view, units, sectors);
}

function coursesOf(units: readonly SectorUnit[]): Map<number, Course[]> {
  const courses = new Map<number, Course[]>();
  for (const { unit, facts } of units) {
    const acts = Map.groupBy(facts.acts, ({ miner }) => miner);
    const changed = new Map(facts.changed.map((after) => [after.miner, after]));
    const open = unit.older.providers.map(({ miner }) => miner.id);
    for (const miner of new Set([...open, ...acts.keys(), ...changed.keys()])) {
      const course = courses.get(miner) ?? [];
      courses.set(miner, course);
      course.push({
        height: unit.tipset.height,
        facts,
        open: unit.older.providers.find((provider) => provider.miner.id === miner)?.sectors,
        acts: acts.get(miner) ?? [],
        after: changed.get(miner),
      });
    }
  }
  return courses;
}

/** Whether its deadlines change: then sectors may be learned to be in one. */
function movesOn(view: StateView, miner: number, course: readonly Course[]): boolean {
  const before = view.get('sector_miner', miner);
  return course.some(
    ({ after }) => after && (!before || !equalBytes(before.deadlines, after.clock.deadlinesDigest)),
  );
}

/** Sectors whose rows are needed, and days whose sectors may be ending. */
function needs(
  view: StateView,
  miner: number,
  course: readonly Course[],
): { numbers: Set<Integer>; due: Set<number> } {
  const numbers = new Set<Integer>();
  const due = new Set<number>();
  let live = setOf(view, miner, 'live');
  let faults = setOf(view, miner, 'faulty');
  let told = view.get('sector_miner', miner)?.told_live ?? null;
  for (const { height, facts, open, acts, after } of course) {
    if (open) {
      live = unionRuns(live, open.live ?? NO_RUNS);
      faults = unionRuns(faults, open.proving.faults ?? NO_RUNS);
      told = open.proving.live;
    }
    for (const act of acts) {
      const named = namedBy(act);
      live = unionRuns(live, named.fresh);
      // Known to be live, or believed to be (`Provider.alive`).
      const whole = told !== null && countRuns(named.others) <= told;
      const others = whole ? named.others : intersectRuns(named.others, live);
      for (const number of numbersOfRuns(unionRuns(named.fresh, others))) numbers.add(number);
    }
    const now = after?.proving.faults;
    if (now) {
      // What is no fault any more may have ended.
      for (const number of numbersOfRuns(subtractRuns(faults, now))) numbers.add(number);
      faults = now;
    }
    if (mayExpire(told, after, acts.length > 0))
      for (const back of EXPIRY_DAYS) due.add(dayOf(facts, height) - back);
    if (after) told = after.proving.live;
  }
  return { numbers, due };
}

function setOf(view: StateView, miner: number, kind: 'live' | 'faulty'): Runs {
  const row = view.get('sector_set', miner, sectorSetIndex(kind));
  return row ? decodeRlePlus(row.sectors, Infinity) : NO_RUNS;
}

/** `fresh`: sectors that need not be there; `others`: as many as a bit field may name. */
function namedBy(act: MinerAct): { fresh: Runs; others: Runs } {
  switch (act.type) {
    case 'pre-commit':
      return { fresh: runsOf(act.sectors.map(({ sector }) => sector)), others: NO_RUNS };
    case 'commit':
    case 'update':
      return { fresh: runsOf(act.sectors.map(({ number }) => number)), others: NO_RUNS };
    case 'termination':
      return { fresh: NO_RUNS, others: joined(act.declarations) };
    case 'extension':
      return { fresh: NO_RUNS, others: joined(act.extensions) };
    case 'fault':
    case 'recovery':
    case 'compact':
    case 'post':
      return { fresh: NO_RUNS, others: NO_RUNS };
  }
}

function joined(items: readonly { sectors: Runs }[]): Runs {
  return items.reduce<Runs>((runs, { sectors }) => unionRuns(runs, sectors), NO_RUNS);
}

/** Pre-commitments whose time may be over; few are: most are proven within hours. */
async function loadLapsing(
  trx: Trx,
  view: StateView,
  courses: ReadonlyMap<number, readonly Course[]>,
): Promise<void> {
  const miners = [...courses.keys()];
  const heights = [...courses.values()].flat().map(({ height }) => height);
  const last = heights.reduce((highest, height) => Math.max(highest, height), 0);
  const [short, long] = PRE_COMMIT_LIVES;
  if (miners.length === 0 || last < short) return;
  const rows = await trx
    .selectFrom('sector')
    .selectAll()
    .where('miner_id', '=', sql<number>`any(${miners}::int8[])`)
    .where('activation', 'is', null)
    .where('ended_height', 'is', null)
    .where('pre_commit_height', '<=', last - short)
    .where((eb) =>
      eb.or([eb('pre_commit_height', '<=', last - long), eb('seal_proof', '<', int32(5))]),
    )
    .execute();
  view.load('sector', rows);
  view.cover(
    'sector',
    rows.map((row) => [row.miner_id, row.number]),
  );
}

/** The days on which sectors were or will be expected to expire. */
async function loadDays(
  trx: Trx,
  view: StateView,
  units: readonly SectorUnit[],
  sectors: readonly StateKey[],
): Promise<void> {
  const [first] = units;
  if (!first) return;
  const days = new Map<string, StateKey>();
  const add = (miner: number, expiration: number | null): void => {
    if (expiration === null) return;
    const day = dayOf(first.facts, expiration);
    days.set(`${miner}/${day}`, [miner, day]);
  };
  for (const [miner = 0, number = 0] of sectors) {
    const row: StateRows['sector'] | null = view.get('sector', miner, number);
    add(Number(miner), row?.expiration ?? null);
  }
  for (const { unit, facts } of units) {
    for (const { sectors: open } of unit.older.providers)
      for (const { expiration } of open.sectors) add(open.miner, expiration);
    for (const { miner, sectors: some } of unit.older.sectors)
      for (const { expiration } of some) add(miner, expiration);
    for (const [miner, infos] of facts.infos)
      for (const { expiration } of infos.values()) add(miner, expiration);
    for (const act of facts.acts)
      if (act.type === 'pre-commit' || act.type === 'commit' || act.type === 'update')
        for (const { expiration } of act.sectors) add(act.miner, expiration);
      else if (act.type === 'extension')
        for (const { expiration } of act.extensions) add(act.miner, expiration);
  }
  await readRows(trx, view, 'sector_expiry', [...days.values()]);
  await readRows(
    trx,
    view,
    'sector_expiry_day',
    [...new Set([...days.values()].map(([, day]) => Number(day)))].map((day) => [day]),
  );
}
