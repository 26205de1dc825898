/** Bands of what is kept of one account as a history: a row per change. */
import { sql, type RawBuilder } from 'kysely';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { EACH } from '#store/series.ts';
import { listed, valuesOf } from './bandParts.ts';
import { bucketsOf, type Bands, type Bucket } from './bands.ts';
import type { SampleInput } from './parameters.ts';
import { standsOn } from './stands.ts';
import type { View } from './view.ts';
import type { Band } from './wire.ts';

/**
 * So many changes are looked through for one chart: all there can be in 30 days. Of an account that
 * changed more often in a year bands are told of its newest ones.
 */
const MOST_CHANGES = 30 * EPOCHS_PER_DAY;

type Sql = RawBuilder<unknown>;

/** The tipset after another. */
const childOf = (height: Sql): Sql =>
  sql`(select t.height from tipset t where t.height > ${height} order by t.height limit 1)`;

interface History {
  owner: string;
  height: string;
  /** Rows below this height hold at an epoch. */
  holds(view: View, epoch: Sql): Sql;
  /** From which epoch on a row at a height holds. */
  from(height: Sql): Sql;
}

const OF_MINER: History = {
  owner: 'miner_id',
  height: 'since',
  holds: (_, epoch) => sql`${epoch} + 1`,
  from: (since) => since,
};
const HISTORIES = {
  // What a tipset changes is in the state that its child stands on.
  balance: { owner: 'actor_id', height: 'height', holds: standsOn, from: childOf },
  miner_power: OF_MINER,
  miner_funds: OF_MINER,
  miner_sector_count: OF_MINER,
} satisfies Record<string, History>;

/** Of a bucket, what holds where it begins, if anything does, and lists of its changes with their epochs. */
type Row<N extends string> = { bucket: number; begun: boolean; epochs: string | null } & Record<
  N,
  { first: string | null; changes: string | null }
>;

/** A value from an epoch on. */
export type Value = readonly [from: number, value: bigint];

/** What a history tells of a bucket: each change with the epoch from which on it holds, oldest first. */
export interface Changes<N extends string> extends Bucket {
  /** Whether anything is known where it begins: what held there, or that there was nothing yet. */
  begun: boolean;
  epochs: readonly number[];
  /** Columns of what held where it begins, null before there was anything, and of each change. */
  first: Readonly<Record<N, string | null>> | null;
  values: Readonly<Record<N, readonly (string | null)[]>>;
}

/**
 * The changes of columns of an account's history, as texts. Before its first row there was nothing, or it
 * is not known where it may be older than the index. Costs its changes within the duration, at most
 * `MOST_CHANGES`: of buckets before those it is null. They are folded here (bandParts.ts says why).
 */
export async function changesOf<N extends string>(
  view: View,
  table: keyof typeof HISTORIES,
  { id, isOlder }: { id: number; isOlder: boolean },
  columns: Readonly<Record<N, string>>,
  input: SampleInput,
): Promise<(Changes<N> | null)[]> {
  const buckets = bucketsOf(view, input);
  const history: History = HISTORIES[table];
  const names = Object.keys(columns) as N[];
  const height = sql.ref(`r.${history.height}`);
  const rowsOf = (where: Sql): Sql => sql`
    select * from ${sql.table(table)} r where ${sql.ref(history.owner)} = ${id} and ${where}`;
  const told = names.map(
    (name) => sql`json_build_object('first', r.${sql.ref(columns[name])}::text,
      'changes', c.${sql.ref(name)}) as ${sql.ref(name)}`,
  );
  const lists = names.map(
    (name) => sql`${listed(sql`r.${sql.ref(columns[name])}`)} as ${sql.ref(name)}`,
  );
  const from = await toldFrom(view, table, id, buckets);
  const of = (key: keyof Bucket) => buckets.map((bucket) => bucket[key]);
  const { rows } = await sql<Row<N>>`
    with grid as (
      select (place - 1)::int4 as bucket, above, through,
        ${history.holds(view, sql`above + 1`)} as low, ${history.holds(view, sql`through`)} as high
      from unnest(${of('above')}::int4[], ${of('through')}::int4[])
        with ordinality u (above, through, place)
      where above >= ${from}
    )
    select g.bucket, ${sql.ref(`r.${history.owner}`)} is not null as begun, c.epochs, ${sql.join(told)}
    from grid g
    left join lateral (
      ${rowsOf(sql`${height} < g.low`)} order by ${height} desc limit 1
    ) r on true
    cross join lateral (
      select ${listed(history.from(height))} as epochs, ${sql.join(lists)}
      from (${rowsOf(sql`${height} >= g.low and ${height} < g.high`)} ${EACH}) r
    ) c`.execute(view.db);
  const found = new Map(rows.map((row) => [row.bucket, row]));
  return buckets.map((bucket, at): Changes<N> | null => {
    const row = found.get(at);
    if (!row) return null;
    const epochs = valuesOf(row.epochs).map(Number);
    const order = epochs
      .map((_, place) => place)
      .sort((a, b) => (epochs[a] ?? 0) - (epochs[b] ?? 0));
    const sorted = <T>(list: readonly T[]): T[] => order.map((place) => list[place] as T);
    const each = <T>(make: (name: N) => T) =>
      Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>;
    return {
      ...bucket,
      begun: row.begun || !isOlder,
      epochs: sorted(epochs),
      first: row.begun ? each((name) => row[name].first) : null,
      values: each((name) => sorted(valuesOf(row[name].changes))),
    };
  });
}

