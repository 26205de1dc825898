/** Histories of providers: a row per change. */
import { sql, type RawBuilder } from 'kysely';
import { ofAnyLength } from '#store/plans.ts';
import type { RowOf } from '#store/schema.ts';
import { statement, type Places } from '#store/statement.ts';
import { changesOf, lastOf, type Changes } from '../histories.ts';
import type { SampleInput } from '../parameters.ts';
import { gridOf } from '../samples.ts';
import type { View } from '../view.ts';

export type Dated = Pick<RowOf<'miner'>, 'id' | 'created_height'>;

type Texts<N extends string> = Readonly<Record<N, string | null>>;

/** What columns are at a sample; undefined before their first row. */
export interface Sample<N extends string> {
  height: number;
  row: Texts<N> | undefined;
}

/** Columns of a history, as texts: at the samples, and their changes within the buckets. */
export interface Sampled<N extends string> {
  samples: readonly Sample<N>[];
  changes: readonly (Changes<N> | null)[];
}

type AtHeights = { ids: readonly number[]; heights: readonly number[] };

/** Reads the newest row of a history at each height; undefined before the first. */
export function rowsAt<Row extends object>(table: 'miner_power' | 'miner_growth') {
  const newest = statement((db, { ids, heights }: Places<AtHeights>) =>
    sql<Row & { asked: number; miner_id: number }>`
      select grid.asked, s.* from unnest(${ofAnyLength(ids)}) as m(id)
      cross join unnest(${ofAnyLength(heights)}) as grid(asked)
      cross join lateral (
        select * from ${sql.table(table)} where miner_id = m.id and since <= grid.asked
        order by since desc limit 1
      ) s`.compile(db),
  );
  return async ({ db }: View, asked: AtHeights) => {
    const rows = await newest(db, asked);
    const found = new Map(rows.map((row) => [`${row.miner_id}/${row.asked}`, row]));
    return (id: number, height: number): Row | undefined => found.get(`${id}/${height}`);
  };
}

/** Reads columns of a history of one provider. What is known of one that was there before is its first row. */
export function historyOf<N extends string>(
  table: 'miner_power' | 'miner_funds' | 'miner_sector_count',
  columns: Readonly<Record<N, string>>,
): (view: View, miner: Dated, input: SampleInput) => Promise<Sampled<N>> {
  const read = changesOf(table, columns);
  const texts = sql.join(
    Object.entries<string>(columns).map(
      ([name, column]) => sql`${sql.ref(column)}::text as ${sql.ref(name)}`,
    ),
  );
  return async (view, { id, created_height }, input) => {
    const heights = gridOf(view, input);
    const changes = await read(view, { id, isOlder: created_height === null }, input);
    // A row is looked up where a bucket's changes are too many to be told.
    const untold = heights.filter((_, at) => !changes[at]);
    const found = await textsAt<Texts<N>>(view, sql`${texts} from ${sql.table(table)}`, id, untold);
    const samples = heights.map((height, at): Sample<N> => {
      const told = changes[at];
      return { height, row: told ? lastOf(told) : found.get(height) };
    });
    return { samples, changes };
  };
}

async function textsAt<Row extends object>(
  { db }: View,
  texts: RawBuilder<unknown>,
  id: number,
  heights: readonly number[],
): Promise<ReadonlyMap<number, Row>> {
  if (heights.length === 0) return new Map();
  const { rows } = await sql<Row & { asked: number }>`
    select grid.asked, s.* from unnest(${heights}::int4[]) as grid(asked)
    cross join lateral (
      select ${texts} where miner_id = ${id} and since <= grid.asked order by since desc limit 1
    ) s`.execute(db);
  return new Map(rows.map((row) => [row.asked, row]));
}
