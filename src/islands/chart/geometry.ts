/**
 * What is drawn from a chart's figures: pure, so that the server draws the same picture that the browser
 * then makes interactive. Here alone a figure becomes a float: a place on the screen.
 */
import { valueAxis, type AxisOptions, type ValueAxis } from './axis.ts';
import { isFlat, onLeft, rangeAt, type ChartData, type ChartSeries } from './model.ts';
import { shownUnit, type ShownUnit } from './units.ts';

/** Places on the axis: each value in the shown unit, null for a gap. */
export function plotted(series: ChartSeries, unit: ShownUnit): (number | null)[] {
  return series.values.map((value) => (value === null ? null : Number(value) / unit.divisor));
}

/** How far a series reaches between its points, in the shown unit. */
function reached({ band }: ChartSeries, unit: ShownUnit): number[] {
  if (!band) return [];
  return [band.low[0], band.high[0]].map((value) => Number(value) / unit.divisor);
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

/** The axis of what is said and not drawn. */
const NO_AXIS: ValueAxis = { low: 0, high: 1, ticks: [], labels: [] };

/** Whether what a side measures is in the picture: lines that never moved are not, beside others that did. */
export const isDrawn = ({ axis }: Side): boolean => axis !== NO_AXIS;

/** Which axes stand on the left and on the right of the picture. */
export function shownSides({ left, right }: Sides): [onLeft: Side, onRight: Side | null] {
  return right !== null && !isDrawn(left) ? [right, null] : [left, right];
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
  const left = onLeft(data);
  if (right.length === 0) return { left: side(left, {}, 0, 1), right: null };
  const zero = right.some((series) => series.right === 'bars');
  if (isFlat({ series: left }))
    return {
      left: { unit: shownUnit(left), axis: NO_AXIS, scale: [0, 1] },
      right: side(right, { zero }, 0, 1),
    };
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
