import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cborItems } from './cbor-items.ts';
import { CborError, decodeCbor, encodeCbor, type CborValue } from './cbor.ts';

const values = fc.letrec<{ value: CborValue; list: CborValue[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt(-(2n ** 64n), 2n ** 64n - 1n),
    fc.double(),
    fc.string(),
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(null, true, false),
    tie('list'),
    fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  ),
  list: fc.array(tie('value'), { maxLength: 30 }),
}));

describe('places of the items of a CBOR array', () => {
  it('are where the items are', () => {
    fc.assert(
      fc.property(values.list, fc.nat(9), (list, before) => {
        const bytes = Uint8Array.of(...new Uint8Array(before), ...encodeCbor(list), 0);
        const places = cborItems(bytes, before);
        expect(places.at(-1)).toBe(bytes.length - 1);
        const items = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
        expect(items.map(decodeCbor)).toEqual(decodeCbor(encodeCbor(list)));
      }),
    );
  });

  it('are told of whatever can be read, and nothing else is thrown than CborError', () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      // An array, of which something is changed.
      fc.tuple(values.list, fc.nat(), fc.nat(255)).map(([list, at, byte]) => {
        const bytes = encodeCbor(list);
        return bytes.with(at % bytes.length, byte);
      }),
    );
    const outcome = <T>(read: () => T): T | null => {
      try {
        return read();
      } catch (error) {
        expect(error).toBeInstanceOf(CborError);
        return null;
      }
    };
    fc.assert(
      fc.property(anything, (bytes) => {
        const places = outcome(() => cborItems(bytes, 0));
        const value = outcome(() => decodeCbor(bytes));
        if (Array.isArray(value)) expect(places).toHaveLength(value.length + 1);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['nothing', []],
    ['no array', [0x01]],
    ['an array of 2^53 items', [0x9b, 0, 0x20, 0, 0, 0, 0, 0, 0]],
    ['a map of 2^63 pairs', [0x81, 0xbb, 0x80, 0, 0, 0, 0, 0, 0, 0]],
    ['bytes that are cut off', [0x81, 0x42, 0]],
    ['a head that is cut off', [0x81, 0x19, 0]],
    ['an array of indefinite length', [0x9f, 0xff]],
    ['arrays in each other without end', new Array<number>(100_000).fill(0x81)],
  ])('are not told of %s', (_, bytes) => {
    expect(() => cborItems(Uint8Array.from(bytes), 0)).toThrow(CborError);
  });
});
