/**
 * What a figure was between two points of a chart: its lowest, highest and mean value over all epochs
 * there, exactly. At an epoch it is what the newest tipset up to there tells, null rounds included; so
 * the time of a longer chart holds all that the time of a shorter one does.
 */
import { EPOCHS_PER_DAY, EPOCHS_PER_HOUR } from '#filecoin/epoch.ts';
import { hourEnd, keptHours, SERIES, type SeriesName, type SeriesTable } from '#store/series.ts';
import {
  foldHours,
  foldLists,
  lastDay,
  listsIn,
  listsOf,
  ofOne,
  valuesAt,
  valuesNow,
  type Ends,
  type Folded,
  type Lists,
  type Range,
} from './bandParts.ts';
import { epochsOf, type SampleInput } from './parameters.ts';
import type { View } from './view.ts';
import type { Band } from './wire.ts';

/** The epochs above `above` up to `through`. */
export interface Bucket {
  above: number;
  through: number;
}

/** The times between the samples of an even grid, each up to its sample; they fill the duration. */
export function bucketsOf({ head, network }: View, { duration, samples }: SampleInput): Bucket[] {
  const epochs = epochsOf(duration);
  const buckets: Bucket[] = [];
  let above = head.height - epochs;
  for (let left = samples - 1; left >= 0; left--) {
    const through = head.height - Math.floor((left * epochs) / samples);
    if (through >= network.startHeight)
      buckets.push({ above: Math.max(above, network.startHeight - 1), through });
    above = through;
  }
  return buckets;
}

/** Bands by figure, one per bucket; null where the index does not know them (yet). */
export type Bands<Name extends string> = Readonly<Record<Name, readonly (Band | null)[]>>;

/** Those of one bucket. */
export function bandsAt<Name extends string>(bands: Bands<Name>, bucket: number) {
  const entries = Object.entries<readonly (Band | null)[]>(bands);
  return Object.fromEntries(
    entries.map(([name, all]) => [name, all[bucket] ?? null]),
  ) as unknown as Record<Name, Band | null>;
}

/** Where each of a bucket's bands ends, which is its sample; null where one of them is not known. */
export function lastsAt<Name extends string>(
  bands: Bands<Name>,
  bucket: number,
): Record<Name, string> | null {
  const entries = Object.entries<readonly (Band | null)[]>(bands);
  const lasts = entries.map(([name, all]) => [name, all[bucket]?.last] as const);
  return lasts.some(([, last]) => last === undefined)
    ? null
    : (Object.fromEntries(lasts) as Record<Name, string>);
}

/** A band with so much more at each of its epochs; null where that is not known. */
export function raised(band: Band | null, by: number | null): Band | null {
  if (band === null || by === null) return null;
  const plus = (value: string): string => (BigInt(value) + BigInt(by)).toString();
  const { first, last, min, max, mean, ...heights } = band;
  return {
    ...heights,
    first: plus(first),
    last: plus(last),
    min: plus(min),
    max: plus(max),
    mean: plus(mean),
  };
}

/**
 * Bands of the network's figures. Costs, whatever the duration: the hours in it of each figure, and for
 * each bucket at most the tipsets of two hours; of a day all its tipsets, once per head.
 */
export async function networkBands<T extends SeriesTable, N extends SeriesName<T> & string>(
  view: View,
  table: T,
  names: readonly N[],
  asked: readonly Bucket[],
): Promise<Bands<N>> {
  const { after } = SERIES[table];
  // The first tipset tells of the epoch after it.
  const buckets = asked.map(({ above, through }) => ({
    above: Math.max(above, view.network.startHeight - 1 + after),
    through,
  }));
  const { spans, hours, rows, known } = await partsOf(view, buckets, after);
  const [{ lists, ends }, ofHours, now] = await Promise.all([
    rowsAndEnds(view, table, names, spans, rows),
    foldHours(view, names, hours),
    table === 'network_state' ? valuesNow(view, names) : null,
  ]);
  const told = [...foldLists(lists), ...ofHours].map((part) => ({
    ...part,
    lowAt: part.lowAt + after,
    highAt: part.highAt + after,
  }));
  for (const series of names) {
    const value = now?.[series] ?? null;
    if (value === null) continue;
    told.push({ bucket: buckets.length - 1, series, ...ofOne(BigInt(value), view.head.height) });
  }
  const parts = Map.groupBy(told, ({ bucket, series }) => placeOf(bucket, series));
  const bandsOf = (name: N): (Band | null)[] =>
    buckets.map(({ above }, at) => {
      const newest = at === buckets.length - 1 ? now?.[name] : null;
      const begin = ends[at]?.begin[name] ?? null;
      const end = newest ?? ends[at]?.end[name] ?? null;
      if (begin === null || end === null || !known(at)) return null;
      return bandOf({ begin, end, from: above + 1 }, parts.get(placeOf(at, name)) ?? []);
    });
  return Object.fromEntries(names.map((name) => [name, bandsOf(name)])) as unknown as Bands<N>;
}

