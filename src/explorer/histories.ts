/** Bands of what is kept of one account as a history: a row per change. */
import { sql, type RawBuilder } from 'kysely';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { statement, type Places } from '#store/statement.ts';
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
/**
 * Where an account changed oftener than once in so many epochs, all tipsets of the time are read rather than
 * the one after each change: that takes the database some twenty times as long.
 */
const SELDOM = 20;

type Sql = RawBuilder<unknown>;

interface History {
  owner: string;
  height: string;
  /** Whether a row is of a tipset's own changes: they are in the state that its child stands on. */
  isOfTipset: boolean;
}

const OF_MINER: History = { owner: 'miner_id', height: 'since', isOfTipset: false };
const HISTORIES = {
  balance: { owner: 'actor_id', height: 'height', isOfTipset: true },
  miner_power: OF_MINER,
  miner_funds: OF_MINER,
  miner_sector_count: OF_MINER,
} satisfies Record<string, History>;

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

/** Whose history; `isOlder`: it may have begun before the index. */
export interface Owner {
  id: number;
  isOlder: boolean;
}

/**
 * The changes of columns of an account's history, as texts. Before its first row there was nothing, or it
 * is not known where it may be older than the index. Costs its changes within the duration, at most
 * `MOST_CHANGES`: of buckets before those it is null. They are told apart and folded here (bandParts.ts
 * says why).
 */
export type ReadChanges<N extends string> = (
  view: View,
  owner: Owner,
  input: SampleInput,
) => Promise<(Changes<N> | null)[]>;

interface Asked extends Record<string, number> {
  id: number;
  above: number;
  through: number;
  startHeight: number;
}

/** Lists of the changes after the first epoch, and what held there. */
type Row<N extends string> = Record<N, string | null> & {
  first: readonly (string | null)[] | null;
  heights: string | null;
  /** Heights of the tipsets after them, where they are few. */
  children: string | null;
  /** Of all tipsets of the time, where they are many. */
  tipsets: string | null;
};

export function changesOf<N extends string>(
  table: keyof typeof HISTORIES,
  columns: Readonly<Record<N, string>>,
): ReadChanges<N> {
  const names = Object.keys(columns) as N[];
  const read = statement((db, places: Places<Asked>) =>
    listsOf(table, columns, places).compile(db),
  );
  return async (view, { id, isOlder }, input) => {
    const buckets = bucketsOf(view, input);
    const from = await toldFrom(view, table, id, buckets);
    const told = buckets.filter(({ above }) => above >= from);
    const [above, through] = [told[0]?.above, told.at(-1)?.through];
    if (above === undefined || through === undefined) return buckets.map(() => null);
    const { startHeight } = view.network;
    const [row] = await read(view.db, { id, above, through, startHeight });
    if (row === undefined) throw new Error('No row of a history');
    const untold = buckets.slice(told.length).map(() => null);
    return [...untold, ...inBuckets(row, names, told, isOlder)];
  };
}

function listsOf<N extends string>(
  table: keyof typeof HISTORIES,
  columns: Readonly<Record<N, string>>,
  { id, above, through, startHeight }: Places<Asked>,
): RawBuilder<Row<N>> {
  const { owner, height, isOfTipset }: History = HISTORIES[table];
  const entries = Object.entries<string>(columns);
  const at = sql.ref(height);
  const rowsBelow = (epoch: Sql): Sql =>
    isOfTipset ? standsOn({ network: { startHeight } }, epoch) : sql`${epoch} + 1`;
  const low = rowsBelow(sql`${above}::int4 + 1`);
  const high = rowsBelow(sql`${through}::int4`);
  const rows = sql`from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`;
  const child = sql`(select t.height from tipset t where t.height > r.height order by t.height limit 1)`;
  const areMany = sql`(select count(*) from r) * ${sql.lit(SELDOM)} > ${through}::int4 - ${above}::int4`;
  const ofTipsets = (list: Sql): Sql => (isOfTipset ? list : sql`null::text`);
  return sql<Row<N>>`
    with r as materialized (
      select ${at} as height, ${sql.join(
        entries.map(([name, column]) => sql`${sql.ref(column)}::text as ${sql.ref(name)}`),
      )} ${rows} and ${at} >= ${low} and ${at} < ${high}
    )
    select
      (select json_build_array(${sql.join(entries.map(([, column]) => sql`${sql.ref(column)}::text`))})
        ${rows} and ${at} < ${low} order by ${at} desc limit 1) as first,
      ${listed(sql`r.height`)} as heights,
      ${sql.join(entries.map(([name]) => sql`${listed(sql.ref(`r.${name}`))} as ${sql.ref(name)}`))},
      ${ofTipsets(sql`case when not ${areMany} then (
        select ${listed(child)} from r) end`)} as children,
      ${ofTipsets(sql`case when ${areMany} then (
        select ${listed(sql`t.height`)} from tipset t
        where t.height > ${above} and t.height <= ${through}) end`)} as tipsets
    from r`;
}

