/** In which unit a chart's figures are written, and how: at its axes, at the pointer, in its sentence. */
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { byteUnit, bytesOf, formatBytes, type ByteUnit } from '#format/bytes.ts';
import { filParts, filUnit, formatFil, type FilUnit } from '#format/fil.ts';
import { formatDecimal, formatInt } from '#format/number.ts';
import { formatUtc } from '#format/time.ts';
import { sizeOf, type ChartSeries, type ChartUnit, type Summary } from './model.ts';

/** The one unit of a chart's axis and of all that is told of it: its name and what a value is divided by. */
export type ShownUnit = { divisor: number } & (
  | { of: 'fil'; name: FilUnit }
  | { of: 'bytes'; name: ByteUnit }
  | { of: Exclude<ChartUnit, 'fil' | 'fee' | 'bytes'>; name: string }
);

const GIB = 2n ** 30n;
const FIL_DIVISOR: Readonly<Record<FilUnit, number>> = { attoFIL: 1, nanoFIL: 1e9, FIL: 1e18 };

/** How large the values of series are that are not zero. */
function sizesOf(series: readonly ChartSeries[]): bigint[] {
  return series
    .flatMap(({ values, band }) => (band ? [...values, band.low[0], band.high[0]] : values))
    .flatMap((value) => (value === null ? [] : [sizeOf(value)]))
    .filter((size) => size > 0n);
}

/** Decimals of FIL and its parts, where they show {@link LEAST_DIGITS}. */
const FIL_DECIMALS = 4;
const BYTE_DECIMALS = 3;
/** The same in a sentence: the fewest, and more up to all. */
const SENTENCE_DECIMALS = Array.from({ length: 18 - FIL_DECIMALS + 1 }, (_, i) => FIL_DECIMALS + i);
/** Digits that a small value shows at least. */
const LEAST_DIGITS = 4;
/** Digits before the point that the largest amount of a chart has at most, for the sake of its smallest. */
const MOST_DIGITS = 8;

/** The unit that fits the largest amount, or a smaller one that the smallest one needs. */
function filUnitOf(sizes: readonly bigint[]): FilUnit {
  const most = sizes.reduce((a, b) => (b > a ? b : a), 0n);
  const least = sizes.reduce((a, b) => (b < a ? b : a), most);
  const [unit, lesser] = [filUnit(most), filUnit(least)];
  const isSeen = Number(least) / FIL_DIVISOR[unit] >= 10 ** -FIL_DECIMALS;
  return isSeen || Number(most) / FIL_DIVISOR[lesser] >= 10 ** MOST_DIGITS ? unit : lesser;
}

/** The unit in which the axis of these series reads best; bytes from GiB up. All of them measure the same. */
export function shownUnit(series: readonly ChartSeries[]): ShownUnit {
  const of = series[0]?.unit ?? 'count';
  if (of === 'count') return { of, name: '', divisor: 1 };
  if (of === 'usd') return { of, name: 'USD', divisor: 100 };
  if (of === 'percent') return { of, name: '%', divisor: 100 };
  if (of === 'fee') {
    // The newest decides: it is the same in all time spans of a page.
    const name = filUnit(BigInt(series[0]?.values.findLast((value) => value !== null) ?? 0));
    return { of: 'fil', name, divisor: FIL_DIVISOR[name] };
  }
  const sizes = sizesOf(series);
  if (of === 'fil') {
    const name = filUnitOf(sizes);
    return { of, name, divisor: FIL_DIVISOR[name] };
  }
  const name = byteUnit(sizes.reduce((a, b) => (b > a ? b : a), GIB));
  return { of, name, divisor: Number(bytesOf(name)) };
}

/** A value exactly, in words and in the unit that its chart shows. */
export function written(value: string, shown: ShownUnit): string {
  if (shown.of === 'fil') return formatFil(value, { unit: shown.name });
  if (shown.of === 'count') return formatInt(value);
  if (shown.of === 'usd') return `$${formatDecimal(Number(value) / shown.divisor, 2)}`;
  if (shown.of === 'percent') return `${formatDecimal(Number(value) / shown.divisor, 2)}%`;
  return brief(value, shown);
}

