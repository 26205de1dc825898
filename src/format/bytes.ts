import { formatInt } from './number.ts';

const UNITS = ['B', 'kiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;
export type ByteUnit = (typeof UNITS)[number];

/** The largest unit of which an amount has a whole one. */
export function byteUnit(amount: bigint): ByteUnit {
  const size = amount < 0n ? -amount : amount;
  return UNITS.findLast((_, index) => size >= 1024n ** BigInt(index)) ?? 'B';
}

/** Bytes of a unit. */
export const bytesOf = (unit: ByteUnit): bigint => 1024n ** BigInt(UNITS.indexOf(unit));

/**
 * A count of bytes (number, bigint or decimal string) in binary units: `32 GiB`, `-5.00 TiB`.
 * `decimals` fixes the decimals; without it up to three significant decimals, zeros dropped. `unit` is
 * used whatever the size.
 */
export function formatBytes(
  bytes: number | bigint | string,
  decimals?: number,
  unit?: ByteUnit,
): string {
  const amount = typeof bytes === 'number' ? BigInt(Math.round(bytes)) : BigInt(bytes);
  const size = amount < 0n ? -amount : amount;
  const places = decimals ?? 3;
  const shown = unit ?? byteUnit(amount);
  const one = bytesOf(shown);
  const scaled = (size * 10n ** BigInt(places) + one / 2n) / one;
  const digits = scaled.toString().padStart(places + 1, '0');
  const whole = formatInt(digits.slice(0, digits.length - places));
  let fraction = digits.slice(digits.length - places);
  if (decimals === undefined) fraction = fraction.replace(/0+$/, '');
  const sign = amount < 0n ? '-' : '';
  return `${sign}${fraction === '' ? whole : `${whole}.${fraction}`} ${shown}`;
}
