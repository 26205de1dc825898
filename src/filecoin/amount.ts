/** Amounts of FIL: always whole attoFIL, as bigint or decimal text. */
import { EncodingError } from './encoding/bytes.ts';

export const ATTO_PER_FIL = 10n ** 18n;

/** The longest big integer on the chain, with its sign; in decimal, with its sign. */
const MAX_BYTES = 128;
const MAX_DIGITS = 307;

/** attoFIL of decimal text as nodes write it. @throws EncodingError */
export function parseAmount(text: string): bigint {
  if (text.length > MAX_DIGITS || !/^-?[0-9]+$/.test(text))
    throw new EncodingError('not a whole number of attoFIL');
  return BigInt(text);
}

/**
 * Number as CBOR on the chain carries it: empty for zero, else a sign byte (0 positive, 1 negative)
 * and the magnitude, big-endian without leading zeros.
 */
export function bigintToBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0);
  const negative = value < 0n;
  let digits = (negative ? -value : value).toString(16);
  if (digits.length % 2 === 1) digits = `0${digits}`;
  const bytes = new Uint8Array(1 + digits.length / 2);
  bytes[0] = negative ? 1 : 0;
  for (let i = 1; i < bytes.length; i++)
    bytes[i] = Number.parseInt(digits.slice(2 * i - 2, 2 * i), 16);
  return bytes;
}

/** Inverse of `bigintToBytes`. @throws EncodingError for a wrong sign byte or more than 128 bytes */
export function bigintFromBytes(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  const sign = bytes[0] ?? 0;
  if (sign > 1 || bytes.length > MAX_BYTES) throw new EncodingError('not a big integer');
  let value = 0n;
  for (let i = 1; i < bytes.length; i++) value = (value << 8n) | BigInt(bytes[i] ?? 0);
  return sign === 1 ? -value : value;
}

export function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
