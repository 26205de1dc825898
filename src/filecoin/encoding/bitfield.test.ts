import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  BitfieldError,
  countRuns,
  decodeRlePlus,
  encodeRlePlus,
  numbersOfRuns,
  rangesOfRuns,
  runsFromJson,
  runsFromNumbers,
  sizeOfRuns,
} from './bitfield.ts';
import { fromHex, toHex } from './bytes.ts';
import {
  addIntegers,
  compareIntegers,
  integer,
  subtractIntegers,
  type Integer,
} from './integers.ts';
import { readFixture } from '../testing/fixtures.ts';
import { cpuMs } from '../testing/cpu.ts';

const sets = fc
  .uniqueArray(fc.oneof(fc.nat(300), fc.nat(100_000)), { maxLength: 200 })
  .map((numbers) => numbers.sort((a, b) => a - b));
const runs = fc.array(fc.oneof(fc.nat(20), fc.nat(2 ** 40)), { maxLength: 40 });

describe('bit fields', () => {
  it('name the same numbers as JSON runs and as RLE+ bytes', () => {
    fc.assert(
      fc.property(sets, (numbers) => {
        const own = runsFromNumbers(numbers);
        expect([...numbersOfRuns(own)]).toEqual(numbers);
        expect(countRuns(own)).toBe(numbers.length);
        expect(decodeRlePlus(encodeRlePlus(own))).toEqual(own);
        expect(runsFromJson(own)).toEqual(own);
      }),
    );
  });

  it('round-trip runs of any length in their one form', () => {
    fc.assert(
      fc.property(runs, (lengths) => {
        const clean = runsFromJson(lengths);
        const bytes = encodeRlePlus(lengths);
        expect(decodeRlePlus(bytes)).toEqual(clean);
        expect(encodeRlePlus(clean)).toEqual(bytes);
        expect(clean.slice(1)).not.toContain(0);
        expect(clean.length % 2).toBe(0);
        let total: Integer = 0;
        for (const { from, to } of rangesOfRuns(clean))
          total = addIntegers(total, addIntegers(subtractIntegers(to, from), 1));
        expect(total).toBe(sizeOfRuns(lengths));
      }),
    );
  });

  it('name numbers of 64 bits exactly', () => {
    const wide = fc.uniqueArray(fc.bigInt(0n, 2n ** 64n - 2n).map(integer), { maxLength: 30 });
    fc.assert(
      fc.property(wide, (numbers) => {
        const sorted = numbers.sort(compareIntegers);
        const own = runsFromNumbers(sorted);
        expect([...numbersOfRuns(own)]).toEqual(sorted);
        expect(decodeRlePlus(encodeRlePlus(own))).toEqual(own);
        expect(runsFromJson(own)).toEqual(own);
      }),
    );
  });

  it('may be of as many numbers', () => {
    const all = decodeRlePlus(encodeRlePlus([0, 2n ** 64n - 1n]));
    expect(all).toEqual([0, 2n ** 64n - 1n]);
    expect(sizeOfRuns(all)).toBe(2n ** 64n - 1n);
    expect(countRuns(all)).toBe(Number.MAX_SAFE_INTEGER);
    expect([...rangesOfRuns(all)]).toEqual([{ from: 0, to: 2n ** 64n - 2n }]);
    for (const beyond of [[2n ** 64n], [2n ** 63n, 2n ** 63n], [-1n, 5]])
      expect(() => runsFromJson(beyond)).toThrow(BitfieldError);
  });

  it('of real params encode to the same bytes', () => {
    const rows = readFixture('bitfields', z.object({ source: z.string(), rle: z.string() }));
    for (const { source, rle } of rows) {
      const own = decodeRlePlus(fromHex(rle));
      expect(`${source} ${toHex(encodeRlePlus(own))}`).toBe(`${source} ${rle}`);
      expect(countRuns(own)).toBeGreaterThan(0);
    }
  });

  it.each([
    ['', [], []],
    ['0c', [0, 1], [0]],
    ['18', [1, 1], [1]],
    ['b4', [0, 5], [0, 1, 2, 3, 4]],
    ['b02c', [5, 5], [5, 6, 7, 8, 9]],
    ['8022', [20, 1], [20]],
  ])('%s is the runs %j', (hex, expected, numbers) => {
    expect(decodeRlePlus(fromHex(hex))).toEqual(expected);
    expect([...numbersOfRuns(expected)]).toEqual(numbers);
    expect(toHex(encodeRlePlus(expected))).toBe(hex);
  });

  it.each([
    [null, []],
    [[], []],
    [[0], []],
    [[7], []],
    [
      [0, 3],
      [0, 3],
    ],
    [
      [2, 3, 4],
      [2, 3],
    ],
    [
      [2, 0, 4, 1],
      [6, 1],
    ],
    [
      [0, 0, 0, 2],
      [0, 2],
    ],
  ])('reads the JSON %j as %j', (json, expected) => {
    expect(runsFromJson(json)).toEqual(expected);
  });

  it.each([[{}], ['x'], [['1']], [[-1]], [[1.5]], [[2 ** 53]], [[NaN]]])(
    'refuses the JSON %j',
    (json) => {
      expect(() => runsFromJson(json)).toThrow(BitfieldError);
    },
  );

  it.each([
    ['another version', '01'],
    ['a zero byte at the end', '0c00'],
    ['a length that is cut off', '0010'],
    ['a length beyond 2^64', `e0${'ff'.repeat(10)}`],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeRlePlus(fromHex(hex))).toThrow(BitfieldError);
  });

  it('refuses more bytes than nodes take, and reads the worst of them quickly', () => {
    expect(() => decodeRlePlus(new Uint8Array(32 * 1024 + 1).fill(1))).toThrow(BitfieldError);
    const taken = cpuMs(() => {
      const single = decodeRlePlus(new Uint8Array(32 * 1024).fill(0xff).fill(0xfc, 0, 1));
      expect(single).toHaveLength(32 * 1024 * 8 - 2);
    });
    expect(taken).toBeLessThan(1000);
  });

  it('reads any bytes to runs or a BitfieldError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const own = decodeRlePlus(bytes);
          expect(decodeRlePlus(encodeRlePlus(own))).toEqual(own);
        } catch (error) {
          expect(error).toBeInstanceOf(BitfieldError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('ends at a run of no length, as nodes do', () => {
    expect(decodeRlePlus(fromHex('1400f0'))).toEqual([]);
  });

  it('refuses numbers out of order', () => {
    expect(() => runsFromNumbers([3, 3])).toThrow(BitfieldError);
    expect(() => runsFromNumbers([-1])).toThrow(BitfieldError);
  });
});
