/** Unsigned integers of 64 bits, as method numbers and nonces are. */
import { integer, type Integer } from './integers.ts';

/** A `number` while it is exact (below 2^53), else a `bigint`. */
export type Uint64 = Integer;

const LIMIT = 1n << 64n;

/** @throws RangeError for what is no integer from 0 to 2^64 − 1, and for a number that is not exact */
export function uint64(value: string | number | bigint): Uint64 {
  const exact = integer(value);
  if (exact < 0 || exact >= LIMIT) throw new RangeError('not an unsigned 64-bit integer');
  return exact;
}
