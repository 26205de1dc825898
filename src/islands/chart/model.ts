/**
 * A chart's figures: exact decimal strings, what they were between their points, and what they come to.
 */

/**
 * What a series measures. Values are whole numbers of its smallest part: attoFIL, bytes, ones, US cents,
 * hundredths of a percent. `fee`: attoFIL per unit of gas.
 */
export type ChartUnit = 'fil' | 'fee' | 'bytes' | 'count' | 'usd' | 'percent';

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

/** The lowest and the highest value from the point before to a point; nothing where the line tells them. */
export function rangeAt({ values, band }: ChartSeries, index: number): string[] {
  const [low, high] = [band?.lows[index] ?? null, band?.highs[index] ?? null];
  if (low === null && high === null) return [];
  const known = [low, high, values[index - 1] ?? null, values[index] ?? null]
    .filter((value) => value !== null)
    .sort((a, b) => Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b)));
  return [known[0] ?? '', known.at(-1) ?? ''];
}

/** The lines that the axis on the left measures: what a chart is about. */
export const onLeft = ({ series }: ChartData): ChartSeries[] =>
  series.filter(({ right }) => !right);

/** Whether there is anything to draw. */
export function isEmpty(data: ChartData): boolean {
  return data.series.every(({ values }) => values.every((value) => value === null));
}

/** A part of a value that no axis tells: floats have so many places. */
export const UNTOLD = 1e-14;

/** Whether nothing of these moved that could be seen: that is said, not drawn. */
export function isFlat({ series }: Partial<ChartData> & Pick<ChartData, 'series'>): boolean {
  return series.every((one) => {
    const summary = summarise(one);
    if (summary === null || summary.low === summary.high) return true;
    const [low, high] = [BigInt(summary.low), BigInt(summary.high)];
    return Number(high - low) < Math.max(Math.abs(Number(low)), Math.abs(Number(high))) * UNTOLD;
  });
}

/** Whether there is a picture: of nothing, of one point and of lines that never moved there is none. */
export function isPictured(data: ChartData): boolean {
  return !isEmpty(data) && data.times.length > 1 && !isFlat(data);
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

/** How large a value is, whatever its sign. */
export const sizeOf = (value: string): bigint => {
  const whole = BigInt(value);
  return whole < 0n ? -whole : whole;
};

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

/** The smallest part of each unit, as the heads of a CSV name it. */
const SMALLEST: Readonly<Record<ChartUnit, string>> = {
  fil: ' (attoFIL)',
  fee: ' (attoFIL)',
  bytes: ' (B)',
  count: '',
  usd: ' (US cents)',
  percent: ' (0.01 %)',
};

/** The figures as CSV: UTC time, then each series exactly, in its smallest part. */
export function chartCsv({ times, series }: ChartData, timeLabel: string): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const heads = series.map(({ label, unit }) => label + SMALLEST[unit]);
  const head = [timeLabel, ...heads].map(cell).join(',');
  const rows = times.map((time, index) =>
    [new Date(time * 1000).toISOString(), ...series.map(({ values }) => values[index] ?? '')].join(
      ',',
    ),
  );
  return [head, ...rows, ''].join('\n');
}
