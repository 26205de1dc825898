import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCbor } from '../encoding/cbor.ts';
import { buildHamt } from './buildHamt.ts';
import { diffHamt, findInHamt, walkHamt, type HamtEntry } from './hamt.ts';
import { sourceOf } from './testing/objects.ts';
import { TooManyDifferences } from './treeDiff.ts';

/** Small maps and such of a hundred keys and more. */
const maps = fc.dictionary(fc.string({ maxLength: 3 }), fc.nat(9), { maxKeys: 300, size: 'max' });
const forms = fc.record({ bitWidth: fc.constantFrom(1, 3, 5, 6, 8), old: fc.boolean() });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (key: Uint8Array): string => new TextDecoder().decode(key);

function built(map: Record<string, number>, form: { bitWidth: number; old: boolean }) {
  return buildHamt(
    Object.entries(map).map(([key, value]) => [bytes(key), encodeCbor(value)]),
    form,
  );
}

async function all(entries: AsyncIterable<HamtEntry>): Promise<[string, unknown][]> {
  return (await Array.fromAsync(entries)).map(({ key, value }) => [text(key), value]);
}

describe('maps of the state', () => {
  it('give what was put into them', async () => {
    await fc.assert(
      fc.asyncProperty(maps, forms, async (map, form) => {
        const { root, objects } = built(map, form);
        const read = await all(walkHamt(sourceOf(objects), root, form));
        expect(read.toSorted()).toEqual(Object.entries(map).toSorted());
        const from = Math.floor(read.length / 2);
        const after = bytes(read[from]?.[0] ?? '');
        expect(await all(walkHamt(sourceOf(objects), root, { ...form, after }))).toEqual(
          read.slice(from + 1),
        );
      }),
    );
  });

  it('differ where they do', async () => {
    await fc.assert(
      fc.asyncProperty(maps, maps, fc.boolean(), forms, async (a, b, alike, form) => {
        const after = alike ? { ...a, ...b } : b;
        const [before, now] = [built(a, form), built(after, form)];
        const source = sourceOf(before.objects, now.objects);
        const { added, removed, changed } = await diffHamt(source, before.root, now.root, form);
        const keys = (entries: readonly HamtEntry[]) => entries.map(({ key }) => text(key)).sort();
        expect(keys(added)).toEqual(
          Object.keys(after)
            .filter((key) => !(key in a))
            .sort(),
        );
        expect(keys(removed)).toEqual(
          Object.keys(a)
            .filter((key) => !(key in after))
            .sort(),
        );
        expect(keys(changed.map(({ after: entry }) => entry))).toEqual(
          Object.keys(a)
            .filter((key) => key in after && a[key] !== after[key])
            .sort(),
        );
      }),
    );
  });

  it('tell what they hold, and that they do not', async () => {
    await fc.assert(
      fc.asyncProperty(
        maps,
        fc.array(fc.string({ maxLength: 3 })),
        forms,
        async (map, keys, form) => {
          const { root, objects } = built(map, form);
          const wanted = [...keys, ...Object.keys(map)];
          const found = await findInHamt(sourceOf(objects), root, wanted.map(bytes), form);
          expect(found.map((entry) => entry?.value)).toEqual(wanted.map((key) => map[key]));
        },
      ),
    );
  });

  it('of both forms are the same map', async () => {
    await fc.assert(
      fc.asyncProperty(maps, maps, async (a, b) => {
        const [old, now] = [
          built(a, { bitWidth: 5, old: true }),
          built({ ...a, ...b }, { bitWidth: 5, old: false }),
        ];
        const source = sourceOf(old.objects, now.objects);
        const { added, removed, changed } = await diffHamt(source, old.root, now.root);
        expect(removed).toEqual([]);
        expect(added).toHaveLength(Object.keys(b).filter((key) => !(key in a)).length);
        expect(changed).toHaveLength(
          Object.keys(b).filter((key) => key in a && a[key] !== b[key]).length,
        );
      }),
      { numRuns: 30 },
    );
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

  it('have the roots that other implementations give them', () => {
    const ofTexts = (count: number, value: (number: number) => string) =>
      numbers(count).map((each) => [bytes(String(each)), encodeCbor(bytes(value(each)))] as const);
    expect(buildHamt([]).root).toBe(
      'bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay',
    );
    expect(buildHamt(ofTexts(200, String)).root).toBe(
      'bafy2bzaceczhz54xmmz3xqnbmvxfbaty3qprr6dq7xh5vzwqbirlsnbd36z7a',
    );
    expect(buildHamt(ofTexts(400, String)).root).toBe(
      'bafy2bzacecxcp736xkl2mcyjlors3tug6vdlbispbzxvb75xlrhthiw2xwxvw',
    );
    expect(
      buildHamt(
        ofTexts(30, () => 'filler'),
        { bitWidth: 1 },
      ).root,
    ).toBe('bafy2bzacebjilcrsqa4uyxuh36gllup4rlgnvwgeywdm5yqq2ks4jrsj756qq');
    const old = numbers(200).map((each) => [bytes(String(each)), encodeCbor(each)] as const);
    expect(buildHamt(old, { old: true }).root).toBe(
      'bafy2bzaceaneyzybb37pn4rtg2mvn2qxb43rhgmqoojgtz7avdfjw2lhz4dge',
    );
  });

  it('refuse a key that comes twice', () => {
    const twice = (count: number) =>
      new Array(count).fill([bytes('a'), encodeCbor(0)]) as [Uint8Array, Uint8Array][];
    expect(() => buildHamt(twice(2))).toThrow(RangeError);
    expect(() => buildHamt(twice(5))).toThrow(RangeError);
  });

  describe('of thousands', () => {
    const entries = numbers(5_000).map((each) => [bytes(String(each)), encodeCbor(each)] as const);
    const whole = buildHamt(entries);

    it('are read level by level, and as far as they differ', async () => {
      const later = buildHamt(entries.with(7, [bytes('7'), encodeCbor('new')]));
      const source = sourceOf(whole.objects, later.objects);
      const { added, removed, changed } = await diffHamt(source, whole.root, later.root);
      expect([added, removed]).toEqual([[], []]);
      expect(changed.map((each) => [each.before.value, each.after.value])).toEqual([[7, 'new']]);
      const levels = source.calls.length;
      expect(levels).toBeLessThanOrEqual(4);
      expect(source.calls.map((cids) => cids.length)).toEqual(new Array(levels).fill(2));
      const all = sourceOf(whole.objects);
      await findInHamt(all, whole.root, [...entries.map(([key]) => key), bytes('none')]);
      expect(new Set(all.calls.flat()).size).toBe(whole.objects.size);
      expect(all.calls.flat()).toHaveLength(whole.objects.size);
    });

    it('are walked once, some nodes at a time', async () => {
      const source = sourceOf(whole.objects);
      const walk = walkHamt(source, whole.root);
      await walk.next();
      expect(source.calls.flat().length).toBeLessThan(400);
      expect(await Array.fromAsync(walk)).toHaveLength(4_999);
      expect(source.calls.flat()).toHaveLength(whole.objects.size);
      expect(Math.max(...source.calls.map((cids) => cids.length))).toBe(128);
    });

    it('differ in no more than was asked for', async () => {
      const source = sourceOf(whole.objects);
      const { added } = await diffHamt(source, null, whole.root, { limit: 5_000 });
      expect(added).toHaveLength(5_000);
      await expect(diffHamt(source, whole.root, null, { limit: 4_999 })).rejects.toThrow(
        TooManyDifferences,
      );
    });
  });
});