function inBuckets<N extends string>(
  row: Row<N>,
  names: readonly N[],
  buckets: readonly Bucket[],
  isOlder: boolean,
): Changes<N>[] {
  const told = valuesOf(row.heights).map(Number);
  const order = told.map((_, place) => place).sort((a, b) => (told[a] ?? 0) - (told[b] ?? 0));
  const sorted = <T>(list: readonly T[]): T[] => order.map((place) => list[place] as T);
  const epochs = epochsOf(row, sorted(told));
  const each = <T>(make: (name: N, place: number) => T) =>
    Object.fromEntries(names.map((name, place) => [name, make(name, place)])) as Record<N, T>;
  const lists = each((name) => sorted(valuesOf(row[name])));
  let next = 0;
  const skipTo = (epoch: number): number => {
    while ((epochs[next] ?? Infinity) <= epoch) next++;
    return next;
  };
  return buckets.map(({ above, through }) => {
    const begin = skipTo(above + 1);
    const end = skipTo(through);
    const first =
      begin > 0
        ? each((name) => lists[name][begin - 1] ?? null)
        : row.first && each((_, place) => row.first?.[place] ?? null);
    return {
      above,
      through,
      begun: first !== null || !isOlder,
      epochs: epochs.slice(begin, end),
      first,
      values: each((name) => lists[name].slice(begin, end)),
    };
  });
}

/** From which epochs on rows hold; heights and epochs ascend. */
function epochsOf(
  { children, tipsets }: Pick<Row<never>, 'children' | 'tipsets'>,
  heights: readonly number[],
): readonly number[] {
  const ascending = (list: string) =>
    list
      .split(',')
      .map(Number)
      .sort((a, b) => a - b);
  if (children !== null) return ascending(children);
  if (tipsets === null) return heights;
  const after = ascending(tipsets);
  let at = 0;
  return heights.map((height) => {
    while ((after[at] ?? Infinity) <= height) at++;
    return after[at] ?? Infinity;
  });
}

/** What holds where a bucket ends, which is its sample; undefined before there was anything. */
export function lastOf<N extends string>({
  first,
  values,
  epochs,
}: Changes<N>): Readonly<Record<N, string | null>> | undefined {
  if (epochs.length === 0) return first ?? undefined;
  const last = Object.entries<readonly (string | null)[]>(values).map(
    ([name, all]) => [name, all.at(-1) ?? null] as const,
  );
  return Object.fromEntries(last) as Record<N, string | null>;
}

/** Reads bands of columns of an account's history; before its first row all of them are 0. */
export function historyBands<N extends string>(
  table: keyof typeof HISTORIES,
  columns: Readonly<Record<N, string>>,
): (...asked: Parameters<ReadChanges<N>>) => Promise<Bands<N>> {
  const read = changesOf(table, columns);
  const names = Object.keys(columns) as N[];
  return async (...asked) => bandsIn(await read(...asked), names);
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
  values.forEach((value, at) => {
    if (value[1] < min[1]) min = value;
    if (value[1] > max[1]) max = value;
    const epochs = (values[at + 1]?.[0] ?? through + 1) - value[0];
    // Where a value changes often, most hold for one epoch: products would cost half of all this.
    weighted += epochs === 1 ? value[1] : value[1] * BigInt(epochs);
  });
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