/** Bands of columns of an account's history; before its first row all of them are 0. */
export async function historyBands<N extends string>(
  ...asked: Parameters<typeof changesOf<N>>
): Promise<Bands<N>> {
  return bandsIn(await changesOf(...asked), Object.keys(asked[3]) as N[]);
}

/** The same of changes. */
export function bandsIn<N extends string>(
  buckets: readonly (Changes<N> | null)[],
  names: readonly N[],
): Bands<N> {
  const bandsOf = (name: N): (Band | null)[] =>
    buckets.map((bucket) => {
      if (!bucket) return null;
      const { above, through, begun, epochs, first } = bucket;
      const changes = bucket.values[name];
      // The node could not tell all of it.
      if (first?.[name] === null || changes.includes(null)) return null;
      const values = changes.map((value, at): Value => [epochs[at] ?? 0, BigInt(value ?? 0)]);
      if (begun) values.unshift([above + 1, BigInt(first?.[name] ?? 0)]);
      return bandOf(values, through);
    });
  return Object.fromEntries(names.map((name) => [name, bandsOf(name)])) as unknown as Bands<N>;
}

/** @param values oldest first; the last one holds up to `through` */
export function bandOf(values: readonly Value[], through: number): Band | null {
  const [first] = values;
  const last = values.at(-1);
  if (!first || !last) return null;
  let [min, max, weighted] = [first, first, 0n];
  for (const [at, value] of values.entries()) {
    if (value[1] < min[1]) min = value;
    if (value[1] > max[1]) max = value;
    weighted += value[1] * BigInt((values[at + 1]?.[0] ?? through + 1) - value[0]);
  }
  return {
    first: first[1].toString(),
    last: last[1].toString(),
    min: min[1].toString(),
    minHeight: min[0],
    max: max[1].toString(),
    maxHeight: max[0],
    mean: (weighted / BigInt(through + 1 - first[0])).toString(),
  };
}

/** The buckets that begin here or above are looked through: the newest ones, as far as they have few enough changes. */
async function toldFrom(
  { db, head }: View,
  table: keyof typeof HISTORIES,
  id: number,
  buckets: readonly Bucket[],
): Promise<number> {
  const first = buckets[0]?.above ?? head.height;
  // A tipset changes a figure once.
  if (head.height - first <= MOST_CHANGES) return first;
  const { owner, height } = HISTORIES[table];
  const of = (key: keyof Bucket) => buckets.map((bucket) => bucket[key]);
  const { rows } = await sql<{ above: number; changes: number }>`
    select g.above, c.changes
    from unnest(${of('above')}::int4[], ${of('through')}::int4[]) g (above, through)
    cross join lateral (
      select count(*) as changes from ${sql.table(table)}
      where ${sql.ref(owner)} = ${id}
        and ${sql.ref(height)} > g.above and ${sql.ref(height)} <= g.through
    ) c
    order by g.above desc`.execute(db);
  let sum = 0;
  const untold = rows.find(({ changes }) => (sum += Number(changes)) > MOST_CHANGES);
  return untold ? untold.above + 1 : first;
}
