/** Where a chart's axes have their marks, and what stands beside them: pure, for server and browser. */
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { formatDecimal } from '#format/number.ts';
import { UNTOLD } from './model.ts';

export interface ValueAxis {
  /** The lowest and the highest mark are the ends of the axis. */
  low: number;
  high: number;
  /** Evenly spaced, ascending. */
  ticks: number[];
  labels: string[];
}

/** Intervals between marks that are wished for. */
const INTERVALS = 4;
/** From here on marks are told in millions. */
const MILLION = 1_000_000;

/** The smallest round step (1, 2, 2.5 or 5 times a power of ten) from about `least` upwards. */
function stepFrom(least: number, whole: boolean): number {
  if (whole && least < 10) return [1, 2, 5, 10].find((step) => step >= least * 0.999) ?? 10;
  const power = 10 ** Math.floor(Math.log10(least));
  const times = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= least * 0.999) ?? 10;
  return times * power;
}

/** How many decimals tell a step exactly, at most 12. */
function decimalsOf(step: number): number {
  let places = 0;
  for (let rest = step; places < 12 && Math.abs(rest - Math.round(rest)) > rest * 1e-6; rest *= 10)
    places += 1;
  return places;
}

export interface AxisOptions {
  /** There is nothing between two whole numbers. */
  whole?: boolean;
  /** Zero is on the axis: bars stand on it. */
  zero?: boolean;
  /** So many intervals: those of the axis on the other side, for whose marks the grid is drawn. */
  intervals?: number | undefined;
}

/**
 * The axis for values in the shown unit (null: unknown). It ends on round marks; it begins at zero
 * when the values fill at least half of the way from there, so that what looks twice as high is.
 */
export function valueAxis(
  values: readonly (number | null)[],
  { whole = false, zero = false, intervals }: AxisOptions = {},
): ValueAxis {
  let least = zero ? 0 : Infinity;
  let most = zero ? 0 : -Infinity;
  for (const value of values) {
    if (value === null) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) [least, most] = [0, 1];
  // What never moves, as far as is seen, stands as high above zero as it is.
  if (most - least <= Math.max(Math.abs(least), Math.abs(most)) * UNTOLD)
    [least, most] = least < 0 ? [least, 0] : [0, most || 1];
  else if (least > 0 && least < most / 2) least = 0;
  const below = (step: number): number => Math.floor(least / step + 1e-9);
  const needed = (step: number): number => Math.max(1, Math.ceil(most / step - 1e-9) - below(step));
  let step = stepFrom((most - least) / (intervals ?? INTERVALS), whole);
  if (intervals !== undefined) while (needed(step) > intervals) step = stepFrom(step * 1.01, whole);
  const first = below(step);
  const count = intervals ?? needed(step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: (first + count) * step, ticks, labels: labelsOf(ticks, step) };
}

function labelsOf(ticks: readonly number[], step: number): string[] {
  const largest = Math.max(...ticks.map(Math.abs));
  const [divisor, sign] = largest >= 10 * MILLION ? [MILLION, 'M'] : [1, ''];
  const places = decimalsOf(step / divisor);
  return ticks.map((tick) => (tick === 0 ? '0' : formatDecimal(tick / divisor, places) + sign));
}

export interface TimeTick {
  /** Unix seconds. */
  at: number;
  label: string;
  /** A second line: the day of an hour, the year of a day; only where it begins. */
  under: string;
}

/** Steps between marks in seconds; beyond days, whole months are counted. */
const STEPS = [
  60,
  300,
  600,
  1800,
  3600,
  7200,
  10_800,
  21_600,
  43_200,
  DAY_SECONDS,
  2 * DAY_SECONDS,
  3 * DAY_SECONDS,
  7 * DAY_SECONDS,
  14 * DAY_SECONDS,
];
const MONTHS = [1, 2, 3, 6, 12, 24, 60];
const MONTH = 30 * DAY_SECONDS;

function monthly(start: number, end: number, step: number): number[] {
  const marks: number[] = [];
  const first = new Date(start * 1000);
  for (let month = Math.floor(first.getUTCMonth() / step) * step; ; month += step) {
    const at = Date.UTC(first.getUTCFullYear(), month) / 1000;
    if (at > end) return marks;
    if (at >= start) marks.push(at);
  }
}

/**
 * Marks of a time axis in UTC, at most about `most`, on round times: minutes and hours with the day
 * where one begins, days and months with the year where one begins. The first mark always has both.
 */
export function timeAxis(start: number, end: number, most: number): TimeTick[] {
  const wished = (end - start) / Math.max(1, most);
  const step = STEPS.find((seconds) => seconds >= wished);
  const months = MONTHS.find((count) => count * MONTH >= wished) ?? 120;
  const marks = step === undefined ? monthly(start, end, months) : [];
  if (step !== undefined)
    for (let at = Math.ceil(start / step) * step; at <= end; at += step) marks.push(at);
  let before = '';
  return marks.map((at) => {
    const iso = new Date(at * 1000).toISOString();
    const hours = step !== undefined && step < DAY_SECONDS;
    const [under, label] = hours
      ? [iso.slice(5, 10), iso.slice(11, 16)]
      : [iso.slice(0, 4), iso.slice(5, step === undefined ? 7 : 10)];
    const begins = under !== before;
    before = under;
    return { at, label, under: begins ? under : '' };
  });
}
