/** A node whose state is read from objects, against all that a recorded node told of its state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACTOR_KINDS, kindOfCode } from '#filecoin/actors/kinds.ts';
import { createNodeClient } from '../client.ts';
import { isActorNotFound, NodeError } from '../errors.ts';
import { parseJson } from '../json.ts';
import * as schemas from '../schemas.ts';
import { rejection } from '../testing/demo-node.ts';
import { openStateChain, type StateChain } from '../testing/state-chain.ts';
import type { NodeClient, PowerJson, TipsetJson, TipsetKey } from '../types.ts';
import { stateByObjects, type StateClient } from './byObjects.ts';

let chain: StateChain;
let client: StateClient;

beforeAll(async () => {
  chain = await openStateChain();
  client = clientOf(standIn());
});
afterAll(() => chain.close());

function clientOf(node: NodeClient): StateClient {
  return stateByObjects(node, chain.objects, { kindOf: async (code) => kindOfCode(code) });
}

const ASKED = 'asked of the node';

/** Tells tipsets, and who may mine; of the state nothing else. */
function standIn(told: Partial<NodeClient> = {}): NodeClient {
  const node = createNodeClient({ url: 'http://127.0.0.1:9/rpc/v1' });
  const names = Object.keys(node).filter((name) => /^(?:state|msig|chain)/.test(name));
  const refuse = (): Promise<never> => Promise.reject(new NodeError('rpc', 'State', ASKED));
  return {
    ...node,
    ...Object.fromEntries(names.map((name) => [name, refuse])),
    chainGetTipSet: async (key) => tipsetOf(key),
    stateMinerPower: async (address, key) => powerOf(address, key),
    ...told,
  };
}

function tipsetOf(key: TipsetKey): TipsetJson {
  const { catalogue } = chain.recording;
  const tipset = catalogue.tipsets[catalogue.tipsetOfKey.get(JSON.stringify(key)) ?? -1];
  if (tipset === undefined) throw new NodeError('rpc', 'ChainGetTipSet', 'no such tipset');
  return JSON.parse(catalogue.read(tipset.value).toString()) as TipsetJson;
}

function powerOf(address: string, key: TipsetKey): PowerJson {
  const { catalogue } = chain.recording;
  const place = catalogue.tipsetOfKey.get(JSON.stringify(key)) ?? -1;
  const value = catalogue.states.get('StateMinerPower')?.get(JSON.stringify(address))?.get(place);
  if (value === undefined) throw new NodeError('rpc', 'StateMinerPower', 'not recorded');
  return schemas.Power.parse(JSON.parse(catalogue.read(value).toString()));
}

interface Told {
  readonly args: readonly unknown[];
  readonly key: TipsetKey;
  readonly answer: unknown;
  /** Null when the node answered. */
  readonly error: NodeError | null;
  readonly label: string;
}

function* toldBy(method: string): Generator<Told> {
  const { catalogue } = chain.recording;
  for (const [subject, answers] of catalogue.states.get(method) ?? [])
    for (const [place, value] of answers) {
      const tipset = catalogue.tipsets[place];
      if (tipset === undefined || !chain.objects.has(catalogue.roots[tipset.root] ?? '')) continue;
      const answer: unknown = parseJson(catalogue.read(value).toString());
      yield {
        args: JSON.parse(`[${subject}]`) as unknown[],
        key: JSON.parse(tipset.key) as TipsetKey,
        answer,
        error: value.failed ? new NodeError('rpc', method, JSON.stringify(answer)) : null,
        label: `${method} ${subject} at ${String(tipset.height)}`,
      };
    }
}

type Call = (...given: readonly unknown[]) => Promise<unknown>;
type Schema = { parse(answer: unknown): unknown };

const CALLS: readonly (readonly [
  name: keyof NodeClient,
  method: string,
  schema: Schema,
  count: number,
])[] = [
  ['stateGetActor', 'StateGetActor', schemas.Actor, 212],
  ['stateReadState', 'StateReadState', schemas.ActorState, 6_258],
  ['stateLookupId', 'StateLookupID', schemas.Address, 368],
  ['stateAccountKey', 'StateAccountKey', schemas.Address, 185],
  ['stateListActors', 'StateListActors', schemas.Addresses, 2],
  ['stateListMiners', 'StateListMiners', schemas.Addresses, 2],
  ['stateMinerPower', 'StateMinerPower', schemas.Power, 3_297],
  ['stateMinerInfo', 'StateMinerInfo', schemas.MinerInfo, 1_893],
  ['stateMinerSectorCount', 'StateMinerSectorCount', schemas.SectorCount, 1_893],
  ['stateMinerAvailableBalance', 'StateMinerAvailableBalance', schemas.Amount, 1_893],
  ['stateMinerFaults', 'StateMinerFaults', schemas.Bits, 1_893],
  ['stateMinerRecoveries', 'StateMinerRecoveries', schemas.Bits, 1_893],
  ['stateMinerSectors', 'StateMinerSectors', schemas.Sectors, 8],
  ['stateMinerPartitions', 'StateMinerPartitions', schemas.Partitions, 384],
  ['stateMarketDeals', 'StateMarketDeals', schemas.MarketDeals, 1],
  ['stateMarketStorageDeal', 'StateMarketStorageDeal', schemas.MarketDeal, 103],
  ['stateGetAllAllocations', 'StateGetAllAllocations', schemas.Allocations, 1],
  ['stateGetAllClaims', 'StateGetAllClaims', schemas.Claims, 1],
  ['stateVerifierStatus', 'StateVerifierStatus', schemas.DataCap, 185],
  ['stateVerifiedClientStatus', 'StateVerifiedClientStatus', schemas.DataCap, 185],
];

