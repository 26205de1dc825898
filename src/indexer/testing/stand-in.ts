/**
 * A node that knows one real tipset. What the fixture tells is answered from it; balances after the
 * execution are summed up here from the trace, by another way than the indexer's. What it does not
 * tell stands in: every actor has the same fortune before, ids of addresses that no trace names are
 * made up, providers have empty states. All else is refused.
 */
import { BURNT_FUNDS_ID, formatAddress, REWARD_ID } from '#filecoin/address.ts';
import { kindOfCode } from '#filecoin/actors/kinds.ts';
import { blake2b256, cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import type {
  ActorJson,
  ExecutionTraceJson,
  MinerInfoJson,
  NodeClient,
  NodeInfo,
  TipsetJson,
  TipsetKey,
} from '#node/types.ts';
import type { Arrival } from '../chain/arrivals.ts';
import { tracesOf } from '../decode/calls.ts';
import { idOfText } from '../decode/ids.ts';
import {
  callsOf,
  codeOfKind,
  codesOf,
  isExplicit,
  receiptsRootOf,
  tipsetOf,
  type Fixture,
} from './tipsets.ts';
import { aTipset } from './units.ts';

const EPOCH_SECONDS = 30;
/** attoFIL of every actor before the tipset. */
export const FORTUNE = 10n ** 27n;
const FIRST_MADE_UP_ID = 10 ** 9;

const cid = (text: string): { '/': string } => ({
  '/': cidOf(blake2b256(new TextEncoder().encode(text))),
});

export interface StandIn {
  node: NodeClient;
  info: NodeInfo;
  tipset: Arrival;
  /** Made up, with the state root that the fixture tells. `branch`: another one of the same height. */
  child(branch?: number): Arrival;
  /** attoFIL that actors won or lost by the tipset's execution. */
  moved: ReadonlyMap<number, bigint>;
  close(): Promise<void>;
}

export function standIn(fixture: Fixture): StandIn {
  const { tipset: json, compute } = fixture;
  const facts = tipsetOf(fixture);
  const receipts = compute.Trace.filter(isExplicit).map(({ MsgRct }) => MsgRct);
  const ids = new Map<string, number>();
  const addresses = new Map<number, string>();
  for (const { Msg: msg, InvokedActor: invoked } of callsOf(fixture))
    if (invoked && idOfText(msg.To) === null) ids.set(msg.To, Number(invoked.Id));
  for (const { Msg: sent, ExecutionTrace: trace } of compute.Trace) {
    const id = trace && idOfText(trace.Msg.From);
    if (id !== null && idOfText(sent.From) === null) ids.set(sent.From, id);
  }
  const idOf = (address: string): number => {
    const id = idOfText(address) ?? ids.get(address) ?? FIRST_MADE_UP_ID + ids.size;
    if (idOfText(address) !== null) return id;
    ids.set(address, id);
    addresses.set(id, address);
    return id;
  };
  const codes = actorCodes(fixture, idOf);
  const moved = movesOf(fixture, idOf);
  const sent = new Map<number, number>();
  for (const { Msg } of compute.Trace.filter(isExplicit)) {
    const id = idOf(Msg.From);
    sent.set(id, (sent.get(id) ?? 0) + 1);
  }
  const isBefore = (key: TipsetKey): boolean => key[0]?.['/'] === json.Cids[0]?.['/'];
  const actor = (id: number, key: TipsetKey): ActorJson => {
    const before = isBefore(key);
    return {
      Code: { '/': codes.get(id) ?? codeOfKind('account') },
      Head: cid(`head of ${id}`),
      Nonce: before ? 0 : (sent.get(id) ?? 0),
      Balance: (FORTUNE + (before ? 0n : (moved.get(id) ?? 0n))).toString(),
    };
  };
  const accountKey = (id: number): string =>
    addresses.get(id) ??
    formatAddress(
      Uint8Array.of(1, ...blake2b256(new TextEncoder().encode(`key of ${id}`)).subarray(0, 20)),
    );
  const client = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });
  const answers: Partial<NodeClient> = {
    stateCompute: async () => compute,
    chainGetParentReceipts: async () => receipts,
    stateLookupId: async (address) => `f0${idOf(address)}`,
    stateGetActor: async (address, key) => actor(idOf(address), key),
    stateAccountKey: async (address) => accountKey(idOf(address)),
    stateReadState: async (address, key) => {
      const id = idOf(address);
      const { Balance, Code } = actor(id, key);
      const State = EMPTY[kindOfCode(Code['/'])?.kind ?? '']?.(id, facts.height);
      if (!State) throw refusal('StateReadState');
      return { Balance, Code, State };
    },
    stateMinerInfo: async (address) => ownedBy(idOf(address)),
    stateMinerPower: async () => NO_POWER,
    stateNetworkVersion: async () => 18,
    close: () => client.close(),
  };
  const node = new Proxy(client, {
    get: (_, name: keyof NodeClient) =>
      answers[name] ?? (() => Promise.reject(refusal(String(name)))),
  });
  const child = (branch = 0): Arrival => {
    const made = aTipset(facts.height + 1 + branch);
    return {
      json: { Cids: [{ '/': cidOf(made.key) }], Blocks: [], Height: facts.height + 1 },
      facts: {
        ...made,
        height: facts.height + 1,
        parentKey: facts.key,
        parentId: facts.id,
        timestamp: facts.timestamp + EPOCH_SECONDS,
        stateRoot: digestOf(compute.Root['/']),
        receiptsRoot: receiptsRootOf(receipts),
        parentWeight: facts.parentWeight + BigInt(branch + 1),
      },
    };
  };
  return {
    node,
    info: infoOf(fixture),
    tipset: { json, facts },
    child,
    moved,
    close: () => client.close(),
  };
}

