import { formatInt } from './number.ts';

/** Leading zeros of a small amount that are still written out; more become a bound. */
const MAX_ZEROS = 8;
/** Digits of a whole part that are still written out; more become a power of ten. */
const MAX_WHOLE = 21;

/** The digits of a token amount before and after the point, exactly. */
function split(
  units: string,
  decimals: number | null,
): [sign: string, whole: string, part: string] {
  const negative = units.startsWith('-');
  const digits = (negative ? units.slice(1) : units).padStart((decimals ?? 0) + 1, '0');
  const point = digits.length - (decimals ?? 0);
  const whole = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return [negative ? '-' : '', whole, digits.slice(point).replace(/0+$/, '')];
}

/**
 * An amount of a token: `units` (smallest units, a decimal string) by ten to the `decimals` that its
 * contract tells (null: it counts whole pieces). Truncated, never rounded: from 1 on to `digits`
 * decimals, below it to `digits` significant digits; zeros at the end are dropped.
 * Contracts may say anything: what is too small or too large to be written out becomes
 * `< 0.00000001` or `1.1579e77`.
 */
export function formatToken(units: string, decimals: number | null, digits = 6): string {
  const [sign, whole, part] = split(units, decimals);
  if (whole.length > MAX_WHOLE) {
    const fraction = whole.slice(1, 5).replace(/0+$/, '');
    return `${sign}${whole[0] ?? ''}${fraction === '' ? '' : `.${fraction}`}e${whole.length - 1}`;
  }
  const zeros = whole === '0' ? part.search(/[1-9]/) : 0;
  if (zeros >= MAX_ZEROS) return `${sign === '' ? '< ' : '> -'}0.${'1'.padStart(MAX_ZEROS, '0')}`;
  const kept = part.slice(0, Math.max(zeros, 0) + digits).replace(/0+$/, '');
  return `${sign}${formatInt(whole)}${kept === '' ? '' : `.${kept}`}`;
}

/** The whole amount, every digit: for titles. */
export function formatTokenExact(units: string, decimals: number | null): string {
  const [sign, whole, part] = split(units, decimals);
  return `${sign}${formatInt(whole)}${part === '' ? '' : `.${part}`}`;
}

/** Decimals of a written amount; null for a bound or a power of ten. */
const decimalsIn = (shown: string): number | null =>
  /^-?[\d,]+(?:\.(\d+))?$/.test(shown) ? (shown.split('.')[1]?.length ?? 0) : null;

/**
 * Decimals of a column of one token's amounts (smallest units), so that their points stand under one
 * another: those of the longest as `formatToken` writes them, at most MAX_ZEROS.
 */
export function tokenColumn(amounts: readonly string[], decimals: number | null): number {
  const most = amounts.map((units) => decimalsIn(formatToken(units, decimals)) ?? 0);
  return Math.min(Math.max(0, ...most), MAX_ZEROS);
}

/** What fills a written amount up to the decimals of its column; zero is told by its one digit. */
export function tokenFill(shown: string, column: number): string {
  const has = decimalsIn(shown);
  if (has === null || has >= column || shown === '0') return '';
  return `${has === 0 ? '.' : ''}${'0'.repeat(column - has)}`;
}
