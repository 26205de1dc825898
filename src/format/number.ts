/** A whole number with English commas, in every language. Accepts decimal strings of any length. */
export function formatInt(value: number | bigint | string): string {
  const text = typeof value === 'number' ? String(Math.round(value)) : String(value);
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  return (negative ? '-' : '') + digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** By decimals: making one takes longer than a hundred numbers. */
const fixed = new Map<number, Intl.NumberFormat>();

/** A number with a fixed count of decimals and English commas: `4.98`. */
export function formatDecimal(value: number, decimals: number): string {
  const known = fixed.get(decimals);
  const format =
    known ??
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  if (known === undefined) fixed.set(decimals, format);
  return format.format(value);
}

/** A ratio as a percentage: `0.9036` → `90.36%`. */
export function formatPercent(ratio: number, decimals = 2): string {
  return `${formatDecimal(ratio * 100, decimals)}%`;
}

/** Shares to a millionth are exact enough. */
const PARTS = 1_000_000n;

/** Part of a whole as a ratio; 0 of nothing. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * PARTS) / whole) / Number(PARTS);
}

const SUPERSCRIPTS = [...'⁰¹²³⁴⁵⁶⁷⁸⁹'];

/** A probability: a percentage, or a power of ten where that would show as nothing: `3.2 × 10⁻¹²`. */
export function formatChance(probability: number): string {
  if (probability === 0 || probability >= 0.0001) return formatPercent(probability);
  const [digits = '', power = ''] = probability.toExponential(1).split('e-');
  return `${digits} × 10⁻${[...power].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
}

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A count where room is short: in full below ten thousand, in short form above: `4,321`, `1.2M`. */
export function formatCount(count: number): string {
  return count < 10_000 ? formatInt(count) : SHORT.format(count);
}

/** US dollars: to the cent below a thousand, in short form above: `$287.60`, `$1.2M`. */
export function formatDollars(value: number): string {
  return `$${value < 1000 ? formatDecimal(value, 2) : SHORT.format(value)}`;
}
