/**
 * Bands of figures that are made of others at each epoch, and that no row keeps. All epochs of the last
 * 30 days are looked at, and of the time before the last epoch of each hour: a longer chart holds all
 * that a shorter one does.
 */
import { EPOCHS_PER_DAY, EPOCHS_PER_HOUR } from '#filecoin/epoch.ts';
import { hourEnd } from '#store/series.ts';
import type { Bucket } from './bands.ts';
import type { Past, View } from './view.ts';
import type { Band } from './wire.ts';

/** So many epochs up to the head are all looked at. */
const EXACT_EPOCHS = 30 * EPOCHS_PER_DAY;
/** So many are made by one question: others get their turn in between. */
const AT_ONCE = EPOCHS_PER_DAY;

type Amount = bigint | number;
type Values<T> = readonly (T | null)[];

export interface EpochFigure<T extends Amount> {
  /** The first epoch that has it. */
  from(view: View): number;
  /** At all epochs from `low` up to `high`; null where something that it takes is not known. */
  valuesIn(view: View, low: number, high: number): Promise<Values<T>>;
  /** The same at single epochs, in their order. */
  valuesAt(view: View, epochs: readonly number[]): Promise<Values<T>>;
}

/** What a bucket ends with, and all that it had. */
export interface Ended<T> {
  value: T | null;
  band: Band | null;
}

/** What epochs had. */
interface Kept<T> {
  /** By its last epoch: all of an hour whose epochs are final, so that nothing changes it any more. */
  hours: Map<number, Values<T>>;
  /** The other hours, as the head had them that was asked for last. */
  latest: { token: string; hours: Map<number, Values<T>> };
  /** By epoch: the last one of an hour. */
  ends: Map<number, T>;
}

/** An epoch's value, and for how many it stands. */
type Point<T> = readonly [epoch: number, value: T, epochs: number];

/**
 * Reads a figure's bands; it keeps what the final epochs had, so that a new head costs the epochs of a
 * fork, and those of an hour at both ends of the time that was asked for.
 */
