import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborCid, CborError, encodeCbor, type CborValue } from '../encoding/cbor.ts';
import { parseCid } from '../encoding/cid.ts';
import { uint64, type Uint64 } from '../encoding/uint64.ts';
import { buildHamt } from './buildHamt.ts';
import {
  actorKey,
  actorsOf,
  changedActors,
  encodeActor,
  encodeStateRoot,
  readStateRoot,
  walkActors,
  type StateActor,
} from './stateTree.ts';
import { Objects, sourceOf } from './testing/objects.ts';

const CODE = 'bafk2bzacealkm7gvphafzdgkyxmvkijz4yebnt3vhxsqmtuaylqyyz7qfsoqs';
const HEAD = buildHamt([]).root;
const ids = fc.oneof(fc.nat(300), fc.bigInt(0n, 2n ** 64n - 1n)).map((id) => uint64(id));
const actors: fc.Arbitrary<StateActor> = fc.record({
  code: fc.constant(CODE),
  head: fc.constant(HEAD),
  nonce: fc.oneof(fc.nat(3), fc.bigInt(0n, 2n ** 64n - 1n)).map((nonce) => uint64(nonce)),
  balance: fc.bigInt(0n, 2n ** 100n),
  delegated: fc.option(fc.uint8Array({ minLength: 22, maxLength: 22 })),
});
const states = fc
  .array(fc.tuple(ids, actors), { maxLength: 150, size: 'max' })
  .map((pairs) => new Map(pairs));
const versions = fc.integer({ min: 0, max: 5 });

/** A state tree of this version, in the form that it had. */
function built(state: ReadonlyMap<Uint64, StateActor>, version: number) {
  const map = buildHamt(
    [...state].map(([id, actor]) => [actorKey(id), encodeActor(actor, version)] as const),
    { old: version < 2 },
  );
  if (version === 0) return map;
  const objects = new Objects(map.objects);
  const root = { version, actors: map.root, info: HEAD };
  return { root: objects.putBytes(encodeStateRoot(root)), objects };
}

/** As a version without delegated addresses has it. */
function asOf(version: number, actor: StateActor): StateActor {
  return version < 5 ? { ...actor, delegated: null } : actor;
}

describe('the state tree', () => {
  it('gives the actors that are in it, and none else', async () => {
    await fc.assert(
      fc.asyncProperty(states, versions, fc.array(ids), async (state, version, others) => {
        const { root, objects } = built(state, version);
        const source = sourceOf(objects);
        expect((await readStateRoot(source, root)).version).toBe(version);
        const walked = await Array.fromAsync(walkActors(source, root));
        expect(new Map(walked)).toEqual(
          new Map([...state].map(([id, actor]) => [id, asOf(version, actor)])),
        );
        const after = walked[Math.floor(walked.length / 2)]?.[0] ?? 0;
        const rest = await Array.fromAsync(walkActors(source, root, { after }));
        expect(rest).toEqual(walked.slice(Math.floor(walked.length / 2) + 1));
        const wanted = [...others, ...state.keys()];
        expect(await actorsOf(source, root, wanted)).toEqual(
          wanted.map((id) => {
            const actor = state.get(id);
            return actor === undefined ? null : asOf(version, actor);
          }),
        );
      }),
    );
  });

  it('tells what changed, was created and was deleted', async () => {
    await fc.assert(
      fc.asyncProperty(states, states, fc.array(ids), versions, async (a, b, gone, version) => {
        const later = new Map([...a, ...b]);
        for (const id of [...gone, ...[...a.keys()].slice(0, 3)]) later.delete(id);
        const [before, after] = [built(a, version), built(later, version)];
        const source = sourceOf(before.objects, after.objects);
        const { changed, deleted } = await changedActors(source, before.root, after.root);
        const ascending = (x: Uint64, y: Uint64) => (x < y ? -1 : 1);
        const differs = (id: Uint64): boolean => {
          const [was, is] = [a.get(id), later.get(id)].map((actor) =>
            actor === undefined ? '' : encodeActor(actor, version).toString(),
          );
          return was !== is;
        };
        const old = (id: Uint64) => {
          const actor = a.get(id);
          return actor === undefined ? null : asOf(version, actor);
        };
        expect(changed).toEqual(
          [...later.keys()]
            .filter(differs)
            .sort(ascending)
            .map((id) => ({
              id,
              before: old(id),
              after: asOf(version, later.get(id) as StateActor),
            })),
        );
        expect(deleted).toEqual(
          [...a.keys()]
            .filter((id) => !later.has(id))
            .sort(ascending)
            .map((id) => ({ id, before: old(id) })),
        );
      }),
    );
  });

  it('is the same state in another form', async () => {
    const state = new Map(
      fc
        .sample(fc.tuple(ids, actors), { numRuns: 100, seed: 1 })
        .map(([id, actor]) => [id, { ...actor, delegated: null }]),
    );
    const [old, bare] = [built(state, 1), built(state, 0)];
    expect((await readStateRoot(sourceOf(old.objects), old.root)).actors).toBe(bare.root);
    const now = built(state, 4);
    const source = sourceOf(old.objects, bare.objects, now.objects);
    expect(await changedActors(source, bare.root, now.root)).toEqual({ changed: [], deleted: [] });
  });

  const cid = new CborCid(parseCid(HEAD));
  const code = new CborCid(parseCid(CODE));
  const none = new Uint8Array();

  it.each<[string, CborValue]>([
    ['a number', 7],
    ['one link', [cid]],
    ['two links', [cid, cid]],
    ['a version that nobody knows', [6, cid, cid]],
    ['a version below nothing', [-1, cid, cid]],
    ['a version that is a link', [cid, cid, cid]],
    ['no info', [5, cid, null]],
    ['a link to a code', [5, code, cid]],
    ['four fields', [5, cid, cid, cid]],
  ])('is refused with the root %j', async (_, root) => {
    const objects = new Objects();
    const source = sourceOf(objects);
    await expect(actorsOf(source, objects.put(root), [1])).rejects.toThrow(CborError);
  });

  it.each<[string, CborValue]>([
    ['a number', 7],
    ['three fields', [code, cid, 0]],
    ['six fields', [code, cid, 0, none, null, null]],
    ['a code that is no link', ['a', cid, 0, none, null]],
    ['a head that is no link', [code, none, 0, none, null]],
    ['a nonce below nothing', [code, cid, -1, none, null]],
    ['a nonce that is no whole number', [code, cid, 0.5, none, null]],
    ['a balance that is a number', [code, cid, 0, 0, null]],
    ['a balance of no sign', [code, cid, 0, Uint8Array.of(2, 1), null]],
    ['an address that is text', [code, cid, 0, none, 'f410']],
  ])('is refused with an actor that is %s', async (_, actor) => {
    const { root, objects } = buildHamt([[actorKey(7), encodeCbor(actor)]]);
    const source = sourceOf(objects);
    await expect(actorsOf(source, root, [7])).rejects.toThrow(CborError);
    await expect(changedActors(source, HEAD, root)).rejects.toThrow();
  });

  it.each([[], [0], [1, 5], [0, 0x80, 0], [0, 5, 5]])(
    'is refused with an actor whose key is %j',
    async (...key) => {
      const actor = encodeActor(fc.sample(actors, 1)[0] as StateActor, 5);
      const { root, objects } = buildHamt([[Uint8Array.from(key), actor]]);
      const walk = Array.fromAsync(walkActors(sourceOf(objects), root));
      await expect(walk).rejects.toThrow(CborError);
    },
  );
});
