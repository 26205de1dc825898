/** Trees that nobody should have made. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborCid, CborError, encodeCbor, type CborValue } from '../encoding/cbor.ts';
import { parseCid } from '../encoding/cid.ts';
import { findInAmt, readAmtRoot, walkAmt } from './amt.ts';
import { buildAmt } from './buildAmt.ts';
import { buildHamt } from './buildHamt.ts';
import { diffHamt, findInHamt, walkHamt } from './hamt.ts';
import { HamtKind } from './hamtNode.ts';
import type { ObjectSource } from './source.ts';
import { Objects, sourceOf } from './testing/objects.ts';
import { TooManyDifferences } from './treeDiff.ts';

const raw = new CborCid(parseCid('bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'));

/** What reading it in each way ended with; null where nothing was wrong. */
async function failures(...readings: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const ends = await Promise.allSettled(readings.map((read) => read()));
  return ends.map((end): unknown => (end.status === 'rejected' ? end.reason : null));
}

function readingsOfHamt(source: ObjectSource, root: string, key: Uint8Array) {
  return failures(
    () => Array.fromAsync(walkHamt(source, root)),
    () => findInHamt(source, root, [key]),
    () => diffHamt(source, null, root, { limit: 1_000 }),
    () => diffHamt(source, root, null, { limit: 1_000 }),
  );
}

function readingsOfAmt(source: ObjectSource, root: string) {
  return failures(
    () => Array.fromAsync(walkAmt(source, root)),
    () => findInAmt(source, root, [0]),
  );
}

describe('hostile maps', () => {
  const kind = new HamtKind(5);
  /** A key for the slot `first`, and below it for the slot `second`. */
  const keyFor = (first: number, second?: number): Uint8Array => {
    for (let number = 0; ; number++) {
      const key = new TextEncoder().encode(String(number));
      const place = kind.place(key);
      if (place[0] === first && (second === undefined || place[1] === second)) return key;
    }
  };
  const field = (...slots: number[]): Uint8Array => {
    let bits = 0n;
    for (const slot of slots) bits |= 1n << BigInt(slot);
    const hex = bits.toString(16);
    return Uint8Array.from(
      (hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? []).map((two) =>
        parseInt(two, 16),
      ),
    );
  };
  const key = keyFor(3);
  const keys = [3, 3, 3, 3].map((_, at) => keyFor(3, at)).sort((a, b) => Buffer.compare(a, b));
  const bucket = (...of: Uint8Array[]): CborValue => of.map((each) => [each, 0]);
  const leaf: CborValue = [field(3), [bucket(key)]];

  it.each<[string, (objects: Objects) => CborValue]>([
    ['no node', () => 7],
    ['a node of one', () => [field(3)]],
    ['a node of three', () => [field(3), [bucket(key)], 0]],
    ['a bit field that is a number', () => [8, [bucket(key)]]],
    ['a bit field that is too long', () => [new Uint8Array(6), []]],
    ['a slot beyond the last', () => [field(3, 32), [bucket(key), bucket(keyFor(0))]]],
    ['more bits than pointers', () => [field(3, 4), [bucket(key)]]],
    ['fewer bits than pointers', () => [field(3), [bucket(key), bucket(keyFor(4))]]],
    ['pointers that are none', () => [field(3), bucket(key)]],
    ['a pointer that is a number', () => [field(3), [7]]],
    ['a pointer that is bytes', () => [field(3), [new Uint8Array(3)]]],
    ['an old pointer of another kind', () => [field(3), [new Map([['2', bucket(key)]])]]],
    [
      'an old pointer of both kinds',
      () => [
        field(3),
        [
          new Map([
            ['0', raw as CborValue],
            ['1', bucket(key)],
          ]),
        ],
      ],
    ],
    ['an old bucket that is a link', () => [field(3), [new Map([['1', raw]])]]],
    ['an old link that is a bucket', () => [field(3), [new Map([['0', bucket(key)]])]]],
    ['a link to no object of the chain', () => [field(3), [raw]]],
    ['an empty bucket', () => [field(3), [[]]]],
    ['a bucket of four', () => [field(3), [bucket(...keys)]]],
    ['a bucket out of order', () => [field(3), [bucket(...keys.slice(0, 2).reverse())]]],
    ['a key twice', () => [field(3), [bucket(key, key)]]],
    ['a key that is text', () => [field(3), [[['a', 0]]]]],
    ['an entry without value', () => [field(3), [[[key]]]]],
    ['an entry of three', () => [field(3), [[[key, 0, 0]]]]],
    ['an entry where it does not belong', () => [field(3), [bucket(keyFor(4))]]],
    [
      'an entry that does not belong below',
      (objects) => [field(3), [objects.link([field(5), [bucket(keyFor(3, 4))]])]],
    ],
    ['an empty node below the root', (objects) => [field(3), [objects.link([field(), []])]]],
    ['something else below the root', (objects) => [field(3), [objects.link('a')]]],
  ])('have %s', async (_, make) => {
    const objects = new Objects();
    const root = objects.put(make(objects));
    const ends = await readingsOfHamt(sourceOf(objects), root, keyFor(3, 5));
    const [walk, found, ...diffs] = ends;
    expect([walk, ...diffs]).toEqual(ends.slice(1).map(() => expect.any(CborError)));
    // Whoever looks for something sees what is on the way to it.
    expect([null, expect.any(CborError)]).toContainEqual(found);
  });

  it('are as deep as a hash is long, and no deeper', async () => {
    const objects = new Objects();
    const place = [...kind.place(key)];
    const down = (levels: number): string =>
      objects.put(
        place
          .slice(0, levels - 1)
          .reduceRight<CborValue>(
            (below, slot) => [field(slot), [objects.link(below)]],
            [field(place[levels - 1] ?? 0), [bucket(key)]],
          ),
      );
    const source = sourceOf(objects);
    expect(await readingsOfHamt(source, down(51), key)).toEqual([null, null, null, null]);
    const deeper = objects.put(
      [...place, 1].reduceRight<CborValue>(
        (below, slot) => [field(slot), [objects.link(below)]],
        leaf,
      ),
    );
    for (const end of await readingsOfHamt(source, deeper, key))
      expect(end).toBeInstanceOf(CborError);
  });

  it('of the same node everywhere end soon', async () => {
    const objects = new Objects();
    const all = field(...Array.from({ length: 32 }, (_, slot) => slot));
    let node = leaf;
    for (let level = 0; level < 20; level++)
      node = [all, new Array<CborValue>(32).fill(objects.link(node))];
    const source = sourceOf(objects);
    const root = objects.put(node);
    expect(await readingsOfHamt(source, root, key)).toEqual([
      expect.any(CborError),
      null,
      expect.any(TooManyDifferences),
      expect.any(TooManyDifferences),
    ]);
    expect(source.calls.flat().length).toBeLessThan(10_000);
  });
});

