import { formatInt } from './number.ts';

export type FilUnit = 'attoFIL' | 'nanoFIL' | 'FIL';

export interface FilOptions {
  /**
   * Fixed count of decimals, rounded half away from zero; absent: exact, trailing zeros dropped. With
   * no `unit`, a small amount has the unit and the decimals that show three of its digits.
   */
  decimals?: number;
  /** Use this unit whatever the size. */
  unit?: FilUnit;
  /** Write `+` before a positive amount. */
  signed?: boolean;
}

export interface FilParts {
  /** `''`, `-` or `+`. */
  sign: string;
  /** `<` (or `>` below zero) when the amount is too small to show at the wished decimals. */
  bound: '' | '< ' | '> ';
  /** Whole part with commas. */
  integer: string;
  /** Decimals without the point; may be empty. */
  fraction: string;
  unit: FilUnit;
}

const EXPONENT: Record<FilUnit, number> = { attoFIL: 0, nanoFIL: 9, FIL: 18 };

/** attoFIL below 10^7, nanoFIL below 10^13, FIL from there on; 0 is `0 FIL`. */
export function filUnit(atto: bigint): FilUnit {
  const size = atto < 0n ? -atto : atto;
  if (size === 0n) return 'FIL';
  if (size < 10_000_000n) return 'attoFIL';
  return size < 10_000_000_000_000n ? 'nanoFIL' : 'FIL';
}

/** 0.01 FIL: from here on four decimals show three digits. */
const SMALL = 10n ** 16n;
/** Digits that a smaller amount shows, where it stands alone. */
const SMALL_DIGITS = 3;

/** How such an amount is rounded: nanoFIL up to 0.001 FIL, from where on few decimals are enough. */
function smallScale(size: bigint, decimals: number): FilScale {
  const unit = size >= 10_000_000n && size < 10n ** 15n ? 'nanoFIL' : filUnit(size);
  return {
    unit,
    decimals: Math.max(decimals, EXPONENT[unit] - size.toString().length + SMALL_DIGITS),
  };
}

/** How all amounts of one column are written, so that they can be compared by their places. */
export interface FilScale {
  unit: FilUnit;
  decimals: number;
}

/** Decimals that a column has at most, beside amounts that it shows whole. */
const MOST_DECIMALS = 9;
/** Digits that the smallest amount of a column shows, where they fit. */
const LEAST_DIGITS = 2;

const sizeOf = (atto: string): bigint => {
  const amount = BigInt(atto);
  return amount < 0n ? -amount : amount;
};

/** Zeros at a number's end. */
const zerosOf = (size: bigint): number => {
  const digits = size.toString();
  return digits.length - digits.replace(/0+$/, '').length;
};

/**
 * The one unit of a column of amounts, by the largest: as of one amount, but nanoFIL up to 0.01 FIL,
 * where small amounts beside it would be zeros for the most part.
 */
function columnUnit(largest: bigint): FilUnit {
  return largest < SMALL && largest >= 10_000_000n ? 'nanoFIL' : filUnit(largest);
}

/**
 * The unit and the decimals of a column of attoFIL amounts (null: none there). The largest chooses the
 * unit; there are `decimals`, and more, up to nine, where the smallest would not show two digits;
 * never more than the most exact amount has. `Infinity`: each is shown whole.
 */
export function columnScale(
  amounts: readonly (string | null | undefined)[],
  decimals = 4,
): FilScale {
  const sizes = amounts.flatMap((atto) => {
    const size = atto == null ? 0n : sizeOf(atto);
    return size === 0n ? [] : [size];
  });
  const [first] = sizes;
  if (first === undefined) return { unit: 'FIL', decimals: 0 };
  const unit = columnUnit(sizes.reduce((most, one) => (one > most ? one : most), first));
  const exponent = EXPONENT[unit];
  const smallest = sizes.reduce((least, one) => (one < least ? one : least), first);
  const shown = exponent - smallest.toString().length + LEAST_DIGITS;
  const whole = Math.max(...sizes.map((size) => exponent - zerosOf(size)));
  const wished = Math.max(decimals, Math.min(shown, MOST_DECIMALS));
  return { unit, decimals: Math.max(0, Math.min(wished, whole)) };
}

/**
 * How an amount is written beside others of a scale: as they are, or as one by itself where the scale's
 * decimals would show fewer than three of its digits.
 */
export function besideScale(atto: string, { unit, decimals }: FilScale): Partial<FilScale> {
  const size = sizeOf(atto);
  const isLost = size > 0n && size < SMALL / 10n ** BigInt(EXPONENT.FIL - EXPONENT[unit]);
  return isLost ? { decimals } : { unit, decimals };
}

/**
 * An attoFIL amount taken apart for display. `atto` is a decimal string or a bigint. An amount that
 * would round to nothing in its unit keeps a bound instead (`< 0.0001`), never a false zero.
 */
export function filParts(atto: string | bigint, options: FilOptions = {}): FilParts {
  const amount = typeof atto === 'bigint' ? atto : BigInt(atto);
  const size = amount < 0n ? -amount : amount;
  const { unit = filUnit(amount), decimals: wished }: FilOptions =
    options.unit === undefined && options.decimals !== undefined && size < SMALL
      ? smallScale(size, options.decimals)
      : options;
  const sign = amount < 0n ? '-' : options.signed === true && amount > 0n ? '+' : '';
  if (size === 0n) return { sign: '', bound: '', integer: '0', fraction: '', unit };
  const exponent = EXPONENT[unit];
  const decimals = Math.min(wished ?? exponent, exponent);
  const step = 10n ** BigInt(exponent - decimals);
  const rounded = (size + step / 2n) / step;
  if (rounded === 0n)
    return {
      sign,
      bound: amount < 0n ? '> ' : '< ',
      integer: '0',
      fraction: decimals === 0 ? '' : '1'.padStart(decimals, '0'),
      unit,
    };
  const digits = rounded.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  let fraction = digits.slice(digits.length - decimals);
  if (options.decimals === undefined) fraction = fraction.replace(/0+$/, '');
  return { sign, bound: '', integer: formatInt(whole), fraction, unit };
}

/** Digits of {@link filParts} joined, without the unit: `1,234.5678`, `< 0.0001`, `-1.5`. */
export function filDigits(parts: FilParts): string {
  if (parts.bound !== '' && parts.fraction === '') return `${parts.bound}${parts.sign}1`;
  const number = parts.fraction === '' ? parts.integer : `${parts.integer}.${parts.fraction}`;
  return `${parts.bound}${parts.sign}${number}`;
}

/** An attoFIL amount (decimal string or bigint) in words: `1.2346 FIL`, `0.12 nanoFIL`. */
export function formatFil(atto: string | bigint, options: FilOptions = {}): string {
  const parts = filParts(atto, options);
  return `${filDigits(parts)} ${parts.unit}`;
}

/** The whole amount in FIL, every digit: for titles and copying. */
export function formatFilExact(atto: string | bigint): string {
  return formatFil(atto, { unit: 'FIL' });
}

/** attoFIL of an amount of FIL as it is typed: digits, perhaps a point and up to 18 more; null: it is none. */
export function attoOfFil(text: string): string | null {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{0,18}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole + fraction.padEnd(EXPONENT.FIL, '0')).toString();
}
