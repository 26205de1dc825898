/** A node whose state is read from objects, against all that a recorded node told of its state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACTOR_KINDS, kindOfCode } from '#filecoin/actors/kinds.ts';
import { isActorNotFound, NodeError } from '../errors.ts';
import { parseJson } from '../json.ts';
import * as schemas from '../schemas.ts';
import { rejection } from '../testing/demo-node.ts';
import { ASKED, clientOf, standIn } from '../testing/stand-in.ts';
import { openStateChain, type StateChain } from '../testing/state-chain.ts';
import type { NodeClient, TipsetKey } from '../types.ts';
import type { StateClient } from './byObjects.ts';

let chain: StateChain;
let client: StateClient;

beforeAll(async () => {
  chain = await openStateChain();
  client = clientOf(chain, standIn(chain));
});
afterAll(() => chain.close());

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
    const reading = clientOf(chain, standIn(chain));
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

/** Nodes list in the order of hashes, and not all in the same. */
function sorted(told: unknown): unknown {
  return Array.isArray(told) && told.every((item) => typeof item === 'string') ? told.sort() : told;
}
