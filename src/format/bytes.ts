import { formatInt } from './number.ts';

const UNITS = ['B', 'kiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;

/** The place among the units of the one that an amount is written in. */
function unitOf(amount: bigint): number {
  const size = amount < 0n ? -amount : amount;
  let index = 0;
  while (index < UNITS.length - 1 && size >= 1024n ** BigInt(index + 1)) index += 1;
  return index;
}

/**
 * A count of bytes (number, bigint or decimal string) in binary units: `32 GiB`, `-5.00 TiB`.
 * `decimals` fixes the decimals; without it up to three significant decimals, zeros dropped. It is
 * written in the unit of `like`, the largest amount beside it, unless it would read 0 there.
 */
export function formatBytes(
  bytes: number | bigint | string,
  decimals?: number,
  like: bigint | string = 0n,
): string {
  const amount = typeof bytes === 'number' ? BigInt(Math.round(bytes)) : BigInt(bytes);
  const size = amount < 0n ? -amount : amount;
  const places = decimals ?? 3;
  const beside = unitOf(BigInt(like));
  const isSeen = size === 0n || size * 2n * 10n ** BigInt(places) >= 1024n ** BigInt(beside);
  const index = isSeen ? Math.max(beside, unitOf(size)) : unitOf(size);
  const unit = 1024n ** BigInt(index);
  const scaled = (size * 10n ** BigInt(places) + unit / 2n) / unit;
  const digits = scaled.toString().padStart(places + 1, '0');
  const whole = formatInt(digits.slice(0, digits.length - places));
  let fraction = digits.slice(digits.length - places);
  if (decimals === undefined) fraction = fraction.replace(/0+$/, '');
  const sign = amount < 0n ? '-' : '';
  return `${sign}${fraction === '' ? whole : `${whole}.${fraction}`} ${UNITS[index] ?? 'YiB'}`;
}
