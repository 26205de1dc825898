/** What bands are made of: the tipsets' rows, whole hours, and what holds at single heights. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { columnsOf, EACH, SERIES, type SeriesTable } from '#store/series.ts';
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
type Figures<N extends string> = Readonly<Record<N, string | null>>;

/** Ranges as rows g (bucket, low, high). */
function rangesOf(ranges: readonly Range[]): RawBuilder<unknown> {
  const of = (key: keyof Range): number[] => ranges.map((range) => range[key]);
  return sql`unnest(${of('bucket')}::int4[], ${of('low')}::int4[], ${of('high')}::int4[])
    g (bucket, low, high)`;
}

/** Tipsets with what each told, by figure; they stand in any order. */
interface Rows<N extends string> {
  heights: readonly number[];
  values: ReadonlyMap<N, readonly (bigint | null)[]>;
}

/** Those of a range. */
export interface Lists<N extends string> extends Rows<N> {
  bucket: number;
}

/** Many figures stay for long: those are parsed once. */
function numbersOf(list: string | null): (bigint | null)[] {
  let text = '';
  let number = 0n;
  return valuesOf(list).map((value) => {
    if (value === null) return null;
    if (value !== text) number = BigInt((text = value));
    return number;
  });
}

type Told = Record<string, string | null>;

const rowsOf = <N extends string>(names: readonly N[], told: Told): Rows<N> => ({
  heights: valuesOf(told['heights'] ?? null).map(Number),
  values: new Map(names.map((name) => [name, numbersOf(told[name] ?? null)])),
});

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
  const { rows } = await sql<Told & { bucket: number }>`
    select g.bucket, told.* from ${rangesOf(ranges)}
    cross join lateral (
      select ${allListed(names)}
      from (
        select r.height, ${columnsOf(table, names)} from ${sql.table(table)} r
        where r.height >= g.low and r.height <= g.high ${EACH}
      ) r
    ) told`.execute(db);
  return rows.map(({ bucket, ...told }) => ({ bucket, ...rowsOf(names, told) }));
}

const allListed = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join([
    sql`${listed(sql`r.height`)} as heights`,
    ...names.map((name) => sql`${listed(sql.ref(`r.${name}`))} as ${sql.ref(name)}`),
  ]);

/**
 * All figures of the day that ends with the head, oldest first, and of the tipset before it. They are read
 * once per head for all questions that are asked of it.
 */
export function lastDay(view: View, table: SeriesTable): Promise<Rows<string>> {
  const names = Object.keys(SERIES[table].figures);
  const { db, head } = view;
  const from = head.height - EPOCHS_PER_DAY;
  return view.past.latest(view, `day of ${table}`, async () => {
    const all = sql`select r.height, ${columnsOf(table, names)} from ${sql.table(table)} r`;
    const { rows } = await sql<Told>`
      select ${allListed(names)} from (
        (${all} where r.height < ${from} order by r.height desc limit 1)
        union all
        (${all} where r.height >= ${from} and r.height <= ${head.height})
      ) r`.execute(db);
    return inOrder(rowsOf(names, rows[0] ?? {}));
  });
}

function inOrder<N extends string>({ heights, values }: Rows<N>): Rows<N> {
  const order = heights.map((height, at) => [height, at] as const).sort(([a], [b]) => a - b);
  const sorted = <T>(list: readonly T[]): T[] => order.map(([, at]) => list[at] as T);
  const entries = [...values].map(([name, told]) => [name, sorted(told)] as const);
  return { heights: sorted(heights), values: new Map(entries) };
}

/** The rows of ranges, and what holds at their ends, of rows that are there, oldest first. */
export function listsIn<N extends string>(
  { heights, values }: Rows<string>,
  names: readonly N[],
  ranges: readonly Range[],
): { lists: Lists<N>[]; ends: Ends<N>[] } {
  // The first row at or above a height.
  const placeOf = (height: number): number => {
    let [low, high] = [0, heights.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((heights[middle] ?? Infinity) < height) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const at = (height: number): Partial<Figures<N>> => {
    const place = placeOf(height + 1) - 1;
    if (place < 0) return {};
    const told = names.map((name) => [name, values.get(name)?.[place]?.toString() ?? null]);
    return Object.fromEntries(told) as Figures<N>;
  };
  const lists = ranges.map(({ bucket, low, high }) => {
    const [from, to] = [placeOf(low), placeOf(high + 1)];
    const cut = names.map((name) => [name, values.get(name)?.slice(from, to) ?? []] as const);
    return { bucket, heights: heights.slice(from, to), values: new Map(cut) };
  });
  return { lists, ends: ranges.map(({ low, high }) => ({ begin: at(low), end: at(high) })) };
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
function foldList(values: readonly (bigint | null)[], heights: readonly number[]): Part | null {
  let part: Part | null = null;
  for (const [index, value] of values.entries()) {
    const height = heights[index];
    if (value === null || height === undefined) continue;
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
): Promise<Partial<Figures<N>>[]> {
  const { rows } = await sql<Partial<Figures<N>>>`
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
  begin: Partial<Figures<N>>;
  end: Partial<Figures<N>>;
}

/** The state after everything that is executed, which is the head's. */
export async function valuesNow<N extends string>(
  { db, head }: View,
  names: readonly N[],
): Promise<Partial<Figures<N>>> {
  const { rows } = await sql<Figures<N>>`
    select ${columnsOf('network_state', names)} from network_now r
    where r.height = ${head.height}`.execute(db);
  return rows[0] ?? {};
}
