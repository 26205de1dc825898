/** What contracts held together between two points of a chart, from all that changed it. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { sql } from 'kysely';
import type { Bucket } from '../bands.ts';
import { bandOf } from '../histories.ts';
import type { View } from '../view.ts';
import type { Band } from '../wire.ts';
import type { Held } from './held.ts';

/** So many changes of balances are looked through: of a longer time bands are told of the newest ones. */
const MOST_CHANGES = 30 * EPOCHS_PER_DAY;

/** What is there from an epoch on: so much more, attoFIL. */
type Change = readonly [epoch: number, amount: bigint];

/**
 * Bands of all of it, one per bucket; null where a contract's wrapped FIL is not known, and where there
 * were too many changes.
 * @param held at the first epoch of the first bucket, and at the end of each
 * @param rows their balances since that epoch
 */
export function heldBands(
  held: ReadonlyMap<number, Held>,
  rows: readonly HeldBalance[],
  buckets: readonly Bucket[],
): (Band | null)[] {
  const owners = [...held.values()];
  const start = (buckets[0]?.above ?? 0) + 1;
  if (owners.some(({ all }) => all === null)) return buckets.map(() => null);
  const known = rows.length > MOST_CHANGES ? (rows.at(-1)?.epoch ?? start) : start;
  // What is held where one begins is known, and all changes since.
  const startOf = (at: number): number => (at === 0 ? start : (buckets[at]?.above ?? start));
  const first = buckets.findIndex((_, at) => startOf(at) >= known);
  if (first < 0) return buckets.map(() => null);
  const from = startOf(first);
  const flows = owners.flatMap((own) => own.flows);
  const changes = [
    ...changesOf(rows, from, held, first),
    ...flows.map(({ epoch, amount }): Change => [epoch, amount]),
  ]
    .filter(([epoch]) => epoch > from)
    .sort(([a], [b]) => a - b);
  let sum = owners.reduce((all, own) => all + (own.all?.[first] ?? 0n), 0n);
  const values: [epoch: number, value: bigint][] = [[from, sum]];
  for (const [epoch, amount] of changes) {
    sum += amount;
    // A tipset's changes are one.
    if (values.at(-1)?.[0] === epoch) values.pop();
    values.push([epoch, sum]);
  }
  let place = 0;
  return buckets.map(({ above, through }, at) => {
    if (at < first) return null;
    while ((values[place + 1]?.[0] ?? Infinity) <= above + 1) place++;
    const begin = values[place]?.[1] ?? 0n;
    let end = place + 1;
    while ((values[end]?.[0] ?? Infinity) <= through) end++;
    return bandOf([[above + 1, begin], ...values.slice(place + 1, end)], through);
  });
}

/** What an actor has from an epoch on. */
export interface HeldBalance {
  id: number;
  epoch: number;
  balance: string | null;
}

/** Balances of actors since an epoch, the newest first: as many as are looked through, and one more. */
export async function balancesSince(
  { db, head }: View,
  ids: readonly number[],
  start: number,
): Promise<HeldBalance[]> {
  const { rows } = await sql<HeldBalance>`
    select b.actor_id as id, b.balance, (
      select t.height from tipset t where t.height > b.height order by t.height limit 1
    ) as epoch
    from (
      select * from balance
      where actor_id = any(${[...ids]}::int8[]) and height < ${head.height} and height >= coalesce(
        (select height from tipset where height <= ${start} order by height desc limit 1), 0)
      order by height desc limit ${MOST_CHANGES + 1}
    ) b order by b.height desc`.execute(db);
  return rows;
}

/** What they changed after an epoch, at which `held` has them in its place `at`. */
function changesOf(
  rows: readonly HeldBalance[],
  from: number,
  held: ReadonlyMap<number, Held>,
  at: number,
): Change[] {
  const now = new Map([...held].map(([id, { fil }]) => [id, fil[at] ?? 0n]));
  return rows
    .filter(({ epoch }) => epoch > from)
    .reverse()
    .map(({ id, epoch, balance }): Change => {
      const value = BigInt(balance ?? 0);
      const amount = value - (now.get(id) ?? 0n);
      now.set(id, value);
      return [epoch, amount];
    });
}
