/** What contracts held together between two points of a chart, from all that changed it. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { listed, valuesOf } from '../bandParts.ts';
import type { Bucket } from '../bands.ts';
import { bandOf } from '../histories.ts';
import { standsOn } from '../stands.ts';
import type { HeadView, Past, View } from '../view.ts';
import type { Band } from '../wire.ts';
import { heldAt, type Held } from './held.ts';

/** So many changes of balances are looked through: of a longer time bands are told of the newest ones. */
const MOST_CHANGES = 30 * EPOCHS_PER_DAY;

/** What is there from an epoch on: so much more, attoFIL. */
type Change = readonly [epoch: number, amount: bigint];

/** What contracts hold where a bucket ends, attoFIL, and all that they held in it. */
export interface HeldIn {
  amount: bigint | null;
  band: Band | null;
}

/**
 * One per bucket; null where a contract's wrapped FIL is not known, and bands where there were too many
 * changes.
 * @param most so many changes of balances are looked through
 */
export async function heldIn(
  view: HeadView,
  ids: readonly number[],
  buckets: readonly Bucket[],
  most = MOST_CHANGES,
): Promise<HeldIn[]> {
  const start = (buckets[0]?.above ?? 0) + 1;
  const [atStart, balances] = await Promise.all([
    heldAt(view, ids, [start]),
    balancesSince(view, ids, start, most),
  ]);
  const owners = [...atStart.values()];
  if (owners.some(({ all }) => all === null))
    return buckets.map(() => ({ amount: null, band: null }));
  const flows = owners.flatMap((own) => own.flows);
  const heights = new Set([...balances, ...flows].map(({ height }) => height));
  const epochs = await childrenOf(view, heights);
  const epochOf = ({ height }: { height: number }): number => epochs.get(height) ?? height;
  const oldest = balances[0];
  const known = balances.length > most && oldest ? epochOf(oldest) : start;
  const whole = known === start;
  // What is held where a bucket begins is known, and all changes since.
  const startOf = (at: number): number => (at === 0 ? start : (buckets[at]?.above ?? start));
  const found = buckets.findIndex((_, at) => startOf(at) >= known);
  const first = found < 0 ? buckets.length : found;
  const held = whole
    ? atStart
    : await heldAt(view, ids, [start, ...buckets.map(({ through }) => through)]);
  const from = startOf(first);
  const changes = [
    ...changesOf(
      balances.filter((row) => epochOf(row) > from),
      held,
      first,
    ),
    ...flows,
  ]
    .map((change): Change => [epochOf(change), change.amount])
    .filter(([epoch]) => epoch > from)
    .sort(([a], [b]) => a - b);
  const sumAt = (at: number): bigint =>
    [...held.values()].reduce((sum, { all }) => sum + (all?.[at] ?? 0n), 0n);
  const bands = bandsOf([from, sumAt(first)], changes, buckets.slice(first));
  return buckets.map((_, at): HeldIn => {
    const band = bands[at - first] ?? null;
    return { amount: band ? BigInt(band.last) : sumAt(at + 1), band };
  });
}

/** @param begin what is held from an epoch on that is in the first bucket */
function bandsOf(
  begin: Change,
  changes: readonly Change[],
  buckets: readonly Bucket[],
): (Band | null)[] {
  const values = [begin];
  let [, sum] = begin;
  for (const [epoch, amount] of changes) {
    sum += amount;
    // A tipset's changes are one.
    if (values.at(-1)?.[0] === epoch) values.pop();
    values.push([epoch, sum]);
  }
  let place = 0;
  return buckets.map(({ above, through }) => {
    while ((values[place + 1]?.[0] ?? Infinity) <= above + 1) place++;
    const first = values[place]?.[1] ?? 0n;
    let end = place + 1;
    while ((values[end]?.[0] ?? Infinity) <= through) end++;
    return bandOf([[above + 1, first], ...values.slice(place + 1, end)], through);
  });
}

/** What an actor has after a tipset. */
interface HeldBalance {
  id: number;
  height: number;
  balance: string;
}

/** Balances of actors since an epoch, the oldest first: of the newest as many as are looked through, and one more. */
async function balancesSince(
  view: View,
  ids: readonly number[],
  start: number,
  most: number,
): Promise<HeldBalance[]> {
  // As lists: to read a row each takes longer than to find them.
  const { rows } = await sql<Record<'owners' | 'heights' | 'balances', string | null>>`
    select ${listed(sql`actor_id`)} as owners, ${listed(sql`height`)} as heights,
      ${listed(sql`balance`)} as balances
    from (
      select * from balance
      where actor_id = any(${[...ids]}::int8[]) and height < ${view.head.height}
        and height >= ${standsOn(view, sql`${start}::int4`)}
      order by height desc limit ${most + 1}
    ) b`.execute(view.db);
  const [lists] = rows;
  const owners = valuesOf(lists?.owners ?? null).map(Number);
  const heights = valuesOf(lists?.heights ?? null).map(Number);
  return valuesOf(lists?.balances ?? null)
    .map((balance, at) => ({
      id: owners[at] ?? 0,
      height: heights[at] ?? 0,
      balance: balance ?? '0',
    }))
    .sort((a, b) => a.height - b.height);
}

/** The tipsets after others, both final: no fork changes them. */
const FINAL = new WeakMap<Past, LRUCache<number, number>>();

/** The tipsets after these: what a tipset changes is in the state that its child stands on. */
async function childrenOf(
  { db, head, past }: View,
  heights: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const kept = FINAL.get(past) ?? new LRUCache<number, number>({ max: MOST_CHANGES });
  FINAL.set(past, kept);
  const children = new Map<number, number>();
  const asked: number[] = [];
  for (const height of heights) {
    const child = kept.get(height);
    if (child === undefined) asked.push(height);
    else children.set(height, child);
  }
  if (asked.length === 0) return children;
  const { rows } = await sql<{ parents: string | null; children: string | null }>`
    select ${listed(sql`u.height`)} as parents, ${listed(sql`child.height`)} as children
    from unnest(${asked}::int4[]) u (height) cross join lateral (
      select t.height from tipset t where t.height > u.height order by t.height limit 1
    ) child`.execute(db);
  const found = valuesOf(rows[0]?.children ?? null).map(Number);
  for (const [at, parent] of valuesOf(rows[0]?.parents ?? null)
    .map(Number)
    .entries()) {
    const child = found[at] ?? parent;
    children.set(parent, child);
    if (child <= head.finalHeight) kept.set(parent, child);
  }
  return children;
}

/** What they changed, the oldest first, since `held` has them in its place `at`. */
function changesOf(
  rows: readonly HeldBalance[],
  held: ReadonlyMap<number, Held>,
  at: number,
): { height: number; amount: bigint }[] {
  const now = new Map([...held].map(([id, { fil }]) => [id, fil[at] ?? 0n]));
  return rows.map(({ id, height, balance }) => {
    const value = BigInt(balance);
    const amount = value - (now.get(id) ?? 0n);
    now.set(id, value);
    return { height, amount };
  });
}
