import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCbor } from '../encoding/cbor.ts';
import { buildHamt } from './buildHamt.ts';
import { diffHamt, findInHamt, walkHamt, type HamtEntry } from './hamt.ts';
import { sourceOf } from './testing/objects.ts';

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
});