describe('hostile arrays', () => {
  const bits = (...slots: number[]): Uint8Array =>
    Uint8Array.of(slots.reduce((byte, slot) => byte | (1 << slot), 0));
  const leaf: CborValue = [bits(0), [], ['a']];

  it.each<[string, (objects: Objects) => CborValue]>([
    ['no root', () => 7],
    ['a root of two', () => [0, 1]],
    ['a root of five', () => [3, 0, 1, leaf, 0]],
    ['no bits of an index a level', () => [0, 0, 1, leaf]],
    ['too many bits of an index a level', () => [9, 0, 1, leaf]],
    ['a height below the ground', () => [3, -1, 1, leaf]],
    ['a height that is no number', () => [3, 'a', 1, leaf]],
    ['a height that is not whole', () => [3, 0.5, 1, leaf]],
    ['a height beyond all indices', () => [3, 22, 1, leaf]],
    ['a height of 2^60', () => [3, 2n ** 60n, 1, leaf]],
    ['a count below nothing', () => [3, 0, -1, leaf]],
    ['a count beyond its places', () => [3, 0, 9, leaf]],
    ['a count that is too large', () => [3, 0, 2, leaf]],
    ['a count that is too small', () => [3, 0, 1, [bits(0, 1), [], ['a', 'b']]]],
    ['a count of nothing', () => [3, 0, 0, leaf]],
    ['a node of two', () => [3, 0, 1, [bits(0), []]]],
    ['a node of four', () => [3, 0, 1, [bits(0), [], ['a'], []]]],
    ['no bitmap', () => [3, 0, 1, [1, [], ['a']]]],
    ['a bitmap that is too long', () => [3, 0, 1, [Uint8Array.of(1, 0), [], ['a']]]],
    ['a bitmap that is too short', () => [4, 0, 1, [Uint8Array.of(1), [], ['a']]]],
    ['a slot beyond the last', () => [2, 0, 1, [bits(4), [], ['a']]]],
    ['more bits than values', () => [3, 0, 1, [bits(0, 1), [], ['a']]]],
    ['fewer bits than values', () => [3, 0, 2, [bits(0), [], ['a', 'b']]]],
    ['values that are none', () => [3, 0, 1, [bits(0), [], 'a']]],
    ['values above its ground', () => [3, 1, 1, leaf]],
    ['links on its ground', (objects) => [3, 0, 1, [bits(0), [objects.link(leaf)], []]]],
    ['links and values', (objects) => [3, 1, 1, [bits(0), [objects.link(leaf)], ['a']]]],
    ['a link that is none', () => [3, 1, 1, [bits(0), ['a'], []]]],
    ['a link to no object of the chain', () => [3, 1, 1, [bits(0), [raw], []]]],
    ['an empty node', (objects) => [3, 1, 0, [bits(0), [objects.link([bits(), [], []])], []]]],
    ['something else below the root', (objects) => [3, 1, 1, [bits(0), [objects.link(0)], []]]],
  ])('have %s', async (_, make) => {
    const objects = new Objects();
    const root = objects.put(make(objects));
    const [walk, found] = await readingsOfAmt(sourceOf(objects), root);
    expect(walk).toEqual(expect.any(CborError));
    expect([null, expect.any(CborError)]).toContainEqual(found);
  });

  it('have an index beyond 64 bits', async () => {
    const objects = new Objects();
    let node: CborValue = [bits(7), [], ['a']];
    for (let level = 0; level < 21; level++) node = [bits(7), [objects.link(node)], []];
    const root = objects.put([3, 21, 1, node]);
    const [walk] = await readingsOfAmt(sourceOf(objects), root);
    expect(walk).toEqual(expect.any(CborError));
  });

  it('of the same node everywhere end soon', async () => {
    const objects = new Objects();
    let node: CborValue = [bits(0, 1, 2, 3, 4, 5, 6, 7), [], [...'abcdefgh']];
    for (let level = 0; level < 20; level++)
      node = [bits(0, 1, 2, 3, 4, 5, 6, 7), new Array<CborValue>(8).fill(objects.link(node)), []];
    const source = sourceOf(objects);
    const root = objects.put([3, 20, 100, node]);
    expect(await readingsOfAmt(source, root)).toEqual([expect.any(CborError), null]);
    // As many as its count says, of which nobody has to take more than he wants.
    const endless = objects.put([3, 20, 2n ** 62n, node]);
    let taken = 0;
    for await (const { key } of walkAmt(source, endless, { from: 2n ** 62n }))
      if (++taken === 1_000) {
        expect(key).toBe(2n ** 62n + 999n);
        break;
      }
    expect(source.calls.flat().length).toBeLessThan(10_000);
  });
});

