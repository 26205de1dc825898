/** In which unit a chart's figures are written, and how: at its axes, at the pointer, in its sentence. */
import { formatBytes } from '#format/bytes.ts';
import { filUnit, formatFil, type FilUnit } from '#format/fil.ts';
import { formatDecimal, formatInt } from '#format/number.ts';
import { formatUtc } from '#format/time.ts';
import type { ChartSeries, ChartUnit, Summary } from './model.ts';

/** A unit as the axis shows it: its name and what a value is divided by. */
export interface ShownUnit {
  of: ChartUnit;
  name: string;
  divisor: number;
}

const BYTE_UNITS = ['B', 'kiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB'] as const;
const FIRST_BYTE_UNIT = 3;
const FIL_DIVISOR: Readonly<Record<FilUnit, number>> = { attoFIL: 1, nanoFIL: 1e9, FIL: 1e18 };

function largest(series: readonly ChartSeries[]): bigint {
  let most = 0n;
  for (const { values, band } of series)
    for (const value of band ? [...values, band.low[0], band.high[0]] : values) {
      if (value === null) continue;
      const whole = BigInt(value);
      const size = whole < 0n ? -whole : whole;
      if (size > most) most = size;
    }
  return most;
}

/**
 * The unit in which the axis of these series reads best, by their largest value: FIL as amounts of
 * one table, bytes from GiB up. All of them measure the same.
 */
export function shownUnit(series: readonly ChartSeries[]): ShownUnit {
  const of = series[0]?.unit ?? 'count';
  if (of === 'count') return { of, name: '', divisor: 1 };
  if (of === 'usd') return { of, name: 'USD', divisor: 100 };
  if (of === 'percent') return { of, name: '%', divisor: 100 };
  const most = largest(series);
  if (of === 'fil') {
    const name = filUnit(most);
    return { of, name, divisor: FIL_DIVISOR[name] };
  }
  let index = FIRST_BYTE_UNIT;
  while (index < BYTE_UNITS.length - 1 && most >= 1024n ** BigInt(index + 1)) index += 1;
  return { of, name: BYTE_UNITS[index] ?? 'B', divisor: 1024 ** index };
}

/** A value exactly, in words and in the unit that its chart shows. */
export function written(value: string, shown: ShownUnit): string {
  if (shown.of === 'count') return formatInt(value);
  if (shown.of === 'bytes') return formatBytes(value);
  if (shown.of === 'usd') return `$${formatDecimal(Number(value) / shown.divisor, 2)}`;
  if (shown.of === 'percent') return `${formatDecimal(Number(value) / shown.divisor, 2)}%`;
  return formatFil(value, { unit: filUnitOf(value, shown) });
}

const DIGITS = 4;

/** The same for reading along: at most four decimals; what is too small for them in a unit of its own. */
export function brief(value: string, shown: ShownUnit): string {
  if (shown.of !== 'fil') return written(value, shown);
  const inShown = formatFil(value, { unit: filUnitOf(value, shown), decimals: DIGITS });
  const text = /^[<>]/.test(inShown) ? formatFil(value, { decimals: DIGITS }) : inShown;
  return text.includes('.') ? text.replace(/\.?0+(?= )/, '') : text;
}

const sizeOf = (value: string): bigint => {
  const whole = BigInt(value);
  return whole < 0n ? -whole : whole;
};

/** Digits before the point that a sentence's largest amount has at most in a smaller unit. */
const MOST_DIGITS = 10;

/** The one unit of a sentence's amounts: the chart's, or a smaller one where they would read 0 in it. */
function unitOfAll(values: readonly string[], shown: ShownUnit): ShownUnit {
  const sizes = values.map(sizeOf).filter((size) => size > 0n);
  const [first] = sizes;
  if (first === undefined) return shown;
  const smallest = sizes.reduce((least, size) => (size < least ? size : least), first);
  const largestOf = sizes.reduce((most, size) => (size > most ? size : most), first);
  const chosen = filUnitOf(largestOf.toString(), shown);
  if (!formatFil(smallest, { unit: chosen, decimals: DIGITS }).startsWith('<'))
    return { ...shown, name: chosen };
  const lesser = filUnit(smallest);
  const fits = formatFil(largestOf, { unit: lesser, decimals: 0 }).replace(/\D/g, '').length;
  return fits > MOST_DIGITS ? shown : { ...shown, name: lesser };
}

/**
 * How a sentence about a series writes its values: in one unit, unless one would read 0 in it, and in
 * full where it could not tell them apart else.
 */
export function toldBy(summary: Summary | null, shown: ShownUnit): (value: string) => string {
  const { first = '0', last = first, low = last, high = low } = summary ?? {};
  const values = [first, last, low, high];
  if (shown.of === 'bytes') {
    const most = values.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
    return (value) => formatBytes(value, undefined, most);
  }
  const unit = shown.of === 'fil' ? unitOfAll(values, shown) : shown;
  const write = low !== high && brief(low, unit) === brief(high, unit) ? written : brief;
  return (value) => write(value, unit);
}

function filUnitOf(value: string, { name }: ShownUnit): FilUnit {
  return isFilUnit(name) ? name : filUnit(BigInt(value));
}

function isFilUnit(name: string): name is FilUnit {
  return Object.hasOwn(FIL_DIVISOR, name);
}

/** The times of days, at whose beginning they stand, are dates; others are told to the minute. */
export function momentOf(times: readonly number[]): (time: number) => string {
  const length = times.every((time) => time % 86_400 === 0) ? 10 : 16;
  return (time) => formatUtc(time).slice(0, length);
}
