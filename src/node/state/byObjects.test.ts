/** A node whose state is read from objects, against all that a recorded node told of its state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOfCode } from '#filecoin/actors/kinds.ts';
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

/** Nodes list in the order of hashes, and not all in the same. */
function sorted(told: unknown): unknown {
  return Array.isArray(told) && told.every((item) => typeof item === 'string') ? told.sort() : told;
}
