/**
 * A chart's figures and what is drawn from them: pure, so that the server draws the same picture
 * that the browser then makes interactive. Values are exact decimal strings; floats appear only
 * where a figure becomes a place on the screen.
 */

import { formatBytes } from '#format/bytes.ts';
import { filUnit, formatFil, type FilUnit } from '#format/fil.ts';
import { formatInt } from '#format/number.ts';

/** What a series measures. Values are whole numbers of its smallest part (attoFIL, bytes, ones). */
export type ChartUnit = 'fil' | 'bytes' | 'count';

export interface ChartSeries {
  key: string;
  label: string;
  /** One per time; null where nothing is known, which is drawn as a gap. */
  values: readonly (string | null)[];
}

export interface ChartData {
  /** Unix seconds, ascending. */
  times: readonly number[];
  unit: ChartUnit;
  series: readonly ChartSeries[];
}

/** A unit as the axis shows it: its name and what a value is divided by. */
export interface ShownUnit {
  name: string;
  divisor: number;
}

const BYTE_UNITS = ['B', 'kiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB'] as const;
const FIRST_BYTE_UNIT = 3;
const FIL_DIVISOR: Readonly<Record<FilUnit, number>> = { attoFIL: 1, nanoFIL: 1e9, FIL: 1e18 };

function largest(series: readonly ChartSeries[]): bigint {
  let most = 0n;
  for (const { values } of series)
    for (const value of values) {
      if (value === null) continue;
      const whole = BigInt(value);
      const size = whole < 0n ? -whole : whole;
      if (size > most) most = size;
    }
  return most;
}

/**
 * The unit in which a chart's axis reads best, by its largest value: FIL as amounts of one table,
 * bytes from GiB up.
 */
export function shownUnit(unit: ChartUnit, series: readonly ChartSeries[]): ShownUnit {
  if (unit === 'count') return { name: '', divisor: 1 };
  const most = largest(series);
  if (unit === 'fil') {
    const name = filUnit(most);
    return { name, divisor: FIL_DIVISOR[name] };
  }
  let index = FIRST_BYTE_UNIT;
  while (index < BYTE_UNITS.length - 1 && most >= 1024n ** BigInt(index + 1)) index += 1;
  return { name: BYTE_UNITS[index] ?? 'B', divisor: 1024 ** index };
}

/** A value exactly, in words and in the unit that its chart shows. */
export function written(value: string, unit: ChartUnit, shown: ShownUnit): string {
  if (unit === 'count') return formatInt(value);
  if (unit === 'bytes') return formatBytes(value);
  return formatFil(value, { unit: filUnitOf(value, shown) });
}

const DIGITS = 4;

/** The same for reading along: four decimals, of what is below one the first four digits. */
export function brief(value: string, unit: ChartUnit, shown: ShownUnit): string {
  if (unit !== 'fil') return written(value, unit, shown);
  const name = filUnitOf(value, shown);
  const zeros = Math.round(Math.log10(FIL_DIVISOR[name])) - value.replace('-', '').length;
  const text = formatFil(value, { unit: name, decimals: DIGITS + Math.max(0, zeros) });
  return text.includes('.') ? text.replace(/\.?0+(?= )/, '') : text;
}

function filUnitOf(value: string, { name }: ShownUnit): FilUnit {
  return isFilUnit(name) ? name : filUnit(BigInt(value));
}

function isFilUnit(name: string): name is FilUnit {
  return Object.hasOwn(FIL_DIVISOR, name);
}

/** Places on the axis: each value in the shown unit, null for a gap. */
export function plotted(series: ChartSeries, unit: ShownUnit): (number | null)[] {
  return series.values.map((value) => (value === null ? null : Number(value) / unit.divisor));
}

/** Whether there is anything to draw. */
export function isEmpty(data: ChartData): boolean {
  return data.series.every(({ values }) => values.every((value) => value === null));
}

export interface Box {
  width: number;
  height: number;
}

/**
 * An SVG path through the known points; a gap ends one stroke and begins the next, and a point
 * between two gaps becomes a dot (a stroke of no length with round caps).
 */
export function linePath(
  times: readonly number[],
  values: readonly (number | null)[],
  [low, high]: readonly [number, number],
  box: Box,
): string {
  const start = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - start || 1;
  let path = '';
  let open = false;
  times.forEach((time, index) => {
    const value = values[index] ?? null;
    if (value === null) {
      open = false;
      return;
    }
    const x = ((time - start) / span) * box.width;
    const y = box.height - ((value - low) / (high - low || 1)) * box.height;
    const point = `${x.toFixed(1)} ${y.toFixed(1)}`;
    const alone = !open && (values[index + 1] ?? null) === null;
    path += open ? `L${point}` : `M${point}`;
    if (alone) path += `L${point}`;
    open = true;
  });
  return path;
}

/** The figures as CSV: UTC time, then each series exactly, in its smallest part. */
export function chartCsv(data: ChartData, timeLabel: string): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const head = [timeLabel, ...data.series.map(({ label }) => label)].map(cell).join(',');
  const rows = data.times.map((time, index) =>
    [
      new Date(time * 1000).toISOString(),
      ...data.series.map(({ values }) => values[index] ?? ''),
    ].join(','),
  );
  return [head, ...rows, ''].join('\n');
}

export interface Summary {
  first: string;
  last: string;
  low: string;
  high: string;
}

/** First, last, lowest and highest known value of a series; null when nothing is known. */
export function summarise(values: readonly (string | null)[]): Summary | null {
  const known = values.filter((value) => value !== null);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  let low = first;
  let high = first;
  for (const value of known) {
    if (BigInt(value) < BigInt(low)) low = value;
    if (BigInt(value) > BigInt(high)) high = value;
  }
  return { first, last, low, high };
}
