import { describe, expect, it } from 'vitest';
import { formatToken, formatTokenExact, tokenColumn, tokenFill } from './token.ts';

describe('formatToken', () => {
  it.each([
    ['1234567890123456789012', 18, 6, '1,234.56789'],
    ['1234567890123', 18, 6, '0.00000123456'],
    ['1999999', 6, 2, '1.99'],
    ['0', 18, 6, '0'],
    ['0', null, 6, '0'],
    ['42', 0, 6, '42'],
    ['1000000', null, 6, '1,000,000'],
    ['1', 6, 6, '0.000001'],
    ['-1500000', 6, 6, '-1.5'],
    ['1', 18, 6, '< 0.00000001'],
    ['-1', 18, 6, '> -0.00000001'],
    ['7', 255, 6, '< 0.00000001'],
    [(2n ** 256n - 1n).toString(), null, 6, '1.1579e77'],
    ['1'.padEnd(23, '0'), 0, 6, '1e22'],
    ['123456789012345678901', 0, 6, '123,456,789,012,345,678,901'],
  ])('%s by %s decimals to %d digits is %s', (units, decimals, digits, text) => {
    expect(formatToken(units, decimals, digits)).toBe(text);
  });

  it('keeps every digit in titles', () => {
    expect(formatTokenExact('1234567890123456789012', 18)).toBe('1,234.567890123456789012');
    expect(formatTokenExact('1', 18)).toBe('0.000000000000000001');
    expect(formatTokenExact('-5', null)).toBe('-5');
  });
});

describe('tokenColumn', () => {
  it.each([
    [['16067', '51488', '126950'], 6, 6, ['', '', '0']],
    [['1000000', '1500000'], 6, 1, ['.0', '']],
    [['1000000', '2000000'], 6, 0, ['', '']],
    [['5', '7'], null, 0, ['', '']],
    [[], 18, 0, []],
    // What is written as a bound or a power of ten is left as it is.
    [['1', '1234567890123', (2n ** 256n - 1n).toString()], 18, 8, ['', '', '']],
    [['1', '1500000000000000000'], 18, 1, ['', '']],
    [['1234567890123', '1500000000000000000', '0'], 18, 8, ['', '0000000', '']],
  ])('of %j by %s decimals are %d', (amounts, decimals, column, filled) => {
    expect(tokenColumn(amounts, decimals)).toBe(column);
    expect(amounts.map((units) => tokenFill(formatToken(units, decimals), column))).toEqual(filled);
  });
});
