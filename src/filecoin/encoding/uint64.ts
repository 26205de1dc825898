/**
 * Unsigned 64-bit integers, as method numbers are: a `number` while it is exact (below 2^53), else a
 * `bigint`. One value has one form, so that both compare and serve as keys.
 */
export type Uint64 = number | bigint;

const LIMIT = 1n << 64n;
const DIGITS = /^\d{1,20}$/;

/** @throws RangeError for what is no integer from 0 to 2^64 − 1, and for a number that is not exact */
export function uint64(value: string | number | bigint): Uint64 {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0) throw outOfRange();
    return value;
  }
  if (typeof value === 'string' && !DIGITS.test(value)) throw outOfRange();
  const integer = BigInt(value);
  if (integer < 0n || integer >= LIMIT) throw outOfRange();
  return integer <= Number.MAX_SAFE_INTEGER ? Number(integer) : integer;
}

/** As JSON holds it: a number while it is exact, else a decimal string. */
export function uint64Json(value: Uint64): number | string {
  return typeof value === 'bigint' ? value.toString() : value;
}

function outOfRange(): RangeError {
  return new RangeError('not an exact unsigned 64-bit integer');
}