describe('objects of which a byte was changed', () => {
  const text = (number: number): Uint8Array => new TextEncoder().encode(String(number));
  const numbers = Array.from({ length: 150 }, (_, number) => number);
  const trees = [
    ...[true, false].map((old) => ({
      hamt: true,
      ...buildHamt(
        numbers.map((each) => [text(each), encodeCbor(each)]),
        { old },
      ),
    })),
    ...[null, 5].map((width) => ({
      hamt: false,
      ...buildAmt(
        numbers.map((each) => [each * 3, encodeCbor(each)]),
        width,
      ),
    })),
  ];

  it('are read or refused, and nothing else is thrown', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...trees),
        fc.nat(),
        fc.nat(),
        fc.nat(255),
        async (tree, which, at, byte) => {
          const cids = [...tree.objects.keys()];
          const cid = cids[which % cids.length] ?? '';
          const object = tree.objects.get(cid) ?? new Uint8Array();
          const changed = new Map(tree.objects).set(cid, object.with(at % object.length, byte));
          // Names that lead nowhere lead to something else, as they would on the chain.
          const source: ObjectSource = {
            read: async (wanted) => wanted.map((each) => changed.get(each) ?? encodeCbor([each])),
          };
          const ends = await (tree.hamt
            ? readingsOfHamt(source, tree.root, text(7))
            : readingsOfAmt(source, tree.root));
          for (const end of ends.filter((each) => each !== null)) {
            refused++;
            expect(end).toBeInstanceOf(CborError);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it('of other objects are no tree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), async (bytes) => {
        const source: ObjectSource = { read: async (cids) => cids.map(() => bytes) };
        const readings = [readingsOfHamt(source, 'a', text(7)), readingsOfAmt(source, 'a')];
        for (const end of (await Promise.all(readings)).flat())
          if (end !== null) expect(end).toBeInstanceOf(CborError);
      }),
    );
    const short: ObjectSource = { read: async () => [] };
    expect(await failures(() => readAmtRoot(short, 'a'))).toEqual([expect.any(CborError)]);
  });
});
