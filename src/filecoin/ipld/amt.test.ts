import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCbor } from '../encoding/cbor.ts';
import { uint64, type Uint64 } from '../encoding/uint64.ts';
import { findInAmt, readAmtRoot, walkAmt, type AmtEntry } from './amt.ts';
import { buildAmt } from './buildAmt.ts';
import { sourceOf } from './testing/objects.ts';

const index = fc
  .oneof(fc.nat(300), fc.nat(100_000), fc.bigInt(0n, 2n ** 64n - 1n))
  .map((each) => uint64(each));
const arrays = fc.array(fc.tuple(index, fc.nat(9)), { maxLength: 60, size: 'max' });
const widths = fc.constantFrom(null, 1, 3, 5, 6, 8);

function mapOf(pairs: readonly (readonly [Uint64, number])[]): Map<Uint64, number> {
  return new Map(pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function built(map: ReadonlyMap<Uint64, number>, bitWidth: number | null) {
  return buildAmt(
    [...map].map(([key, value]) => [key, encodeCbor(value)] as const),
    bitWidth,
  );
}

async function all(entries: AsyncIterable<AmtEntry>): Promise<[Uint64, unknown][]> {
  return (await Array.fromAsync(entries)).map(({ key, value }) => [key, value]);
}

describe('arrays of the state', () => {
  it('give what was put into them, from any index on', async () => {
    await fc.assert(
      fc.asyncProperty(arrays, widths, index, async (pairs, bitWidth, from) => {
        const map = mapOf(pairs);
        const { root, objects } = built(map, bitWidth);
        const source = sourceOf(objects);
        expect(await readAmtRoot(source, root)).toMatchObject({
          bitWidth: bitWidth ?? 3,
          count: map.size,
        });
        expect(await all(walkAmt(source, root))).toEqual([...map]);
        expect(await all(walkAmt(source, root, { from }))).toEqual(
          [...map].filter(([key]) => key >= from),
        );
      }),
    );
  });

  it('tell what they hold, and that they do not', async () => {
    await fc.assert(
      fc.asyncProperty(arrays, fc.array(index), widths, async (pairs, others, bitWidth) => {
        const map = mapOf(pairs);
        const { root, objects } = built(map, bitWidth);
        const wanted = [...others, ...map.keys(), 2n ** 64n - 1n];
        const found = await findInAmt(sourceOf(objects), root, wanted);
        expect(found.map((entry) => entry?.value)).toEqual(wanted.map((key) => map.get(key)));
      }),
    );
  });
});
