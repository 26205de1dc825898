/**
 * A chart's figures and what is drawn from them: pure, so that the server draws the same picture
 * that the browser then makes interactive. Values are exact decimal strings; floats appear only
 * where a figure becomes a place on the screen.
 */

import { formatBytes } from '#format/bytes.ts';
import { filUnit, formatFil, type FilUnit } from '#format/fil.ts';
import { formatDecimal, formatInt } from '#format/number.ts';
import { formatUtc } from '#format/time.ts';
import { valueAxis, type AxisOptions, type ValueAxis } from './axis.ts';

/** What a series measures. Values are whole numbers of its smallest part: attoFIL, bytes, ones, US cents, hundredths of a percent. */
export type ChartUnit = 'fil' | 'bytes' | 'count' | 'usd' | 'percent';

export interface ChartSeries {
  key: string;
  label: string;
  unit: ChartUnit;
  /** Measured by an axis of its own on the right: as bars that stand on zero, or as a line. */
  right?: 'bars' | 'line';
  /** One per time; null where nothing is known, which is drawn as a gap. */
  values: readonly (string | null)[];
  band?: LineBand;
}

/** A value and when it was reached first, Unix seconds. */
export type Extreme = readonly [value: string, time: number];

/** What a line was between its points, exactly. */
export interface LineBand {
  /** The lowest and the highest of the time up to each point; null where the line tells it. */
  lows: readonly (string | null)[];
  highs: readonly (string | null)[];
  /** With which it began, before the first point. */
  first: string;
  /** Of all of the time. */
  low: Extreme;
  high: Extreme;
  /** From when on that is exact; null: all of the time. */
  from: number | null;
}

export interface ChartData {
  /** Unix seconds, ascending. */
  times: readonly number[];
  series: readonly ChartSeries[];
}

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

/** Places on the axis: each value in the shown unit, null for a gap. */
export function plotted(series: ChartSeries, unit: ShownUnit): (number | null)[] {
  return series.values.map((value) => (value === null ? null : Number(value) / unit.divisor));
}

/** How far a series reaches between its points, in the shown unit. */
function reached({ band }: ChartSeries, unit: ShownUnit): number[] {
  if (!band) return [];
  return [band.low[0], band.high[0]].map((value) => Number(value) / unit.divisor);
}

/** Whether there is anything to draw. */
export function isEmpty(data: ChartData): boolean {
  return data.series.every(({ values }) => values.every((value) => value === null));
}

/** Whether nothing moved: that is said, not drawn. */
export function isFlat(data: ChartData): boolean {
  return data.series.every((series) => {
    const summary = summarise(series);
    return summary === null || summary.low === summary.high;
  });
}

/** What is measured in one pane of a chart. */
export interface Side {
  unit: ShownUnit;
  axis: ValueAxis;
  /** The values at the foot and at the top of the picture, of which the pane is a part. */
  scale: readonly [number, number];
}

/** How much of the picture's height the pane above has, and the one below it where there are two. */
const UPPER = 0.64;
const LOWER = 0.26;
/** Marks of the pane below. */
const FEW_INTERVALS = 2;

/** The scale of an axis that lies between two heights of the picture (0: its foot, 1: its top). */
function scaleOf({ low, high }: ValueAxis, from: number, to: number): [number, number] {
  const each = (high - low) / (to - from);
  return [low - from * each, high + (1 - to) * each];
}

export interface Sides {
  left: Side;
  right: Side | null;
}

