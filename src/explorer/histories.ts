/** Bands of what is kept of one account as a history: a row per change. */
import { sql, type RawBuilder } from 'kysely';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { EACH } from '#store/series.ts';
import { bucketsOf, type Bands, type Bucket } from './bands.ts';
import type { SampleInput } from './parameters.ts';
import type { View } from './view.ts';
import type { Band } from './wire.ts';

/**
 * So many changes are looked through for one chart: all there can be in 30 days. Of an account that
 * changed more often in a year bands are told of its newest ones.
 */
const MOST_CHANGES = 30 * EPOCHS_PER_DAY;

type Sql = RawBuilder<unknown>;

/** The newest tipset at or below an epoch, and the one after a tipset. */
const newestAt = (epoch: Sql): Sql =>
  sql`(select height from tipset where height <= ${epoch} order by height desc limit 1)`;
const childOf = (height: Sql): Sql =>
  sql`(select t.height from tipset t where t.height > ${height} order by t.height limit 1)`;

interface History {
  owner: string;
  height: string;
  /** Rows below this height hold at an epoch. */
  holds(epoch: Sql): Sql;
  /** From which epoch on a row at a height holds. */
  from(height: Sql): Sql;
}

const OF_MINER: History = {
  owner: 'miner_id',
  height: 'since',
  holds: (epoch) => sql`${epoch} + 1`,
  from: (since) => since,
};
const HISTORIES = {
  // What a tipset changes is in the state that its child stands on.
  balance: { owner: 'actor_id', height: 'height', holds: newestAt, from: childOf },
  miner_power: OF_MINER,
  miner_funds: OF_MINER,
  miner_sector_count: OF_MINER,
} satisfies Record<string, History>;

interface Row {
  bucket: number;
  series: string;
  low: string;
  low_at: number;
  high: string;
  high_at: number;
  first: string;
  last: string;
  weighted: string;
}

/**
 * Bands of columns of an account's history. Before its first row all of them are 0, or not known where
 * it may be older than the index. Costs its changes
 * within the duration, at most `MOST_CHANGES`.
 */
export async function historyBands<N extends string>(
  view: View,
  table: keyof typeof HISTORIES,
  { id, isOlder }: { id: number; isOlder: boolean },
  columns: Readonly<Record<N, string>>,
  input: SampleInput,
): Promise<Bands<N>> {
  const buckets = bucketsOf(view, input);
  const history: History = HISTORIES[table];
  const names = Object.keys(columns) as N[];
  const height = sql.ref(`r.${history.height}`);
  const rowsOf = (where: Sql): Sql => sql`
    select * from ${sql.table(table)} r where ${sql.ref(history.owner)} = ${id} and ${where}`;
  const values = sql.join(
    names.map((name) => sql`(${sql.lit(name)}, r.${sql.ref(columns[name])}::numeric)`),
  );
  const from = await toldFrom(view, table, id, buckets);
  const of = (key: keyof Bucket) => buckets.map((bucket) => bucket[key]);
  const { rows } = await sql<Row>`
    with grid as (
      select (place - 1)::int4 as bucket, above, through,
        ${history.holds(sql`above + 1`)} as low, ${history.holds(sql`through`)} as high
      from unnest(${of('above')}::int4[], ${of('through')}::int4[])
        with ordinality u (above, through, place)
      where above >= ${from}
    ), told as (
      select g.bucket, g.through, g.above + 1 as at, v.series, coalesce(v.value, 0) as value
      from grid g
      left join lateral (
        ${rowsOf(sql`${height} < g.low`)} order by ${height} desc limit 1
      ) r on true
      cross join lateral (values ${values}) v (series, value)
      where v.value is not null or not ${isOlder}
      union all
      select g.bucket, g.through, ${history.from(height)}, v.series, v.value
      from grid g
      cross join lateral (${rowsOf(sql`${height} >= g.low and ${height} < g.high`)} ${EACH}) r
      cross join lateral (values ${values}) v (series, value)
    ), lasting as (
      select *, lead(at, 1, through + 1) over (partition by bucket, series order by at) - at as epochs
      from told
    )
    select bucket, series,
      (min(array[value, at]))[1] as low, (min(array[value, at]))[2]::int4 as low_at,
      (max(array[value, -at]))[1] as high, -(max(array[value, -at]))[2]::int4 as high_at,
      (min(array[at, value]))[2] as first, (max(array[at, value]))[2] as last,
      sum(value * epochs) as weighted
    from lasting group by 1, 2`.execute(view.db);
  const found = new Map(rows.map((row) => [`${row.bucket}/${row.series}`, row]));
  const bandsOf = (name: N): (Band | null)[] =>
    buckets.map(({ above, through }, bucket) => {
      const row = found.get(`${bucket}/${name}`);
      return row ? bandOf(row, through - above) : null;
    });
  return Object.fromEntries(names.map((name) => [name, bandsOf(name)])) as unknown as Bands<N>;
}

function bandOf({ first, last, low, low_at, high, high_at, weighted }: Row, epochs: number): Band {
  return {
    first,
    last,
    min: low,
    minHeight: low_at,
    max: high,
    maxHeight: high_at,
    mean: (BigInt(weighted) / BigInt(epochs)).toString(),
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
