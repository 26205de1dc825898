import { encodeManifest } from '#filecoin/actors/manifest.ts';
import { formatCid, blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import { sourceOf } from '#filecoin/ipld/testing/objects.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, TipsetJson, TipsetKey } from '#node/types.ts';
import { openStore } from '#store/store.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { indexAll, startDemo } from '../testing/demo.ts';
import { KindSource } from './kinds.ts';

const nowhere = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });
afterAll(() => nowhere.close());

const bytesOf = (text: string): Uint8Array => blake2b256(new TextEncoder().encode(text));
/** A code of nobody's bundle. */
const code = (name: string): string =>
  formatCid(Uint8Array.of(1, 0x55, 0xa0, 0xe4, 2, 32, ...bytesOf(name)));
const keyAt = (height: number): TipsetKey => [{ '/': cidOf(bytesOf(`tipset ${height}`)) }];

const refuse = (kind: 'rpc' | 'unsupported', method: string) => (): Promise<never> =>
  Promise.reject(
    new NodeError(kind, method, 'no', { code: kind === 'rpc' ? 1 : -32601, lasting: true }),
  );

/** One bundle for each state; the network version is 27 up to height 14, then 28. */
const BUNDLES: Record<number, Record<string, string>> = {
  10: { storageminer: code('miner 1'), evm: code('evm 1'), curious: code('curious') },
  13: { storageminer: code('miner 2'), evm: code('evm 1') },
  16: { storageminer: code('miner 3'), evm: code('evm 3') },
};
const manifests = new Map(
  Object.values(BUNDLES).map((codes) => {
    const object = encodeManifest(codes);
    return [cidOf(blake2b256(object)), object];
  }),
);

function heightOf(key: TipsetKey): number {
  for (let height = 0; height < 30; height++)
    if (keyAt(height)[0]?.['/'] === key[0]?.['/']) return height;
  throw new NodeError('rpc', 'ChainGetTipSet', 'unknown', { code: 1 });
}

/** Tipsets at even heights; upgrades at 12 (a fix within the version) and 14. */
function node(own: Partial<NodeClient> = {}): NodeClient {
  return {
    ...nowhere,
    chainGetTipSet: async (key) => {
      const Height = heightOf(key);
      return {
        Height,
        Cids: key,
        Blocks: [{ Parents: keyAt(Height - 2) }],
      } as unknown as TipsetJson;
    },
    stateNetworkVersion: async (key) => (heightOf(key) <= 14 ? 27 : 28),
    stateReadState: async (address, key) => {
      expect(address).toBe('f00');
      const height = heightOf(key);
      const at = height > 16 ? 16 : height > 14 ? 13 : 10;
      const root = cidOf(blake2b256(encodeManifest(BUNDLES[at] ?? {})));
      return {
        Balance: '0',
        Code: { '/': code('system') },
        State: { BuiltinActors: { '/': root } },
      };
    },
    stateActorCodeCids: async (version) =>
      new Map(Object.entries(BUNDLES[version === 27 ? 13 : 16] ?? {})),
    ...own,
  };
}

describe('kinds of actors', () => {
  it('are learnt from the state: a fix within a version, a node that tells no codes', async () => {
    const forest = node({ stateActorCodeCids: refuse('unsupported', 'StateActorCodeCIDs') });
    const source = new KindSource(forest, sourceOf(manifests));
    await source.learn(keyAt(12));
    expect(source.kinds.ofCode(code('miner 1'))).toMatchObject({
      kind: 'storageminer',
      version: 17,
    });
    expect(source.kinds.ofCode(code('miner 2'))).toBeNull();
    await source.require([code('miner 2'), code('evm 1')], keyAt(16));
    expect(source.kinds.ofCode(code('miner 2'))).toMatchObject({
      kind: 'storageminer',
      version: 17,
    });
    await source.require([code('evm 3')], keyAt(18));
    expect(source.kinds.ofCode(code('evm 3'))).toMatchObject({ kind: 'evm', version: 18 });
    // What was known stays known: the calls of the messages before are still to be read.
    expect(source.kinds.ofCode(code('miner 1'))).toMatchObject({
      kind: 'storageminer',
      version: 17,
    });
    expect(source.kinds.ofCode(code('curious'))).toBeNull();
  });

  it('are those of the version that made the state, where only the node’s word is to be had', async () => {
    const source = new KindSource(node());
    // The upgrade at 14 is carried out by the tipset at 16: the state at its key is from before.
    expect((await source.bundle(keyAt(16)))?.codes).toEqual(BUNDLES[13]);
    expect((await source.bundle(keyAt(18)))?.codes).toEqual(BUNDLES[16]);
    expect((await source.bundle(keyAt(18)))?.version).toBe(18);
  });

  it('are asked for again after a failure, but not for a code that nobody has', async () => {
    let asked = 0;
    let failing = true;
    const faltering = node({
      stateActorCodeCids: async () => {
        asked++;
        if (failing) return refuse('rpc', 'StateActorCodeCIDs')();
        return new Map(Object.entries(BUNDLES[16] ?? {}));
      },
    });
    const source = new KindSource(faltering);
    await source.require([code('miner 3')], keyAt(18));
    expect(source.kinds.ofCode(code('miner 3'))).toBeNull();
    failing = false;
    await source.require([code('miner 3'), code('nobody’s')], keyAt(18));
    expect(source.kinds.ofCode(code('miner 3'))).toMatchObject({ kind: 'storageminer' });
    await source.require([code('miner 3'), code('nobody’s')], keyAt(18));
    expect(asked).toBe(2);
  });

  it('are not known where the node cannot tell, and waited for where it is away', async () => {
    const mute = node({ stateActorCodeCids: refuse('unsupported', 'StateActorCodeCIDs') });
    expect(await new KindSource(mute).bundle(keyAt(18))).toBeNull();
    const away = node({
      stateNetworkVersion: () =>
        Promise.reject(new NodeError('unavailable', 'StateNetworkVersion', 'gone')),
    });
    await expect(new KindSource(away).learn(keyAt(18))).rejects.toThrow('gone');
  });
});

it('codes that were not told when an upgrade gave them are filled in later', async () => {
  const demo = await startDemo(6);
  const store = await openStore({ dataDir: 'memory://' });
  const bundles = () =>
    store.db.selectFrom('actor_bundle').selectAll().orderBy('kind').orderBy('height').execute();
  try {
    await indexAll(store, demo.node);
    const rows = await bundles();
    expect(rows).toHaveLength(16);
    await store.db.deleteFrom('actor_bundle').execute();
    const mute = { ...demo.node, stateActorCodeCids: refuse('rpc', 'StateActorCodeCIDs') };
    await indexAll(store, mute);
    expect(await bundles()).toEqual([]);
    await indexAll(store, demo.node);
    expect(await bundles()).toEqual(rows);
  } finally {
    await store.close();
    await demo.close();
  }
}, 120_000);
