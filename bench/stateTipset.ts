/** Tipsets of mainnet's size that change so many actors of a state, one after another. */
import { createHash } from 'node:crypto';
import { BURNT_FUNDS_ID, formatAddress, formatId } from '#filecoin/address.ts';
import { blake2b256, cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import type { StateActor } from '#filecoin/ipld/stateTree.ts';
import type { Arrival } from '#indexer/chain/arrivals.ts';
import { FORTUNE, standIn, type StandIn } from '#indexer/testing/stand-in.ts';
import { codeOfKind, read, type Fixture } from '#indexer/testing/tipsets.ts';
import type { ActorJson, NodeClient, NodeInfo, TipsetKey } from '#node/types.ts';

/** A tipset of mainnet with 147 messages. */
const FIXTURE = read('2907520.json.gz');

/** An account that no tipset has changed yet. */
export const ACCOUNT: StateActor = {
  code: codeOfKind('account'),
  head: cidOf(blake2b256(new Uint8Array())),
  nonce: 0,
  balance: FORTUNE,
  delegated: null,
};

export interface ToldActor {
  readonly id: number;
  readonly actor: StateActor;
}

/** A tipset and what a node tells of it, but for the state's objects. */
export interface StateTipset {
  readonly node: NodeClient;
  readonly info: NodeInfo;
  readonly tipset: Arrival;
  readonly child: Arrival;
  close(): Promise<void>;
}

interface Changed {
  readonly before: ActorJson;
  readonly after: ActorJson;
}

/**
 * The fixture's tipset again and again, each time with transfers between accounts that none had
 * before: together they change `changed` actors.
 */
export class StateTipsets {
  /** By state: in the first one the fixture's own actors, in the others all that the tipset before it changed. */
  readonly told: readonly (readonly ToldActor[])[];
  readonly messages: number;
  readonly #fixtures: readonly Fixture[];

  private constructor(
    told: readonly (readonly ToldActor[])[],
    fixtures: readonly Fixture[],
    messages: number,
  ) {
    this.told = told;
    this.#fixtures = fixtures;
    this.messages = messages;
  }

  /** @param actors the accounts have ids below it */
  static async of(tipsets: number, actors: number, changed: number): Promise<StateTipsets> {
    const own = await changesBy(FIXTURE);
    const ids = idsBelow(actors, new Set(own.keys()));
    const fixtures: Fixture[] = [];
    for (let tipset = 0; tipset < tipsets; tipset++)
      fixtures.push(withTransfers(ids, changed - own.size, tipset));
    const changes = await Promise.all(fixtures.map(changesBy));
    const fixed = [...own.keys()];
    const after = changes.map((each, tipset) =>
      [...each].map(([id, change]) => ({
        id,
        actor: actorAfter(change, own.has(id) ? tipset + 1 : 1),
      })),
    );
    const first = fixed.flatMap((id) => {
      const change = changes[0]?.get(id);
      return change === undefined ? [] : [{ id, actor: actorAfter(change, 0) }];
    });
    const real = standIn(fixtures[0] ?? FIXTURE);
    await real.close();
    return new StateTipsets([first, ...after], fixtures, real.tipset.facts.messages.length);
  }

  /** The tipset that leads from one root of the state to another. */
  at(state: number, before: string, after: string): StateTipset {
    const real = standIn(this.#fixtures[state - 1] ?? FIXTURE);
    const { node, info, tipset } = real;
    const child = real.child();
    const actors = [state - 1, state].map(
      (each) => new Map((this.told[each] ?? []).map(({ id, actor }) => [id, actor])),
    );
    const own: Partial<NodeClient> = {
      stateCompute: async (...params) => ({
        ...(await node.stateCompute(...params)),
        Root: { '/': after },
      }),
      stateGetActor: async (address: string, key: TipsetKey) => {
        const json = await node.stateGetActor(address, key);
        const at = key[0]?.['/'] === tipset.json.Cids[0]?.['/'] ? 0 : 1;
        const actor = actors[at]?.get(Number(address.slice(2)));
        if (json === null || actor === undefined) return json;
        return { ...json, Nonce: Number(actor.nonce), Balance: actor.balance.toString() };
      },
    };
    return {
      node: new Proxy(node, { get: (_, name: keyof NodeClient) => own[name] ?? node[name] }),
      info: { ...info, capabilities: new Set([...info.capabilities, 'ChainReadObj']) },
      tipset: { ...tipset, facts: { ...tipset.facts, stateRoot: digestOf(before) } },
      child: { ...child, facts: { ...child.facts, stateRoot: digestOf(after) } },
      close: () => real.close(),
    };
  }
}

/** After so many tipsets that change the actor in the same way. */
function actorAfter({ before, after }: Changed, tipsets: number): StateActor {
  const won = BigInt(after.Balance) - BigInt(before.Balance);
  return {
    code: before.Code['/'],
    head: before.Head['/'],
    nonce: Number(before.Nonce) + tipsets * (Number(after.Nonce) - Number(before.Nonce)),
    balance: BigInt(before.Balance) + BigInt(tipsets) * won,
    delegated: null,
  };
}

async function changesBy(fixture: Fixture): Promise<Map<number, Changed>> {
  const real: StandIn = standIn(fixture);
  const { json, facts } = real.tipset;
  const addresses = [
    ...facts.messages.map(({ from_addr: from }) => formatAddress(from)),
    ...[...real.moved.keys()].map((id) => formatId(id)),
  ];
  const ids = await Promise.all(addresses.map((each) => real.node.stateLookupId(each, json.Cids)));
  const changes = new Map<number, Changed>();
  for (const address of new Set(ids)) {
    if (address === null) continue;
    const before = await real.node.stateGetActor(address, json.Cids);
    const after = await real.node.stateGetActor(address, real.child().json.Cids);
    if (before && after && JSON.stringify(before) !== JSON.stringify(after))
      changes.set(Number(address.slice(2)), { before, after });
  }
  await real.close();
  return changes;
}

/** Ids below `count` but these, no one twice; the same in each run. */
function* idsBelow(count: number, but: ReadonlySet<number>): Generator<number, never> {
  const given = new Set(but);
  for (let next = 0; ; next++) {
    const id = createHash('sha256').update(String(next)).digest().readUInt32BE() % count;
    if (given.has(id)) continue;
    given.add(id);
    yield id;
  }
}

/** The fixture with transfers that change so many actors more, in the manner of one that it has. */
function withTransfers(ids: Generator<number, never>, changed: number, tipset: number): Fixture {
  const { compute, inclusion } = FIXTURE;
  const model = compute.Trace.find(({ Msg }) => Msg.Method === 0);
  const [block = ''] = Object.values(inclusion)[0] ?? [];
  const trace = model?.ExecutionTrace;
  if (model === undefined || !trace) throw new Error('no transfer to go by');
  // Without tips, of which the blocks' rewards tell the sum.
  const { MinerTip, Refund, TotalCost } = model.GasCost;
  const transfers = Array.from({ length: Math.ceil(changed / 2) }, (_, number) => {
    const cid = cidOf(blake2b256(Buffer.from(`${String(tipset)}/${String(number)}`)));
    const From = `f0${String(ids.next().value)}`;
    const last = 2 * number + 1 === changed;
    const To = `f0${String(last ? BURNT_FUNDS_ID : ids.next().value)}`;
    return {
      ...model,
      MsgCid: { '/': cid },
      Msg: { ...model.Msg, From, To, Nonce: 0, GasPremium: '0', CID: { '/': cid } },
      GasCost: {
        ...model.GasCost,
        MinerTip: '0',
        Refund: (BigInt(Refund) + BigInt(MinerTip)).toString(),
        TotalCost: (BigInt(TotalCost) - BigInt(MinerTip)).toString(),
      },
      ExecutionTrace: {
        ...trace,
        Msg: { ...trace.Msg, From, To },
      },
    };
  });
  return {
    ...FIXTURE,
    compute: { ...compute, Trace: [...transfers, ...compute.Trace] },
    inclusion: {
      ...inclusion,
      ...Object.fromEntries(transfers.map(({ MsgCid }) => [MsgCid['/'], [block]])),
    },
  };
}
