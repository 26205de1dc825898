import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { wholeNumber } from './input.ts';
import { PAGING } from './parameters.ts';

describe('a whole number', () => {
  test.each([
    ['0', 0],
    ['007', 7],
    ['19600', 19_600],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is read', (input, number) => {
    expect(wholeNumber(input)).toBe(number);
  });

  test.each(['', ' 1', '-1', '+1', '1.5', '1e3', '0x10', '１', 'NaN', 'Infinity'])(
    '%j is none',
    (input) => {
      expect(wholeNumber(input)).toBeNull();
    },
  );

  it('beyond what is exact is the greatest that is', () => {
    for (const input of ['9007199254740993', '9'.repeat(400)])
      expect(wholeNumber(input)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('what lists take', () => {
  const { parse } = z.object(PAGING);

  it('is no more than the greatest page size', () => {
    const sizes = [undefined, '', '7', 7, '9'.repeat(40), 2 ** 60];
    expect(sizes.map((pageSize) => parse({ pageSize }).pageSize)).toEqual([20, 20, 7, 7, 100, 100]);
    expect(parse({})).toEqual({ pageSize: 20, page: 0 });
  });

  it.each(['0', 0, '-1', -1, 1.5, Number.NaN, Infinity])('refuses rows of %j', (pageSize) => {
    expect(() => parse({ pageSize })).toThrow('badPageSize');
  });

  it('refuses pages that are none', () => {
    expect(() => parse({ page: '-1' })).toThrow('badPage');
  });
});
