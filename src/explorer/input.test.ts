import { describe, expect, it, test } from 'vitest';
import { BadInput } from './errors.ts';
import { parsePage, parseSize, wholeNumber } from './input.ts';

describe('a whole number', () => {
  test.each([
    ['0', 0],
    ['007', 7],
    [19_600, 19_600],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is read', (input, number) => {
    expect(wholeNumber(input)).toBe(number);
  });

  test.each(['', ' 1', '-1', '+1', '1.5', '1e3', '0x10', '１', -1, 1.5, Number.NaN, Infinity])(
    '%j is none',
    (input) => {
      expect(wholeNumber(input)).toBeNull();
    },
  );

  it('beyond what is exact is the greatest that is', () => {
    for (const input of ['9007199254740993', '9'.repeat(400), 2 ** 60, Number.MAX_VALUE])
      expect(wholeNumber(input)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

it('asks for no more than the greatest page size, and refuses none', () => {
  expect([parseSize(undefined), parseSize('7'), parseSize('9'.repeat(40))]).toEqual([20, 7, 100]);
  expect(() => parseSize('0')).toThrow(BadInput);
  expect(() => parsePage('-1')).toThrow(BadInput);
});
