import * as dagCbor from '@ipld/dag-cbor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from './bytes.ts';
import {
  CborBadText,
  CborCid,
  CborError,
  CborTagged,
  decodeCbor,
  decodeCborAt,
  encodeCbor,
} from './cbor.ts';
import type { CborValue } from './cbor.ts';

const bytes = fc.uint8Array({ maxLength: 40 });
const text = fc.string({ unit: 'binary', maxLength: 20 });
const beyondSafe = fc.oneof(
  fc.bigInt({ min: 1n << 53n, max: (1n << 64n) - 1n }),
  fc.bigInt({ min: -(1n << 64n), max: -(1n << 53n) }),
);

const { value: values } = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    beyondSafe,
    fc.double({ noNaN: true }).filter((n) => !Number.isSafeInteger(n) || Object.is(n, -0)),
    text,
    bytes,
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map((cid) => new CborCid(cid)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }).map((map) => new Map(Object.entries(map))),
    tie('value').map((value) => new CborTagged(43n, value)),
  ),
}));

const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    text,
    bytes,
    fc.array(tie('value'), { maxLength: 5 }),
  ),
})).value;

/** Maps in any order: compares by entries. */
function sorted(value: CborValue): unknown {
  if (value instanceof Map)
    return [...(value as ReadonlyMap<CborValue, CborValue>)]
      .map(([key, item]) => [key, sorted(item)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  if (Array.isArray(value)) return (value as CborValue[]).map(sorted);
  if (value instanceof CborTagged) return [value.tag, sorted(value.value)];
  return value;
}

describe('CBOR', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(sorted(decodeCbor(encodeCbor(value)))).toEqual(sorted(value));
      }),
      { numRuns: 300 },
    );
  });

  it('writes the same bytes as @ipld/dag-cbor and reads them', () => {
    fc.assert(
      fc.property(plain, (value) => {
        // It gives a Buffer where there is much to write.
        const other = Uint8Array.from(dagCbor.encode(value));
        expect(toHex(encodeCbor(value as CborValue))).toBe(toHex(other));
        expect(decodeCbor(other)).toEqual(value);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.integer()), (map) => {
        expect(toHex(encodeCbor(new Map(Object.entries(map))))).toBe(toHex(dagCbor.encode(map)));
      }),
    );
  });

  it('keeps text that is not UTF-8', () => {
    const label = fromHex('63ff0041');
    const value = decodeCbor(label);
    expect(value).toEqual(new CborBadText(fromHex('ff0041')));
    expect(encodeCbor(value)).toEqual(label);
  });

  it.each<[string, CborValue]>([
    ['1818', 24],
    ['1801', 1],
    ['1b001fffffffffffff', 2 ** 53 - 1],
    ['1b0020000000000000', 2n ** 53n],
    ['1bffffffffffffffff', 2n ** 64n - 1n],
    ['3bffffffffffffffff', -(2n ** 64n)],
    ['20', -1],
    ['f93c00', 1],
    ['f97c00', Infinity],
    ['fa47c35000', 100000],
    ['fb3ff199999999999a', 1.1],
    ['f7', null],
    ['c101', new CborTagged(1n, 1)],
    ['d82a420001', new CborCid(Uint8Array.of(1))],
    ['a10102', new Map([[1, 2]])],
  ])('reads %s', (hex, value) => {
    expect(decodeCbor(fromHex(hex))).toEqual(value);
  });

  it.each([
    ['nothing', ''],
    ['a cut-off integer', '19ff'],
    ['a cut-off byte string', '42ff'],
    ['an array longer than what is left', '9bffffffffffffffff'],
    ['a map longer than what is left', 'bb00000000ffffffff'],
    ['a byte string longer than memory', '5b00000fffffffffff'],
    ['indefinite length', '9f01ff'],
    ['bytes left over', '0101'],
    ['a link without CID', 'd82a01'],
    ['a link without its zero', 'd82a420101'],
    ['a reserved simple value', 'fc'],
    ['nesting without end', '81'.repeat(200)],
  ])('refuses %s', (_, hex) => {
    expect(() => decodeCbor(fromHex(hex))).toThrow(CborError);
  });

  it('reads any bytes to a value or a CborError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (input) => {
        try {
          decodeCborAt(input, 0);
        } catch (error) {
          expect(error).toBeInstanceOf(CborError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('tells where a value ends', () => {
    expect(decodeCborAt(fromHex('00430102030a'), 1)).toEqual({
      value: Uint8Array.of(1, 2, 3),
      end: 5,
    });
  });

  it('refuses to write what is too deep', () => {
    let value: CborValue = 0;
    for (let i = 0; i < 100; i++) value = [value];
    expect(() => encodeCbor(value)).toThrow(CborError);
  });
});
