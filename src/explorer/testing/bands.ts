/** What bands of charts are held against: the values at all epochs. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Band } from '../wire.ts';

export const DAYS = { '24h': 1, '7d': 7, '30d': 30, '1y': 365 } as const;
export type Duration = keyof typeof DAYS;
export const DURATIONS = Object.keys(DAYS) as Duration[];

export interface Sample {
  height: number;
  bands: Readonly<Record<string, Band | null>>;
}
export type Value = readonly [from: number, value: bigint];

/** What changes hold at every epoch from the first one up to `head`: each from its epoch on. */
export function heldAt(changes: readonly Value[], head: number): Map<number, bigint> {
  const held = new Map<number, bigint>();
  changes.forEach(([from, value], index) => {
    const until = changes[index + 1]?.[0] ?? head + 1;
    for (let epoch = from; epoch < until; epoch++) held.set(epoch, value);
  });
  return held;
}

export interface Chart {
  start: number;
  head: number;
  days: number;
  /** The mean is over epochs; otherwise over tipsets, and not looked at here. */
  ofEpochs?: boolean;
}

/** Every band is that of its epochs, and says where its extremes were reached first; of nothing there is none. */
export function expectBands(
  samples: readonly Sample[],
  field: string,
  held: ReadonlyMap<number, bigint>,
  { start, head, days, ofEpochs = false }: Chart,
): void {
  let above = Math.max(head - days * 2880, start - 1);
  for (const { height, bands } of samples) {
    const band = bands[field];
    const values: [bigint, number][] = [];
    for (let epoch = above + 1; epoch <= height; epoch++) {
      const value = held.get(epoch);
      if (value !== undefined) values.push([value, epoch]);
    }
    above = height;
    if (values.length === 0) {
      expect({ field, height, band: band ?? null }).toEqual({ field, height, band: null });
      continue;
    }
    const sorted = [...values].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
    const top = sorted.at(-1)?.[0];
    const sum = values.reduce((all, [value]) => all + value, 0n);
    const mean = ofEpochs ? String(sum / BigInt(values.length)) : band?.mean;
    expect({ field, height, ...band }).toEqual({
      field,
      height,
      first: String(values[0]?.[0]),
      last: String(values.at(-1)?.[0]),
      min: String(sorted[0]?.[0]),
      minHeight: sorted[0]?.[1],
      max: String(top),
      maxHeight: sorted.find(([value]) => value === top)?.[1],
      mean,
    });
  }
}

/** The least and the most of all of a chart. */
export function rangeOf(samples: readonly Sample[], field: string): [bigint, bigint] {
  const bands = samples.flatMap(({ bands: all }) => all[field] ?? []);
  expect(bands).toHaveLength(samples.length);
  const lows = bands.map(({ min }) => BigInt(min));
  const highs = bands.map(({ max }) => BigInt(max));
  return [lows.reduce((a, b) => (b < a ? b : a)), highs.reduce((a, b) => (b > a ? b : a))];
}

/** A longer chart shows no narrower range than a shorter one. */
export function expectNested(charts: readonly (readonly Sample[])[], field: string): void {
  const ranges = charts.map((samples) => rangeOf(samples, field));
  for (const [index, [low, high]] of ranges.entries()) {
    const [lower, higher] = ranges[index + 1] ?? [low, high];
    expect(lower <= low && higher >= high, `${field}: ${ranges.join(' | ')}`).toBe(true);
  }
}

/** Any number of samples for each duration. */
export const grids = fc.tuple(...DURATIONS.map(() => fc.integer({ min: 1, max: 400 })));
