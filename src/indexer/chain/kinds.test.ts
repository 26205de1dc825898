import { blake2b256, formatCid } from '#filecoin/encoding/cid.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { indexAll, startDemo } from '../testing/demo.ts';
import { MadeChain } from '../testing/made-chain.ts';
import { bundleOf, World } from '../testing/made-world.ts';
import { KindSource } from './kinds.ts';

/** A code of nobody's bundle. */
function code(name: string): string {
  const digest = blake2b256(new TextEncoder().encode(name));
  return formatCid(Uint8Array.of(1, 0x55, 0xa0, 0xe4, 2, 32, ...digest));
}

/** A node that lacks a call refuses it for good; any other refusal may pass. */
const refuse = (kind: 'rpc' | 'unsupported', method: string) => (): Promise<never> =>
  Promise.reject(new NodeError(kind, method, 'no', { lasting: kind === 'unsupported' }));

let chain: MadeChain;
afterEach(() => chain.close());

/** Tipsets at even heights; at 12 a fix within network version 27, at 14 the upgrade to 28. */
function make(node: Partial<NodeClient> = {}): (height: number) => TipsetKey {
  const bundle = (version: number, miner: string): World['bundle'] =>
    bundleOf(version, { storageminer: code(miner), curious: code('curious') });
  const genesis = new World(bundle(17, 'miner 1'));
  genesis.put(0, 'system', 0n);
  genesis.put(1000, 'storageminer', 5n);
  chain = new MadeChain({
    genesis,
    unlisted: { UpgradeFixHeight: 12 },
    upgrades: { UpgradeFireHorseHeight: 14 },
    versions: [
      [-1, 27],
      [14, 28],
    ],
    migrations: {
      Fix: (now) => ((now.bundle = bundle(17, 'miner 2')), null),
      FireHorse: (now) => ((now.bundle = bundle(18, 'miner 3')), null),
    },
    node,
  });
  const keys = new Map<number, TipsetKey>();
  for (let height = 2; height <= 20; height += 2)
    keys.set(height, chain.add([], { height }).json.Cids);
  return (height) => keys.get(height) ?? [];
}

describe('kinds of actors', () => {
  it('are learnt from the state: a fix within a version, a node that tells no codes', async () => {
    const keyAt = make({ stateActorCodeCids: refuse('unsupported', 'StateActorCodeCIDs') });
    const { node, source: objects } = chain;
    const source = new KindSource(node, objects);
    const miner = { kind: 'storageminer', version: 17 };
    await source.learn(keyAt(12));
    expect(source.kinds.ofCode(code('miner 1'))).toMatchObject(miner);
    expect(source.kinds.ofCode(code('miner 2'))).toBeNull();
    // The fix is carried out by the tipset at 14, the upgrade by the one at 16.
    await source.require([code('miner 2')], keyAt(16));
    expect(source.kinds.ofCode(code('miner 2'))).toMatchObject(miner);
    await source.require([code('miner 3')], keyAt(18));
    expect(source.kinds.ofCode(code('miner 3'))).toMatchObject({ ...miner, version: 18 });
    // What was known stays known: the calls of the messages before are still to be read.
    expect(source.kinds.ofCode(code('miner 1'))).toMatchObject(miner);
    expect(source.kinds.ofCode(code('curious'))).toBeNull();
    expect(await source.kindOf(code('nobody’s'), keyAt(18))).toBeNull();
  });

  it('are those of the version that made the state, where only the node’s word is to be had', async () => {
    const codes = { 27: { evm: code('evm 27') }, 28: { evm: code('evm 28') } };
    const keyAt = make({
      stateActorCodeCids: async (version) =>
        new Map(Object.entries(version === 27 ? codes[27] : codes[28])),
    });
    const source = new KindSource(chain.node);
    expect(await source.bundle(keyAt(16))).toEqual({ version: 17, codes: codes[27] });
    expect(await source.bundle(keyAt(18))).toEqual({ version: 18, codes: codes[28] });
  });

  it('are asked for again after a failure, but not for a code that nobody has', async () => {
    let asked = 0;
    let failing = true;
    const keyAt = make({
      stateActorCodeCids: async () => {
        asked++;
        if (failing) return refuse('rpc', 'StateActorCodeCIDs')();
        return new Map([['storageminer', code('miner 3')]]);
      },
    });
    const source = new KindSource(chain.node);
    await expect(source.require([code('miner 3')], keyAt(18))).rejects.toThrow(NodeError);
    expect(source.kinds.ofCode(code('miner 3'))).toBeNull();
    failing = false;
    await source.require([code('miner 3'), code('nobody’s')], keyAt(18));
    expect(source.kinds.ofCode(code('miner 3'))).toMatchObject({ kind: 'storageminer' });
    await source.require([code('miner 3'), code('nobody’s')], keyAt(18));
    expect(asked).toBe(2);
  });

  it('are not known where the node cannot tell', async () => {
    const keyAt = make({ stateActorCodeCids: refuse('unsupported', 'StateActorCodeCIDs') });
    expect(await new KindSource(chain.node).bundle(keyAt(18))).toBeNull();
    expect(await new KindSource(chain.node).learn(keyAt(18))).toBe(false);
  });
});

it('codes that were not told when an upgrade gave them are filled in later', async () => {
  make();
  const demo = await startDemo(6);
  const store = await openEither();
  const bundles = () =>
    store.db.selectFrom('actor_bundle').selectAll().orderBy('kind').orderBy('height').execute();
  try {
    await indexAll(store, demo.node);
    const rows = await bundles();
    expect(rows).toHaveLength(16);
    await store.db.deleteFrom('actor_bundle').execute();
    const mute = {
      ...demo.node,
      stateActorCodeCids: refuse('unsupported', 'StateActorCodeCIDs'),
    };
    await indexAll(store, mute);
    expect(await bundles()).toEqual([]);
    await indexAll(store, demo.node);
    expect(await bundles()).toEqual(rows);
  } finally {
    await store.close();
    await demo.close();
  }
}, 120_000);
