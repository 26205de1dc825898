/** What bands are made of: the tipsets' rows, whole hours, and what holds at single heights. */
import { columnsOf, EACH, type SeriesTable } from '#store/series.ts';
import { sql, type RawBuilder } from 'kysely';
import type { View } from './view.ts';

/** A column's values as one text, and them again; a row without one is null. */
export const listed = (value: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`string_agg(coalesce(${value}::text, ''), ',')`;
export const valuesOf = (list: string | null): (string | null)[] =>
  list === null ? [] : list.split(',').map((value) => (value === '' ? null : value));

/** Some tipsets of a figure; heights are those of the first ones so low and so high. */
interface Part {
  low: bigint;
  lowAt: number;
  high: bigint;
  highAt: number;
  sum: bigint;
  tipsets: number;
}

/** A part of a bucket. */
export interface Folded extends Part {
  bucket: number;
  series: string;
}

/** Heights of rows, both ends included. */
export interface Range {
  bucket: number;
  low: number;
  high: number;
}

/** A tipset's figures. */
type Told<N extends string> = Readonly<Record<N, string | null>>;

/** Ranges as rows g (bucket, low, high). */
function rangesOf(ranges: readonly Range[]): RawBuilder<unknown> {
  const of = (key: keyof Range): number[] => ranges.map((range) => range[key]);
  return sql`unnest(${of('bucket')}::int4[], ${of('low')}::int4[], ${of('high')}::int4[])
    g (bucket, low, high)`;
}

/** The tipsets of a range with what each told, by figure; they stand in any order. */
export interface Lists<N extends string> {
  bucket: number;
  heights: readonly number[];
  values: ReadonlyMap<N, readonly (string | null)[]>;
}

/**
 * What the rows of ranges tell. It is folded here, and lists come as text: for the database it takes longer
 * to find where extremes were, or to tell each row by itself.
 */
export async function listsOf<N extends string>(
  { db }: View,
  table: SeriesTable,
  names: readonly N[],
  ranges: readonly Range[],
): Promise<Lists<N>[]> {
  if (ranges.length === 0) return [];
  const lists = names.map((name) => sql`${listed(sql.ref(`r.${name}`))} as ${sql.ref(name)}`);
  const { rows } = await sql<Record<N, string> & { bucket: number; heights: string | null }>`
    select g.bucket, told.* from ${rangesOf(ranges)}
    cross join lateral (
      select ${listed(sql`r.height`)} as heights, ${sql.join(lists)}
      from (
        select r.height, ${columnsOf(table, names)} from ${sql.table(table)} r
        where r.height >= g.low and r.height <= g.high ${EACH}
      ) r
    ) told`.execute(db);
  return rows.map((row) => ({
    bucket: row.bucket,
    heights: valuesOf(row.heights).map(Number),
    values: new Map(names.map((name) => [name, valuesOf(row[name])])),
  }));
}

export const foldLists = <N extends string>(lists: readonly Lists<N>[]): Folded[] =>
  lists.flatMap(({ bucket, heights, values }) =>
    [...values].flatMap(([series, told]) => {
      const part = foldList(told, heights);
      return part ? [{ bucket, series, ...part }] : [];
    }),
  );

/** What one tipset tells. */
export const ofOne = (value: bigint, height: number): Part => ({
  low: value,
  lowAt: height,
  high: value,
  highAt: height,
  sum: value,
  tipsets: 1,
});

/** Tipsets' values (null where one told none) with their heights, in any order; null without any value. */
function foldList(values: readonly (string | null)[], heights: readonly number[]): Part | null {
  let part: Part | null = null;
  let text = '';
  let value = 0n;
  for (const [index, told] of values.entries()) {
    const height = heights[index];
    if (told === null || height === undefined) continue;
    // Many figures stay for long: those are parsed once.
    if (told !== text) value = BigInt((text = told));
    if (part) addTo(part, value, height);
    else part = ofOne(value, height);
  }
  return part;
}

/** One more tipset's value with it. */
function addTo(part: Part, value: bigint, height: number): void {
  if (value < part.low || (value === part.low && height < part.lowAt))
    [part.low, part.lowAt] = [value, height];
  if (value > part.high || (value === part.high && height < part.highAt))
    [part.high, part.highAt] = [value, height];
  part.sum += value;
  part.tipsets += 1;
}

export async function foldHours(
  { db }: View,
  names: readonly string[],
  ranges: readonly Range[],
): Promise<Folded[]> {
  if (ranges.length === 0) return [];
  // The lowest and the highest of a group, each with its first height.
  const { rows } = await sql<
    Omit<Folded, 'low' | 'high' | 'sum'> & Record<'low' | 'high' | 'sum', string>
  >`
    select bucket, series, low[1] as low, low[2]::int4 as "lowAt", high[1] as high,
      -high[2]::int4 as "highAt", sum, tipsets
    from (
      select g.bucket, n.series, min(array[h.low, h.low_at]) as low, max(array[h.high, -h.high_at]) as high,
        sum(h.sum) as sum, sum(h.tipsets)::int4 as tipsets
      from ${rangesOf(ranges)} cross join unnest(${[...names]}::text[]) n (series)
      cross join lateral (
        select * from series_hour
        where series = n.series and height >= g.low and height <= g.high and low is not null ${EACH}
      ) h
      group by 1, 2
    ) folded`.execute(db);
  return rows.map(({ low, high, sum, ...part }) => ({
    ...part,
    low: BigInt(low),
    high: BigInt(high),
    sum: BigInt(sum),
  }));
}

/** What the newest row at or below each height tells, one for each; empty where there is none. */
export async function valuesAt<N extends string>(
  { db }: View,
  table: SeriesTable,
  names: readonly N[],
  heights: readonly number[],
): Promise<Partial<Told<N>>[]> {
  const { rows } = await sql<Partial<Told<N>>>`
    select ${columnsOf(table, names)}
    from unnest(${[...heights]}::int4[]) with ordinality g (height, place)
    left join lateral (
      select * from ${sql.table(table)} where height <= g.height order by height desc limit 1
    ) r on true
    order by g.place`.execute(db);
  return rows;
}

/** What holds at the first and at the last height of a range. */
export interface Ends<N extends string> {
  begin: Partial<Told<N>>;
  end: Partial<Told<N>>;
}

/**
 * The same from the ranges' own rows, where each range begins right after the one before.
 * @param begin what holds at the first height of all
 */
export function endsOf<N extends string>(
  ranges: readonly Range[],
  lists: readonly Lists<N>[],
  begin: Partial<Told<N>>,
): Ends<N>[] {
  const found = new Map(lists.map((list) => [list.bucket, list]));
  let held = begin;
  return ranges.map(({ bucket, low }) => {
    const list = found.get(bucket);
    if (!list || list.heights.length === 0) return { begin: held, end: held };
    const first = list.heights.indexOf(low);
    const start = first === -1 ? held : rowOf(list, first);
    held = rowOf(list, list.heights.indexOf(Math.max(...list.heights)));
    return { begin: start, end: held };
  });
}

const rowOf = <N extends string>({ values }: Lists<N>, at: number): Partial<Told<N>> =>
  Object.fromEntries([...values].map(([name, told]) => [name, told[at] ?? null])) as Told<N>;

/** The state after everything that is executed, which is the head's. */
export async function valuesNow<N extends string>(
  { db, head }: View,
  names: readonly N[],
): Promise<Partial<Told<N>>> {
  const { rows } = await sql<Told<N>>`
    select ${columnsOf('network_state', names)} from network_now r
    where r.height = ${head.height}`.execute(db);
  return rows[0] ?? {};
}