function refusal(method: string): NodeError {
  return new NodeError('rpc', method, 'not told by the fixture', { code: 1, lasting: true });
}

function infoOf({ network, tipset }: Fixture): NodeInfo {
  return {
    networkName: network,
    chainId: network === 'mainnet' ? 314 : 314159,
    version: null,
    genesis: tipset,
    params: {
      NetworkName: network,
      BlockDelaySecs: EPOCH_SECONDS,
      Eip155ChainID: 314,
      ForkUpgradeParams: {},
    },
    capabilities: new Set(['StateCompute']),
    recorded: false,
    firstHeight: 0,
  };
}

function providers({ Blocks }: TipsetJson): number[] {
  return Blocks.map(({ Miner }) => idOfText(Miner) ?? -1);
}

/** Codes by id: of newer traces their own, of older ones as far as methods tell. */
function actorCodes(fixture: Fixture, idOf: (address: string) => number): Map<number, string> {
  const codes = new Map<number, string>();
  for (const [address, code] of codesOf(fixture)) codes.set(idOf(address), code);
  for (const id of providers(fixture.tipset)) codes.set(id, codeOfKind('storageminer'));
  for (const { Msg: msg, InvokedActor: invoked } of callsOf(fixture)) {
    const code = invoked?.State.Code ?? msg.CodeCid;
    if (code) codes.set(idOf(msg.To), code['/']);
  }
  return codes;
}

function movesOf({ compute }: Fixture, idOf: (address: string) => number): Map<number, bigint> {
  const moved = new Map<number, bigint>();
  const move = (from: number, to: number, amount: string): void => {
    moved.set(from, (moved.get(from) ?? 0n) - BigInt(amount));
    moved.set(to, (moved.get(to) ?? 0n) + BigInt(amount));
  };
  const walk = ({
    Msg: msg,
    MsgRct: receipt,
    InvokedActor: invoked,
    Subcalls: below,
  }: ExecutionTraceJson): void => {
    if (receipt.ExitCode !== 0) return;
    move(idOf(msg.From), Number(invoked?.Id ?? idOf(msg.To)), msg.Value);
    for (const call of below ?? []) walk(call);
  };
  for (const invocation of compute.Trace) {
    tracesOf([invocation]).forEach(walk);
    if (!isExplicit(invocation)) continue;
    const { BaseFeeBurn, OverEstimationBurn, MinerTip } = invocation.GasCost;
    const from = idOf(invocation.Msg.From);
    move(from, BURNT_FUNDS_ID, BaseFeeBurn);
    move(from, BURNT_FUNDS_ID, OverEstimationBurn);
    move(from, REWARD_ID, MinerTip);
  }
  return moved;
}

export const NO_POWER = {
  MinerPower: { RawBytePower: '0', QualityAdjPower: '0' },
  TotalPower: { RawBytePower: '0', QualityAdjPower: '0' },
  HasMinPower: false,
};

/** States that the index cannot do without. */
export const EMPTY: Partial<Record<string, (id: number, height: number) => object>> = {
  storageminer: (id, height) => ({
    Info: cid(`info of ${id}`),
    PreCommitDeposits: '0',
    LockedFunds: '0',
    VestingFunds: null,
    FeeDebt: '0',
    InitialPledge: '0',
    Deadlines: cid(`deadlines of ${id}`),
    ProvingPeriodStart: height,
    CurrentDeadline: 0,
  }),
  multisig: () => ({
    Signers: [],
    NumApprovalsThreshold: 1,
    NextTxnID: 0,
    InitialBalance: '0',
    StartEpoch: 0,
    UnlockDuration: 0,
  }),
};

export function ownedBy(id: number): MinerInfoJson {
  return {
    Owner: `f0${id}`,
    Worker: `f0${id}`,
    ControlAddresses: null,
    WorkerChangeEpoch: -1,
    PeerId: null,
    Multiaddrs: null,
    WindowPoStProofType: 8,
    SectorSize: 34_359_738_368,
    WindowPoStPartitionSectors: 2349,
    ConsensusFaultElapsed: -1,
  };
}