/** So many decimals, or as many as show the first digits of what is too small for them. */
function decimalsOf(value: string, { divisor }: ShownUnit, usual: number): number {
  const size = Number(sizeOf(value)) / divisor;
  return size === 0 ? usual : Math.max(usual, LEAST_DIGITS - 1 - Math.floor(Math.log10(size)));
}

const withoutZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+(?= )/, '') : text;

/** Whether none of the digits of a FIL amount would be seen in the chart's unit. */
const isUnseen = (value: string, shown: ShownUnit): boolean =>
  shown.of === 'fil' && filParts(value, { unit: shown.name, decimals: FIL_DECIMALS }).bound !== '';

/** The same for reading along, in few decimals; FIL that these would not show in the unit that fits it. */
export function brief(value: string, shown: ShownUnit, filDecimals = FIL_DECIMALS): string {
  if (!isUnseen(value, shown)) return inUnit(value, shown, filDecimals);
  const name = filUnit(BigInt(value));
  return inUnit(value, { of: 'fil', name, divisor: FIL_DIVISOR[name] }, filDecimals);
}

/** The same in the chart's unit, whatever the size. */
function inUnit(value: string, shown: ShownUnit, filDecimals = FIL_DECIMALS): string {
  if (shown.of === 'bytes')
    return withoutZeros(formatBytes(value, decimalsOf(value, shown, BYTE_DECIMALS), shown.name));
  if (shown.of !== 'fil') return written(value, shown);
  const decimals = decimalsOf(value, shown, filDecimals);
  return withoutZeros(formatFil(value, { unit: shown.name, decimals }));
}

/** The same without the chart's unit, which stands in the head of a column. */
export function bare(value: string, shown: ShownUnit): string {
  const text = inUnit(value, shown);
  if (shown.of === 'usd') return text.replace('$', '');
  return text.endsWith(shown.name)
    ? text.slice(0, text.length - shown.name.length).trimEnd()
    : text;
}

/**
 * How a sentence about a series writes its values: briefly, or with as many more decimals as tell its
 * lowest and its highest apart. No line ends between a figure and its unit.
 */
export function toldBy(summary: Summary | null, shown: ShownUnit): (value: string) => string {
  const { first = '0', last = first, low = first, high = last } = summary ?? {};
  const unit = oneUnit([first, last, low, high], shown);
  const decimals = SENTENCE_DECIMALS.find(
    (some) => brief(low, unit, some) !== brief(high, unit, some),
  );
  return (value) => brief(value, unit, decimals).replaceAll(' ', '\u00a0');
}

/** From so many times the smallest amount on the largest is in a unit of its own. */
const FAR = 10n ** 10n;

/** The unit of all amounts of a sentence: that of the smallest, where the chart's would not show it. */
function oneUnit(values: readonly string[], shown: ShownUnit): ShownUnit {
  if (shown.of !== 'fil') return shown;
  const sizes = values.flatMap((value) => (value === '0' ? [] : [sizeOf(value)]));
  const [some] = sizes;
  if (some === undefined) return shown;
  const smallest = sizes.reduce((least, one) => (one < least ? one : least), some);
  const largest = sizes.reduce((most, one) => (one > most ? one : most), some);
  if (!isUnseen(smallest.toString(), shown) || largest / smallest >= FAR) return shown;
  const name = filUnit(smallest);
  return { of: 'fil', name, divisor: FIL_DIVISOR[name] };
}

/**
 * The times of days, at whose beginning they stand, are dates; others are told to the minute, or to
 * the second where two stand in the same minute.
 */
export function momentOf(times: readonly number[]): (time: number) => string {
  const minutes = new Set(times.map((time) => Math.floor(time / 60)));
  const length = times.every((time) => time % DAY_SECONDS === 0)
    ? 'YYYY-MM-DD'.length
    : minutes.size === times.length
      ? 'YYYY-MM-DD HH:MM'.length
      : undefined;
  return (time) => formatUtc(time).slice(0, length);
}