/** The axes of a chart: what is measured otherwise has a pane of its own below the lines. */
export function sidesOf(data: ChartData): Sides {
  const side = (
    series: readonly ChartSeries[],
    options: AxisOptions,
    from: number,
    to: number,
  ): Side => {
    const unit = shownUnit(series);
    const values = series.flatMap((one) => [...plotted(one, unit), ...reached(one, unit)]);
    const axis = valueAxis(values, { ...options, whole: unit.divisor === 1 });
    return { unit, axis, scale: scaleOf(axis, from, to) };
  };
  const right = data.series.filter((series) => series.right);
  const left = data.series.filter((series) => !series.right);
  if (right.length === 0) return { left: side(left, {}, 0, 1), right: null };
  const zero = right.some((series) => series.right === 'bars');
  return {
    left: side(left, {}, 1 - UPPER, 1),
    right: side(right, { zero, intervals: FEW_INTERVALS }, 0, LOWER),
  };
}

/** The side on which a series is measured. */
export function sideOf({ left, right }: Sides, series: ChartSeries): Side {
  return series.right ? (right ?? left) : left;
}

/** Seconds from one point to the next. */
function stepOf(times: readonly number[]): number {
  const first = times[0] ?? 0;
  return ((times.at(-1) ?? first) - first) / (times.length - 1 || 1);
}

/** From when to when a chart is drawn: bars of the first and the last point need room, and so does the time before the first one. */
export function spanOf({ times, series }: ChartData): [number, number] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  const step = stepOf(times);
  const room = series.some(({ right }) => right === 'bars') ? step / 2 : 0;
  const before = series.some(({ band }) => band) ? step : room;
  return [first - before, last + room];
}

/** A place of a band: the time up to a point, and how far the line went in it. */
export interface Reach {
  from: number;
  to: number;
  low: number;
  high: number;
}

/** Where a series went beyond its line, in the shown unit. */
export function reachesOf(
  times: readonly number[],
  series: ChartSeries,
  { divisor }: ShownUnit,
): Reach[] {
  const step = stepOf(times);
  return times.flatMap((to, index) => {
    const [low, high] = rangeAt(series, index).map((value) => Number(value) / divisor);
    if (low === undefined || high === undefined) return [];
    return [{ from: times[index - 1] ?? to - step, to, low, high }];
  });
}

/** The times of days, at whose beginning they stand, are dates; others are told to the minute. */
export function momentOf(times: readonly number[]): (time: number) => string {
  const length = times.every((time) => time % 86_400 === 0) ? 10 : 16;
  return (time) => formatUtc(time).slice(0, length);
}

/** Where times and values are in a picture `width` by `height`. */
export interface Frame {
  width: number;
  height: number;
  span: readonly [number, number];
  low: number;
  high: number;
}

const across = ({ width, span: [start, end] }: Frame, time: number): number =>
  ((time - start) / (end - start || 1)) * width;

const down = ({ height, low, high }: Frame, value: number): number =>
  height - ((value - low) / (high - low || 1)) * height;

/** To a tenth, in few letters. */
export const tenths = (value: number): string => String(Math.round(value * 10) / 10);

type Point = readonly [x: number, y: number];

/** A part of a picture's height that nobody sees. */
const UNSEEN = 1 / 800;

/** Whether the points between two stand on the line from one to the other, as far as is seen. */
function areOnLine(points: readonly Point[], from: number, to: number, unseen: number): boolean {
  const [[x0, y0] = [0, 0], [x1, y1] = [0, 0]] = [points[from], points[to]];
  return points
    .slice(from + 1, to)
    .every(([x, y]) => Math.abs(y0 + ((y1 - y0) * (x - x0)) / (x1 - x0 || 1) - y) <= unseen);
}

/** A stroke through points, without those that it passes through anyway; a single one is a dot. */
function strokePath(points: readonly Point[], { height }: Frame): string {
  const kept: Point[] = [];
  for (let at = 0, next = 1; at < points.length; at = next - 1) {
    const point = points[at];
    if (point !== undefined) kept.push(point);
    if (at === points.length - 1) break;
    next = at + 2;
    while (next < points.length && areOnLine(points, at, next, height * UNSEEN)) next++;
  }
  const [first = '', ...others] = kept.map(([x, y]) => `${x.toFixed(0)} ${tenths(y)}`);
  return `M${first}${(others.length > 0 ? others : [first]).map((point) => `L${point}`).join('')}`;
}

