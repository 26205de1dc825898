import { expect, it } from 'vitest';
import { int16, int32, type Int16, type Int32 } from './integers.ts';

it.each([
  [int16, 2 ** 15],
  [int32, 2 ** 31],
])('%o takes what fits', (fits, end) => {
  for (const value of [-end, -1, 0, end - 1]) expect(fits(value)).toBe(value);
  for (const value of [-end - 1, end, 0.5, NaN, Infinity])
    expect(() => fits(value)).toThrow(RangeError);
});

it('what fits into 16 bits fits into 32, and not the other way round', () => {
  const narrow: Int32 = int16(5);
  // @ts-expect-error a column of 16 bits takes no number of 32
  const wide: Int16 = int32(5);
  expect([narrow, wide]).toEqual([5, 5]);
});