/** What rows tell, and what holds where each span begins and ends. */
async function rowsAndEnds<N extends string>(
  view: View,
  table: SeriesTable,
  names: readonly N[],
  spans: readonly Range[],
  rows: readonly Range[],
): Promise<{ lists: Lists<N>[]; ends: Ends<N>[] }> {
  if (rows === spans) return listsIn(await lastDay(view, table), names, spans);
  const heights = [...spans.map(({ low }) => low), ...spans.map(({ high }) => high)];
  const [values, lists] = await Promise.all([
    valuesAt(view, table, names, heights),
    listsOf(view, table, names, rows),
  ]);
  const ends = spans.map((_, at) => ({
    begin: values[at] ?? {},
    end: values[spans.length + at] ?? {},
  }));
  return { lists, ends };
}

const placeOf = (bucket: number, series: string): string => `${bucket}/${series}`;

/** `begin`: the value at its first epoch, `from`. */
function bandOf(
  { begin, end, from }: { begin: string; end: string; from: number },
  parts: readonly Folded[],
): Band | null {
  const lows = parts.map(({ low, lowAt }): Extreme => [low, lowAt]);
  const highs = parts.map(({ high, highAt }): Extreme => [high, highAt]);
  lows.push([BigInt(begin), from]);
  highs.push([BigInt(begin), from]);
  const [min] = lows.sort((a, b) => Number(a[0] > b[0]) - Number(a[0] < b[0]) || a[1] - b[1]);
  const [max] = highs.sort((a, b) => Number(a[0] < b[0]) - Number(a[0] > b[0]) || a[1] - b[1]);
  if (!min || !max) return null;
  const tipsets = BigInt(parts.reduce((all, part) => all + part.tipsets, 0));
  const sum = parts.reduce((all, part) => all + part.sum, 0n);
  return {
    first: begin,
    last: end,
    min: min[0].toString(),
    minHeight: min[1],
    max: max[0].toString(),
    maxHeight: max[1],
    mean: tipsets === 0n ? end : (sum / tipsets).toString(),
  };
}

/** A value, and the height at which it was reached first. */
type Extreme = [value: bigint, height: number];

/** The heights of buckets, their whole hours, and the rows at their ends; `known`: whether all hours of a bucket are kept. */
async function partsOf(
  { db, head, network }: View,
  buckets: readonly Bucket[],
  after: number,
): Promise<{ spans: Range[]; hours: Range[]; rows: Range[]; known(bucket: number): boolean }> {
  const spans = buckets.map(({ above, through }, bucket) => ({
    bucket,
    low: above + 1 - after,
    high: through - after,
  }));
  const start = buckets[0]?.above ?? head.height;
  if (head.height - start <= EPOCHS_PER_DAY) {
    return { spans, hours: [], rows: spans, known: () => true };
  }
  const kept = await keptHours(db);
  const hours: Range[] = [];
  const rows: Range[] = [];
  const unknown = new Set<number>();
  for (const range of spans) {
    const { bucket, low, high } = range;
    // The first hour of an index begins with it.
    const whole = low % EPOCHS_PER_HOUR === 0 || low <= network.startHeight;
    const first = hourEnd(Math.max(low, 0)) + (whole ? 0 : EPOCHS_PER_HOUR);
    const last = Math.min(hourEnd(high + 1) - EPOCHS_PER_HOUR, kept?.newest ?? -1);
    if (first > last) {
      if (high - low < 3 * EPOCHS_PER_HOUR) rows.push(range);
      else unknown.add(bucket);
      continue;
    }
    if (!kept || first < kept.oldest) {
      unknown.add(bucket);
      continue;
    }
    if (low <= first - EPOCHS_PER_HOUR) rows.push({ bucket, low, high: first - EPOCHS_PER_HOUR });
    hours.push({ bucket, low: first, high: last });
    if (last < high) rows.push({ bucket, low: last + 1, high });
  }
  return { spans, hours, rows, known: (bucket) => !unknown.has(bucket) };
}
