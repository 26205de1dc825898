import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { actorsOf, changedActors, readStateRoot, walkActors } from '#filecoin/ipld/stateTree.ts';
import { DEMO_CHAIN } from '../testing/demo-node.ts';
import { writeRecording } from '../testing/recordings.ts';
import { openRecording, type Recording } from './recording.ts';
import { RpcRefusal } from './refusal.ts';

/** The objects that a recording tells, checked. */
function sourceOf({ objects }: Recording): ObjectSource {
  const read = (cid: string): Uint8Array => {
    const told: unknown = JSON.parse(String(objects?.read(cid)));
    const bytes = fromBase64(String(told));
    expect(cidOf(blake2b256(bytes))).toBe(cid);
    return bytes;
  };
  return { read: async (cids) => cids.map(read) };
}

describe('the state trees of a recording without objects', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await openRecording(DEMO_CHAIN);
  });
  afterAll(() => recording.close());

  it('have the roots that the headers name, on the branches that lost too', () => {
    const { catalogue, objects } = recording;
    expect(catalogue.tipsets).toHaveLength(5037);
    const named = new Set(catalogue.tipsets.map(({ root }) => catalogue.roots[root] ?? ''));
    for (const root of named) {
      const told: unknown = JSON.parse(String(objects?.read(root)));
      if (cidOf(blake2b256(fromBase64(String(told)))) !== root)
        throw new Error(`${root} is told wrongly`);
    }
    expect(named.size).toBe(catalogue.roots.length);
  });

  it('hold the actors that the recording tells', async () => {
    const { actors, catalogue, chain } = recording;
    const source = sourceOf(recording);
    const lost = [...catalogue.tipsets.keys()].filter((place) => chain.finalPosition(place) < 0);
    const some = [...chain.final, ...lost].filter((place, at) => place > 0 && at % 41 === 0);
    expect(some.length).toBeGreaterThan(100);
    const rootOf = (place: number): string => catalogue.roots[chain.tipset(place).root] ?? '';
    for (const place of some) {
      const before = rootOf(chain.tipset(place).parent);
      const { changed, deleted } = await changedActors(source, before, rootOf(place));
      expect(deleted).toEqual([]);
      const told = Object.entries(actors.changes(place)) as [string, { Balance: string }][];
      const balances = told.map(([id, entry]) => [Number(id.slice(2)), entry.Balance] as const);
      balances.sort(([a], [b]) => a - b);
      expect(changed.map(({ id, after }) => [id, String(after.balance)])).toEqual(balances);
    }
    let count = 0;
    for await (const [id, actor] of walkActors(source, rootOf(chain.final.at(-1) ?? 0))) {
      const entry: unknown = JSON.parse(actors.entry(`f0${id}`, chain.final.at(-1) ?? 0));
      expect(entry).toMatchObject({ Head: { '/': actor.head }, Balance: String(actor.balance) });
      count++;
    }
    expect(count).toBe(282);
  });

  it('are found by an inner object too, by a node that was started anew', async () => {
    const { catalogue, chain } = recording;
    const rootAt = (height: number): string => {
      const head = chain.final.at(-1) ?? 0;
      return catalogue.roots[chain.tipset(chain.atOrBelow(head, height)).root] ?? '';
    };
    const inner = async (height: number): Promise<string> =>
      (await readStateRoot(sourceOf(recording), rootAt(height))).actors;
    const other = await openRecording(DEMO_CHAIN);
    const source = sourceOf(other);
    await source.read([rootAt(1000)]);
    for (const height of [1010, 980, 1100]) await source.read([await inner(height)]);
    // One that is far away is found when it is asked for often enough.
    const far = await inner(3000);
    const found = async (): Promise<boolean> => {
      try {
        return (await source.read([far])).length === 1;
      } catch (error) {
        if (error instanceof RpcRefusal) return false;
        throw error;
      }
    };
    expect(await found()).toBe(false);
    let tries = 1;
    while (!(await found())) expect(++tries).toBeLessThan(60);
    // States of actors are not part of it.
    const [power] = await actorsOf(source, rootAt(1000), [4]);
    await expect(source.read([power?.head ?? ''])).rejects.toThrow('not recorded');
    await other.close();
  });

  it('are not told by a recording of a part of a chain, nor of a part of its actors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-part-'));
    await writeRecording(folder, { from: 300, to: 340 });
    const part = await openRecording(folder);
    expect(part.objects).toBeNull();
    await part.close();
    // From the genesis on, but of its actors nothing is told.
    await writeRecording(folder, { to: 60, without: ['StateGetActor'] });
    const few = await openRecording(folder);
    const unknown = cidOf(blake2b256(Uint8Array.of(1)));
    for (const cid of [...few.catalogue.roots, unknown])
      expect(() => few.objects?.read(cid)).toThrow(RpcRefusal);
    await few.close();
    await rm(folder, { recursive: true });
  });
});
