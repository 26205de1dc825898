import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integer, integerJson } from './integers.ts';
import { uint64 } from './uint64.ts';

describe('unsigned 64-bit integers', () => {
  it.each([
    ['0', 0],
    [7n, 7],
    ['3844450837', 3844450837],
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740993', 2n ** 53n + 1n],
    [2n ** 63n, 2n ** 63n],
    ['18446744073709551615', 2n ** 64n - 1n],
  ])('%s has one form', (given, expected) => {
    const value = uint64(given);
    expect(value).toBe(expected);
    expect(String(integerJson(value))).toBe(String(given));
    expect(typeof integerJson(value)).toBe(typeof expected === 'number' ? 'number' : 'string');
  });

  it.each([2 ** 53, -1, 1.5, NaN, -1n, 2n ** 64n, '18446744073709551616', '-1', '', '0x1', '1e3'])(
    '%s is none',
    (value) => {
      expect(() => uint64(value)).toThrow(RangeError);
    },
  );

  it('is the same of a text as of its bigint', () => {
    const lengths = fc.integer({ min: 1, max: 20 }).map((digits) => 10n ** BigInt(digits));
    fc.assert(
      fc.property(lengths, fc.bigInt(), (limit, value) => {
        expect(integer(String(value % limit))).toBe(integer(value % limit));
      }),
    );
    expect([integer('-0'), integer('007')]).toEqual([0, 7]);
  });
});