export function bandsOfFigure<T extends Amount>(
  figure: EpochFigure<T>,
): (view: View, buckets: readonly Bucket[]) => Promise<Ended<T>[]> {
  const kept = new WeakMap<Past, Kept<T>>();
  const keptOf = ({ past, head: { token } }: View): Kept<T> => {
    const latest = { token, hours: new Map<number, Values<T>>() };
    const known: Kept<T> = kept.get(past) ?? { hours: new Map(), ends: new Map(), latest };
    if (known.latest.token !== token) known.latest = latest;
    kept.set(past, known);
    return known;
  };
  const hourOf = (view: View, end: number): Values<T> | undefined => {
    const { hours, latest } = keptOf(view);
    return hours.get(end) ?? latest.hours.get(end);
  };
  const startOf = (view: View, end: number): number =>
    Math.max(end + 1 - EPOCHS_PER_HOUR, figure.from(view));

  /** At all epochs from `low` up to `high`, which is the head at most. */
  async function allOf(view: View, low: number, high: number): Promise<Values<T>> {
    const values: (T | null)[] = [];
    for (let at = low; at <= high;) {
      const end = hourEnd(at);
      const from = startOf(view, end);
      const known = hourOf(view, end);
      if (known) {
        values.push(...known.slice(at - from, high + 1 - from));
        at = end + 1;
        continue;
      }
      // Whole hours are made, as they are to be kept.
      let to = end;
      while (to < high && to - from < AT_ONCE && !hourOf(view, to + EPOCHS_PER_HOUR))
        to += EPOCHS_PER_HOUR;
      to = Math.min(to, view.head.height);
      const made = await figure.valuesIn(view, from, to);
      keep(view, from, made);
      values.push(...made.slice(at - from, high + 1 - from));
      at = to + 1;
    }
    return values;
  }

  function keep(view: View, from: number, made: Values<T>): void {
    const { hours, latest } = keptOf(view);
    for (let end = hourEnd(from); startOf(view, end) < from + made.length; end += EPOCHS_PER_HOUR) {
      const hour = made.slice(startOf(view, end) - from, end + 1 - from);
      // What the node could not tell it may tell later.
      const isLasting = end <= view.head.finalHeight && !hour.includes(null);
      (isLasting ? hours : latest.hours).set(end, hour);
    }
    for (const end of hours.keys())
      if (end < view.head.height - EXACT_EPOCHS - EPOCHS_PER_DAY) hours.delete(end);
  }

  async function someOf(view: View, epochs: readonly number[]): Promise<Values<T>> {
    const { ends } = keptOf(view);
    const missing = epochs.filter((epoch) => !ends.has(epoch));
    const made = missing.length === 0 ? [] : await figure.valuesAt(view, missing);
    const found = new Map(missing.map((epoch, at) => [epoch, made[at] ?? null]));
    for (const [epoch, value] of found)
      if (value !== null && epoch === hourEnd(epoch) && epoch <= view.head.finalHeight)
        ends.set(epoch, value);
    return epochs.map((epoch) => ends.get(epoch) ?? found.get(epoch) ?? null);
  }

  return async (view, buckets) => {
    const { head } = view;
    const first = figure.from(view);
    const low = Math.max((buckets[0]?.above ?? head.height) + 1, first);
    const exact = Math.max(low, head.height + 1 - EXACT_EPOCHS);
    const singles = epochsBelow(exact, low, buckets);
    const [older, newer] = [
      await someOf(view, singles),
      await allOf(view, exact, Math.min(buckets.at(-1)?.through ?? -1, head.height)),
    ];
    const epochs = [...singles, ...newer.map((_, at) => exact + at)];
    const values = [...older, ...newer];
    let place = 0;
    return buckets.map(({ above, through }): Ended<T> => {
      const points: Point<T>[] = [];
      let begun = false;
      let value: T | null = null;
      for (let last = Math.max(above, first - 1); (epochs[place] ?? Infinity) <= through; place++) {
        const epoch = epochs[place] ?? 0;
        value = values[place] ?? null;
        if (value === null) continue;
        begun ||= epoch === Math.max(above + 1, first);
        points.push([epoch, value, epoch - last]);
        last = epoch;
      }
      return { value, band: begun && value !== null ? bandOf(points) : null };
    });
  };
}

/** Where buckets begin and end below an epoch, and the ends of the hours there, from `low` on. */
function epochsBelow(exact: number, low: number, buckets: readonly Bucket[]): number[] {
  const epochs = new Set<number>();
  for (let end = hourEnd(low); end < exact; end += EPOCHS_PER_HOUR) epochs.add(end);
  for (const { above, through } of buckets) {
    const from = Math.max(above + 1, low);
    if (from < exact) epochs.add(from);
    if (through >= low && through < exact) epochs.add(through);
  }
  return [...epochs].sort((a, b) => a - b);
}

function bandOf<T extends Amount>(points: readonly Point<T>[]): Band | null {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  let [min, max] = [first, first];
  for (const point of points) {
    if (point[1] < min[1]) min = point;
    if (point[1] > max[1]) max = point;
  }
  return {
    first: told(first[1]),
    last: told(last[1]),
    min: told(min[1]),
    minHeight: min[0],
    max: told(max[1]),
    maxHeight: max[0],
    mean: told(meanOf(points)),
  };
}

/** Each value counts as often as there are epochs for which it stands. */
function meanOf(points: readonly Point<Amount>[]): Amount {
  const epochs = points.reduce((sum, [, , count]) => sum + count, 0);
  let [whole, float] = [0n, 0];
  for (const [, value, count] of points)
    if (typeof value === 'bigint') whole += value * BigInt(count);
    else float += value * count;
  return typeof points[0]?.[1] === 'bigint' ? whole / BigInt(epochs) : float / epochs;
}

/** As a decimal string: of a float all its digits, without an exponent. */
function told(value: Amount): string {
  const text = String(value);
  const [, whole, part = '', places] = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return whole === undefined ? text : `0.${'0'.repeat(Number(places) - 1)}${whole}${part}`;
}
