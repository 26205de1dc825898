/** What a node that answers by objects asks of the node behind it, and what it believes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOfCode } from '#filecoin/actors/kinds.ts';
import { NodeError } from '../errors.ts';
import { rejection } from '../testing/demo-node.ts';
import { clientOf, standIn, tipsetOf } from '../testing/stand-in.ts';
import { openStateChain, type StateChain } from '../testing/state-chain.ts';
import type { TipsetJson, TipsetKey } from '../types.ts';
import { stateByObjects, type StateClient } from './byObjects.ts';

let chain: StateChain;
let client: StateClient;

beforeAll(async () => {
  chain = await openStateChain();
  client = clientOf(chain, standIn(chain));
});
afterAll(() => chain.close());

describe('a node that answers by objects', () => {
  const head = (): TipsetJson => {
    const { catalogue } = chain.recording;
    return tipsetOf(chain, JSON.parse(catalogue.tipsets.at(-1)?.key ?? '') as TipsetKey);
  };
  const other = (): TipsetJson => {
    const { catalogue } = chain.recording;
    return tipsetOf(chain, JSON.parse(catalogue.tipsets.at(-2)?.key ?? '') as TipsetKey);
  };

  it('asks for no tipset that it was told of', async () => {
    let asked = 0;
    const tipset = head();
    const node = standIn(chain, {
      async chainGetTipSet(key) {
        asked++;
        return tipsetOf(chain, key);
      },
      chainHead: async () => tipset,
      subscribeHeads(onChange) {
        onChange([{ Type: 'current', Val: other() }]);
        return { close: () => undefined };
      },
    });
    const learning = clientOf(chain, node);
    await learning.chainHead();
    learning.subscribeHeads(
      () => undefined,
      () => undefined,
    );
    expect(await learning.stateGetActor('f02', tipset.Cids)).not.toBeNull();
    expect(await learning.stateGetActor('f02', other().Cids)).not.toBeNull();
    expect(asked).toBe(0);
    const parents = other().Blocks[0]?.Parents ?? [];
    await Promise.all(['f02', 'f04', 'f05'].map((id) => learning.stateReadState(id, parents)));
    expect(asked).toBe(1);
  });

  it('believes no header that is another one, and asks again', async () => {
    const tipset = head();
    const [block] = tipset.Blocks;
    const [lie] = other().Blocks;
    if (block === undefined || lie === undefined) throw new Error('tipsets without blocks');
    const { ParentStateRoot } = lie;
    const lies: TipsetJson[] = [
      other(),
      { ...tipset, Blocks: [] },
      { ...tipset, Blocks: [{ ...block, ParentStateRoot }] },
      { ...tipset, Blocks: [{ ...block, Height: block.Height + 1 }] },
      { ...tipset, Blocks: [{ ...block, Miner: 'f0x' }] },
      { ...tipset, Blocks: [{ ...block, ParentWeight: 'much' }] },
    ];
    for (const told of lies) {
      let now = told;
      const lied = clientOf(
        chain,
        standIn(chain, { chainGetTipSet: async () => now, chainHead: async () => told }),
      );
      await lied.chainHead();
      const error = await rejection(lied.stateReadState('f02', tipset.Cids));
      expect(error.kind).toBe('nonsense');
      now = tipset;
      expect(await lied.stateReadState('f02', tipset.Cids)).toEqual(
        await client.stateReadState('f02', tipset.Cids),
      );
    }
  });

  it('asks the node of what it cannot read, and counts it', async () => {
    const key = head().Cids;
    const state = { Balance: '1', Code: { '/': 'bafkqaaa' }, State: null };
    const node = standIn(chain, { stateReadState: async () => state });
    const kindOf = async (code: string) => kindOfCode(code);
    const none = (): Promise<never> =>
      Promise.reject(new NodeError('rpc', 'ChainReadObj', 'ipld: could not find bafy'));
    const away = (): Promise<never> =>
      Promise.reject(new NodeError('unavailable', 'ChainReadObj', 'away'));
    const cases = [
      [chain.objects, async () => null, 'unread'],
      [chain.objects, async () => ({ kind: 'evm' as const, version: 19 }), 'unread'],
      [{ read: async () => [Uint8Array.of(0x83, 0, 0, 0)] }, kindOf, 'unread'],
      [{ read: none }, kindOf, 'missing'],
    ] as const;
    for (const [objects, kinds, count] of cases) {
      const by = stateByObjects(node, objects, { kindOf: kinds });
      expect(await by.stateReadState('f02', key)).toEqual(state);
      const counts = { proven: 0, unread: 0, missing: 0, asked: 0, [count]: 1 };
      expect(by.stateCounts()).toEqual(counts);
    }
    const waiting = stateByObjects(node, { read: away }, { kindOf });
    expect((await rejection(waiting.stateReadState('f02', key))).kind).toBe('unavailable');
  });

  it('takes what only recordings tell for missing while an object is', async () => {
    const key = head().Cids;
    const kindOf = async (code: string) => kindOfCode(code);
    const never = (): Promise<never> =>
      Promise.reject(
        new NodeError('unsupported', 'StateMarketDeals', 'never asked', { lasting: true }),
      );
    const node = standIn(chain, { stateMarketDeals: never });
    for (const lasting of [false, true]) {
      const read = (): Promise<never> =>
        Promise.reject(
          new NodeError('rpc', 'ChainReadObj', 'ipld: could not find bafy', { lasting }),
        );
      const by = stateByObjects(node, { read }, { kindOf });
      expect(await rejection(by.stateMarketDeals(key))).toMatchObject({ kind: 'rpc', lasting });
    }
    // What is there and cannot be read does not become readable.
    const strange = stateByObjects(node, chain.objects, { kindOf: async () => null });
    expect(await rejection(strange.stateMarketDeals(key))).toMatchObject({
      kind: 'unsupported',
      lasting: true,
    });
  });

  it('needs to know no codes to tell which there are', async () => {
    const kindOf = (): Promise<never> => Promise.reject(new Error('which codes are there?'));
    const knowing = stateByObjects(standIn(chain), chain.objects, { kindOf });
    const key = head().Cids;
    expect(await knowing.stateReadState('f00', key)).toEqual(
      await client.stateReadState('f00', key),
    );
  });

  it('gives objects out of its source', async () => {
    const root = head().Blocks[0]?.ParentStateRoot ?? { '/': '' };
    expect([await client.chainReadObj(root)]).toEqual(await chain.objects.read([root['/']]));
  });
});