describe('the state by objects', () => {
  it.each(CALLS)('%s', async (name, method, schema, count) => {
    const call = client[name] as Call;
    let compared = 0;
    for (const { args, key, answer, error, label } of toldBy(method)) {
      const told = call(...args, key);
      if (error === null) expect(sorted(await told), label).toEqual(sorted(schema.parse(answer)));
      else if (isActorNotFound(error)) expect(await told, label).toBeNull();
      else expect((await rejection(told)).message, label).toContain(ASKED);
      compared++;
    }
    expect(compared).toBe(count);
  });
});

describe('states of all actors', () => {
  it('are read, of every kind that there is', async () => {
    const { catalogue } = chain.recording;
    const key = JSON.parse(catalogue.tipsets.at(-1)?.key ?? '') as TipsetKey;
    const reading = clientOf(standIn());
    const kinds = new Set<string | undefined>();
    for (const actor of await reading.stateListActors(key)) {
      const { Code, Balance, State } = await reading.stateReadState(actor, key);
      const kind = kindOfCode(Code['/'])?.kind;
      kinds.add(kind);
      expect(await reading.stateGetActor(actor, key)).toMatchObject({ Code, Balance });
      const stateless = kind === 'eam' || kind === 'ethaccount' || kind === 'placeholder';
      expect(State === null, actor).toBe(stateless);
    }
    expect([...kinds].sort()).toEqual([...ACTOR_KINDS]);
    expect(reading.stateCounts()).toMatchObject({ unread: 0, missing: 0, asked: 0 });
  });
});

describe('a robust address', () => {
  it('is an account’s or an f4 one as the node tells it; others are asked for', async () => {
    const before = client.stateCounts().asked;
    let others = 0;
    for (const { args, key, answer, error, label } of toldBy('StateLookupRobustAddress')) {
      const [id] = z.tuple([z.string()]).parse(args);
      const told = await client.stateLookupRobustAddress(id, key).catch((reason) => reason);
      const actor = await client.stateGetActor(id, key);
      if (actor?.DelegatedAddress) expect(told, label).toBe(actor.DelegatedAddress);
      else if (told instanceof NodeError) {
        expect(told.message).toContain(ASKED);
        others++;
      } else expect(told, label).toBe(error === null ? answer : null);
    }
    expect(others).toBeGreaterThan(0);
    expect(client.stateCounts().asked - before).toBe(others);
  });
});

describe('what waits in a multisig', () => {
  it('is told as it was proposed', async () => {
    const { catalogue } = chain.recording;
    const { key = '' } = catalogue.tipsets.findLast(({ height }) => height === 2492) ?? {};
    expect(await client.msigGetPending('f01070', JSON.parse(key) as TipsetKey)).toEqual([
      {
        ID: 21,
        To: 'f3rvza3dr2giuiiaiw5s4vdeznrz3bhzwjnkr5fm5rginyaa54qbjb62zqtbkbjomghg4prnnqnboxdjskdkwa',
        Value: '385484000000000000',
        Method: 0,
        Params: null,
        Approved: ['f01009'],
      },
    ]);
  });
});

describe('a node that answers by objects', () => {
  const head = (): TipsetJson => {
    const { catalogue } = chain.recording;
    return tipsetOf(JSON.parse(catalogue.tipsets.at(-1)?.key ?? '') as TipsetKey);
  };
  const other = (): TipsetJson => {
    const { catalogue } = chain.recording;
    return tipsetOf(JSON.parse(catalogue.tipsets.at(-2)?.key ?? '') as TipsetKey);
  };

  it('asks for no tipset that it was told of', async () => {
    let asked = 0;
    const tipset = head();
    const node = standIn({
      async chainGetTipSet(key) {
        asked++;
        return tipsetOf(key);
      },
      chainHead: async () => tipset,
      subscribeHeads(onChange) {
        onChange([{ Type: 'current', Val: other() }]);
        return { close: () => undefined };
      },
    });
    const learning = clientOf(node);
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
        standIn({ chainGetTipSet: async () => now, chainHead: async () => told }),
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
    const node = standIn({ stateReadState: async () => state });
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
    const node = standIn({ stateMarketDeals: never });
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
    const knowing = stateByObjects(standIn(), chain.objects, { kindOf });
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

/** Nodes list in the order of hashes, and not all in the same. */
function sorted(told: unknown): unknown {
  return Array.isArray(told) && told.every((item) => typeof item === 'string') ? told.sort() : told;
}
