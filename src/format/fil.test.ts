import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attoOfFil,
  besideScale,
  columnScale,
  filDigits,
  filParts,
  filUnit,
  formatFil,
  formatFilExact,
} from './fil.ts';

describe('FIL', () => {
  test('typed amounts become attoFIL, whatever can be written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (atto) => {
        const digits = atto.toString().padStart(19, '0');
        expect(attoOfFil(`${digits.slice(0, -18)}.${digits.slice(-18)}`)).toBe(atto.toString());
      }),
    );
    expect(['1', '0.5', '2.', '007'].map(attoOfFil)).toEqual([
      '1000000000000000000',
      '500000000000000000',
      '2000000000000000000',
      '7000000000000000000',
    ]);
    for (const none of ['', '.5', '-1', '1,5', '1e9', `0.${'1'.repeat(19)}`, '9'.repeat(31)])
      expect(attoOfFil(none)).toBeNull();
  });
  test.each([
    ['0', undefined, '0 FIL'],
    ['9999999', undefined, '9,999,999 attoFIL'],
    ['-9999999', undefined, '-9,999,999 attoFIL'],
    ['10000000', undefined, '0.01 nanoFIL'],
    ['123456789', 2, '0.123 nanoFIL'],
    ['12345678', 0, '0.0123 nanoFIL'],
    ['123', 4, '123 attoFIL'],
    ['9999999999999', 2, '10,000.00 nanoFIL'],
    ['-55852797763000', 4, '-55,852.7978 nanoFIL'],
    ['999999999999999', 0, '1,000,000 nanoFIL'],
    ['1000000000000000', 4, '0.00100 FIL'],
    ['5123456789012345', 4, '0.00512 FIL'],
    ['5123456789012345', 2, '0.00512 FIL'],
    ['9999999999999999', 2, '0.01000 FIL'],
    ['10000000000000000', 2, '0.01 FIL'],
    ['1234567890123456789', 4, '1.2346 FIL'],
    ['-1500000000000000000', 4, '-1.5000 FIL'],
    ['1234567890123456789012345678', undefined, '1,234,567,890.123456789012345678 FIL'],
    ['400000000000000000', 0, '< 1 FIL'],
    ['-400000000000000000', 0, '> -1 FIL'],
    ['999999999999999999', 0, '1 FIL'],
  ])('%s with %s decimals is %s', (atto, decimals, text) => {
    expect(formatFil(atto, decimals === undefined ? {} : { decimals })).toBe(text);
  });

  test('signed flows carry their sign, zero none', () => {
    expect(formatFil('2500000000000000000', { decimals: 4, signed: true })).toBe('+2.5000 FIL');
    expect(formatFil('0', { signed: true })).toBe('0 FIL');
  });

  test('an amount that is too small for a unit that is asked for keeps a bound', () => {
    const inFil = (atto: string, decimals: number) => formatFil(atto, { decimals, unit: 'FIL' });
    expect(inFil('10000000000000', 4)).toBe('< 0.0001 FIL');
    expect(inFil('-10000000000000', 4)).toBe('> -0.0001 FIL');
    expect(inFil('50000000000000', 4)).toBe('0.0001 FIL');
    expect(inFil('4999999999999999', 2)).toBe('< 0.01 FIL');
  });

  test('an amount that is rounded alone shows three digits below 0.01 FIL', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 16n - 1n }), fc.nat(8), (atto, decimals) => {
        const parts = filParts(atto, { decimals });
        const digits = filDigits(parts).replace(/[.,]/g, '').replace(/^0+/, '');
        expect(parts.bound).toBe('');
        expect(digits.length).toBeGreaterThanOrEqual(Math.min(3, atto.toString().length));
      }),
    );
  });

  test('exact texts are the amount itself', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }), (atto) => {
        const text = formatFilExact(atto).replace(' FIL', '').replaceAll(',', '');
        const [whole = '', fraction = ''] = text.replace('-', '').split('.');
        const size = BigInt(whole + fraction.padEnd(18, '0'));
        expect(atto < 0n ? -size : size).toBe(atto);
      }),
    );
  });

  test('rounding is off by half a step at most, and never a false zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 28n }), fc.nat(8), (atto, decimals) => {
        const text = formatFil(atto, { decimals, unit: 'FIL' }).replace(' FIL', '');
        if (text.startsWith('< ')) {
          expect(atto * 2n < 10n ** BigInt(18 - decimals)).toBe(true);
          return;
        }
        const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
        const shown = BigInt(whole + fraction.padEnd(18, '0'));
        const off = shown > atto ? shown - atto : atto - shown;
        expect(off * 2n <= 10n ** BigInt(18 - decimals)).toBe(true);
        expect(shown).toBeGreaterThan(0n);
      }),
    );
  });

  test('a column has one unit, by its largest amount', () => {
    const unitOf = (...amounts: string[]) => columnScale(amounts).unit;
    expect(unitOf()).toBe('FIL');
    expect(unitOf('0')).toBe('FIL');
    expect(unitOf('1', '9999999')).toBe('attoFIL');
    expect(unitOf('1', '10000000')).toBe('nanoFIL');
    expect(unitOf('9999999999999999', '5')).toBe('nanoFIL');
    expect(unitOf('1', '-10000000000000000')).toBe('FIL');
  });

  test('an amount of which a scale shows too little is written as one by itself', () => {
    const scale = { unit: 'FIL', decimals: 4 } as const;
    const written = (atto: string) => formatFil(atto, besideScale(atto, scale));
    expect(written('22107077600000000000000')).toBe('22,107.0776 FIL');
    expect(written('10000000000000000')).toBe('0.0100 FIL');
    expect(written('5123000000000000')).toBe('0.00512 FIL');
    expect(written('50000000000000')).toBe('50,000.0000 nanoFIL');
    expect(written('2415831700123')).toBe('2,415.8317 nanoFIL');
    expect(written('-200')).toBe('-200 attoFIL');
    expect(written('0')).toBe('0 FIL');
  });

  test('a column has the decimals that its smallest amount needs', () => {
    const fil = 10n ** 18n;
    const decimals = (amounts: (bigint | null)[], wished?: number) =>
      columnScale(
        amounts.map((atto) => (atto === null ? null : String(atto))),
        wished,
      ).decimals;
    expect(decimals([null, 0n])).toBe(0);
    expect(decimals([3n * fil, 5n * fil])).toBe(0);
    expect(decimals([3n * fil, fil / 2n])).toBe(1);
    expect(decimals([1234567890123456789n])).toBe(4);
    expect(decimals([1234567890123456789n], 0)).toBe(1);
    // 922.187 FIL beside 1,135.4754 nanoFIL.
    expect(decimals([922187n * 10n ** 15n, 1_135_475_400_000n])).toBe(7);
    expect(decimals([fil, 1n])).toBe(9);
    expect(decimals([fil, 1n], Infinity)).toBe(18);
    expect(decimals([9_999_999n, 1n])).toBe(0);
  });

  test('whatever stands in a column: one unit, its order kept, nothing hidden that fits', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }), fc.nat(28))
      .map(([size, less]) => size / 10n ** BigInt(less));
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), fc.nat(9), (all, wished) => {
        const { unit, decimals } = columnScale(all.map(String), wished);
        expect(decimals).toBeLessThanOrEqual(9);
        const step = 10n ** BigInt({ attoFIL: 0, nanoFIL: 9, FIL: 18 }[unit] - decimals);
        const shown = all.map((atto) => filDigits(filParts(atto, { unit, decimals })));
        for (const [index, text] of shown.entries()) {
          const size = [...String(all[index])].filter((digit) => digit !== '-').join('');
          // One point over the other; nothing is a plain zero.
          expect(text.split('.')[1]?.length ?? 0).toBe(size === '0' ? 0 : decimals);
          // What rounds to a digit of the column stands there as a digit.
          if (BigInt(size) * 2n >= step && BigInt(size) > 0n) {
            expect(text).not.toMatch(/[<>]/);
            expect(text).toMatch(/[1-9]/);
          }
          // Nine decimals are the least that may hide something.
          if (/[<>]/.test(text)) expect(decimals).toBe(9);
        }
        const value = (text: string) => Number(text.replaceAll(/[<>, ]/g, ''));
        const sorted = [...all.keys()].sort((a, b) => ((all[a] ?? 0n) < (all[b] ?? 0n) ? -1 : 1));
        const values = sorted.map((index) => value(shown[index] ?? ''));
        expect(values).toEqual([...values].sort((a, b) => a - b));
      }),
    );
  });

  test('the unit follows the size, whatever the sign', () => {
    expect([filUnit(9_999_999n), filUnit(-10_000_000n), filUnit(10n ** 13n), filUnit(0n)]).toEqual([
      'attoFIL',
      'nanoFIL',
      'FIL',
      'FIL',
    ]);
  });
});