/**
 * An SVG path through the known points; a gap ends one stroke and begins the next, and a point
 * between two gaps becomes a dot (a stroke of no length with round caps).
 */
export function linePath(
  times: readonly number[],
  values: readonly (number | null)[],
  frame: Frame,
): string {
  const strokes: Point[][] = [[]];
  times.forEach((time, index) => {
    const value = values[index] ?? null;
    if (value === null) strokes.push([]);
    else strokes.at(-1)?.push([across(frame, time), down(frame, value)]);
  });
  return strokes
    .filter((points) => points.length > 0)
    .map((points) => strokePath(points, frame))
    .join('');
}

/** The lowest and the highest value from the point before to a point; nothing where the line tells them. */
export function rangeAt({ values, band }: ChartSeries, index: number): string[] {
  const [low, high] = [band?.lows[index] ?? null, band?.highs[index] ?? null];
  if (low === null && high === null) return [];
  const known = [low, high, values[index - 1] ?? null, values[index] ?? null]
    .filter((value) => value !== null)
    .sort((a, b) => Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b)));
  return [known[0] ?? '', known.at(-1) ?? ''];
}

/** An SVG path of the places of a band. */
export function bandPath(reaches: readonly Reach[], frame: Frame): string {
  return reaches
    .map(({ from, to, low, high }) => {
      const [top, foot] = [tenths(down(frame, high)), tenths(down(frame, low))];
      const [left, right] = [across(frame, from).toFixed(0), across(frame, to).toFixed(0)];
      // What is as flat as the line is drawn by the line.
      return top === foot ? '' : `M${left} ${top}H${right}V${foot}H${left}Z`;
    })
    .join('');
}

/** The part of its place that a bar fills. */
export const BAR_WIDTH = 0.6;

/** An SVG path of bars that stand on zero, one per known value that is not zero. */
export function barPath(
  times: readonly number[],
  values: readonly (number | null)[],
  frame: Frame,
): string {
  const wide = (frame.width / times.length) * BAR_WIDTH;
  const foot = down(frame, 0).toFixed(1);
  return times
    .map((time, index) => {
      const value = values[index] ?? 0;
      if (value === 0) return '';
      const left = across(frame, time) - wide / 2;
      return `M${left.toFixed(1)} ${foot}V${down(frame, value).toFixed(1)}h${wide.toFixed(1)}V${foot}Z`;
    })
    .join('');
}

/** The smallest part of each unit, as the heads of a CSV name it. */
const SMALLEST: Readonly<Record<ChartUnit, string>> = {
  fil: ' (attoFIL)',
  bytes: ' (B)',
  count: '',
  usd: ' (US cents)',
  percent: ' (0.01 %)',
};

/** The figures as CSV: UTC time, then each series exactly, in its smallest part. */
export function chartCsv(data: ChartData, timeLabel: string): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const labels = data.series.map(({ label, unit }) => label + SMALLEST[unit]);
  const head = [timeLabel, ...labels].map(cell).join(',');
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
  /** When it was so low and so high first, Unix seconds; null where only points are known. */
  lowAt: number | null;
  highAt: number | null;
}

/** First, last, lowest and highest known value of a series; null when nothing is known. */
export function summarise({ values, band }: Pick<ChartSeries, 'values' | 'band'>): Summary | null {
  const known = values.filter((value) => value !== null);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  if (band) {
    const [[low, lowAt], [high, highAt]] = [band.low, band.high];
    return { first: band.first, last, low, high, lowAt, highAt };
  }
  let low = first;
  let high = first;
  for (const value of known) {
    if (BigInt(value) < BigInt(low)) low = value;
    if (BigInt(value) > BigInt(high)) high = value;
  }
  return { first, last, low, high, lowAt: null, highAt: null };
}
