import { expect, it } from 'vitest';
import { int16, int32 } from './integers.ts';

it.each([
  [int16, 2 ** 15],
  [int32, 2 ** 31],
])('%o takes what fits', (fits, end) => {
  for (const value of [-end, -1, 0, end - 1]) expect(fits(value)).toBe(value);
  for (const value of [-end - 1, end, 0.5, NaN, Infinity])
    expect(() => fits(value)).toThrow(RangeError);
});
