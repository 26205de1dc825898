/**
 * Integers of more than 53 bits, as epochs, nonces and sector numbers may be: a `number` while it is
 * exact, else a `bigint`. One value has one form, so that both compare (`<`, `===`) and serve as keys.
 */
export type Integer = number | bigint;

declare const BITS: unique symbol;
/** Numbers that are known to fit: what columns of the database of 16 and 32 bits take. */
export type Int16 = number & { readonly [BITS]: 16 };
export type Int32 = number & { readonly [BITS]: 16 | 32 };

const DIGITS = /^-?\d{1,400}$/;
/** Decimal texts of no more characters are exact numbers. */
const EXACT_LENGTH = 15;
const INT64_LIMIT = 1n << 63n;

/** @throws RangeError for what is no integer, and for a number that is not exact */
export function integer(value: string | number | bigint): Integer {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError('not an exact integer');
    return value === 0 ? 0 : value;
  }
  if (typeof value === 'string') {
    if (!DIGITS.test(value)) throw new RangeError('not an integer');
    if (value.length <= EXACT_LENGTH) return integer(Number(value));
  }
  const exact = BigInt(value);
  const rounded = Number(exact);
  return Number.isSafeInteger(rounded) ? rounded : exact;
}

/** Whether it fits into 64 bits with a sign, the type of epochs and the database's largest integer. */
export function isInt64(value: Integer): boolean {
  return value >= -INT64_LIMIT && value < INT64_LIMIT;
}

export function isInt16(value: number): value is Int16 {
  return Number.isInteger(value) && value >= -(2 ** 15) && value < 2 ** 15;
}

export function isInt32(value: number): value is Int32 {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

/** @throws RangeError for what does not fit */
export function int16(value: number): Int16 {
  if (isInt16(value)) return value;
  throw new RangeError('not an integer of 16 bits');
}

/** @throws RangeError for what does not fit */
export function int32(value: number): Int32 {
  if (isInt32(value)) return value;
  throw new RangeError('not an integer of 32 bits');
}

/**
 * As JSON holds it: a number while it is exact, else a decimal string; of an integer or its decimal
 * text. @throws RangeError for a text that is none
 */
export function integerJson(value: Integer | string): number | string {
  const exact = integer(value);
  return typeof exact === 'bigint' ? exact.toString() : exact;
}

export function addIntegers(a: Integer, b: Integer): Integer {
  return exactly(a, b, (x, y) => x + y) ?? integer(BigInt(a) + BigInt(b));
}

export function subtractIntegers(a: Integer, b: Integer): Integer {
  return exactly(a, b, (x, y) => x - y) ?? integer(BigInt(a) - BigInt(b));
}

/** What comes of two numbers, if it is exact. */
function exactly(a: Integer, b: Integer, of: (a: number, b: number) => number): number | null {
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  const result = of(a, b);
  return Number.isSafeInteger(result) ? result : null;
}

/** The nearest integer that a number holds. */
export function clampInteger(value: Integer): number {
  const { MIN_SAFE_INTEGER: least, MAX_SAFE_INTEGER: most } = Number;
  return typeof value === 'number' ? value : value < 0 ? least : most;
}

/** For sorting, ascending. */
export function compareIntegers(a: Integer, b: Integer): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
