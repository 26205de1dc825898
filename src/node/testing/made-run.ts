/** What the messages of a made tipset do: gas, rewards and balances as the protocol makes them. */
import { BURNT_FUNDS_ID, REWARD_ID } from '#filecoin/address.ts';
import { fromBase64, toBase64 } from '#filecoin/encoding/bytes.ts';
import { CborWriter } from '#filecoin/encoding/cbor-writer.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { encodeUvarint } from '#filecoin/encoding/varint.ts';
import { eventsDigest, type StampedEvent } from '#filecoin/receipt.ts';
import { gasCost, isRefused } from '#filecoin/execution/gas.ts';
import type {
  BlockHeaderJson,
  CidJson,
  EventJson,
  ExecutionTraceJson,
  InvocationJson,
  MessageJson,
  ReceiptJson,
  TipsetJson,
} from '../types.ts';
import {
  cidOfText,
  idOfKey,
  keyOf,
  traceOf,
  type MadeActor,
  type MadeCall,
  type MadeMessage,
} from './made-actors.ts';

export const BASE_FEE = 100n;
/** attoFIL for each block. */
const REWARD = 10n ** 18n;

/** What becomes of a message; left out: it succeeds and does what it says. */
export interface MadeRun {
  exit?: number | bigint;
  returned?: Uint8Array;
  gasUsed?: number;
  /** Calls below it. */
  sub?: MadeCall[];
  /** Its trace, where the node tells something else than what happened. */
  trace?: ExecutionTraceJson | null;
  error?: string;
  /** What its calls emitted. */
  events?: EventJson[];
}

export interface MadeBlock {
  miner: number;
  messages: readonly MadeMessage[];
  header?: Partial<BlockHeaderJson>;
}

/** What one tipset brings. */
export interface MadeStep {
  height: number;
  blocks: readonly MadeBlock[];
  /** By the text of a message's CID. */
  runs?: ReadonlyMap<string, MadeRun>;
  /** Actors as they are afterwards, but for balances and nonces of senders. */
  actors?: Readonly<Record<number, Partial<MadeActor>>>;
}

export type State = ReadonlyMap<number, MadeActor>;

/** A tipset and what its execution led to. */
export interface MadeTipset {
  json: TipsetJson;
  before: State;
  after: State;
  trace: InvocationJson[];
  receipts: ReceiptJson[];
  /** By the roots that the receipts name. */
  events: (readonly [root: CidJson, events: EventJson[]])[];
}

/** The actor whose address it is; of one that is not there the id that its key would have. */
function senderOf(state: State, address: string): number {
  for (const [id, { robust }] of state) if (robust === address) return id;
  return idOfKey(address);
}

/** Runs the messages of all blocks, pays each block's miner, runs cron. */
export function execute(
  before: State,
  { blocks, runs, actors = {} }: MadeStep,
): Omit<MadeTipset, 'json'> {
  const after = new Map(before);
  const trace: InvocationJson[] = [];
  const events: MadeTipset['events'] = [];
  // Which messages of a sender run is told by their nonces (Lotus' BlockMsgsForTipset).
  const next = new Map<string, bigint>();
  const move = (from: number, to: number, amount: bigint): void => {
    for (const [id, by] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      const actor = after.get(id) ?? { kind: 'account', balance: 0n, robust: keyOf(id) };
      if (by !== 0n) after.set(id, { ...actor, balance: actor.balance + by });
    }
  };
  const settle = (calls: readonly MadeCall[]): void => {
    for (const { from, to, value = 0n, exit = 0, sub = [] } of calls) {
      if (exit !== 0) continue;
      if (typeof to === 'number') move(from, to, value);
      settle(sub);
    }
  };
  for (const { miner, messages } of blocks) {
    let tips = 0n;
    let penalty = 0n;
    for (const message of messages) {
      const id = message.cid['/'];
      const run = runs?.get(id);
      const { From: sentBy, Nonce: nonce } = message.json;
      if ((next.get(sentBy) ?? BigInt(nonce)) !== BigInt(nonce)) continue;
      next.set(sentBy, BigInt(nonce) + 1n);
      const from = senderOf(after, message.json.From);
      const { invocation, call } = invoke(message, from, run ?? {});
      const { GasCost: cost, MsgRct: receipt } = invocation;
      trace.push(invocation);
      const { EventsRoot: root } = invocation.MsgRct;
      if (root && run?.events) events.push([root, run.events]);
      penalty += BigInt(cost.MinerPenalty);
      if (isRefused({ exitCode: receipt.ExitCode, gasUsed: receipt.GasUsed })) continue;
      const sender = after.get(from);
      if (sender) after.set(from, { ...sender, nonce: uint64(BigInt(message.json.Nonce) + 1n) });
      move(from, BURNT_FUNDS_ID, BigInt(cost.BaseFeeBurn) + BigInt(cost.OverEstimationBurn));
      move(from, REWARD_ID, BigInt(cost.MinerTip));
      tips += BigInt(cost.MinerTip);
      settle([call]);
    }
    const award = awardOf(miner, tips, penalty);
    trace.push(implicit(award, `award ${miner} ${trace.length}`));
    settle([award]);
  }
  trace.push(implicit({ from: 0, to: 3, method: 2, kind: 'cron' }, 'cron'));
  for (const [id, change] of Object.entries(actors)) {
    const own = after.get(Number(id)) ?? { kind: 'account', balance: 0n };
    after.set(Number(id), { ...own, ...change });
  }
  const receipts = trace.filter(({ Msg }) => Msg.From !== 'f00').map(({ MsgRct }) => MsgRct);
  return { before, after, trace, receipts, events };
}

function invoke(
  { json, cid }: MadeMessage,
  from: number,
  run: MadeRun,
): { invocation: InvocationJson; call: MadeCall } {
  const { exit = 0, returned, gasUsed = 900_000, sub = [], error = '', events } = run;
  const receipt: ReceiptJson = {
    ExitCode: exit,
    Return: returned ? toBase64(returned) : null,
    GasUsed: gasUsed,
    ...(events ? { EventsRoot: { '/': cidOf(eventsDigest(events.map(stamped))) } } : {}),
  };
  const toId = /^f0(\d{1,15})$/.exec(json.To)?.[1];
  const call: MadeCall = {
    from,
    to: toId === undefined ? json.To : Number(toId),
    value: BigInt(json.Value),
    method: json.Method,
    params: json.Params === null ? undefined : fromBase64(json.Params),
    exit,
    returned,
    sub,
  };
  const { trace = traceOf(call) } = run;
  const refused = isRefused({ exitCode: exit, gasUsed });
  const cost = gasCost({
    baseFee: BASE_FEE,
    gasLimit: json.GasLimit,
    gasUsed,
    gasFeeCap: BigInt(json.GasFeeCap),
    gasPremium: BigInt(json.GasPremium),
  });
  const told = (amount: bigint): string => String(refused ? 0n : amount);
  const penalty = refused ? BASE_FEE * BigInt(json.GasLimit) : cost.minerPenalty;
  const invocation: InvocationJson = {
    MsgCid: cid,
    Msg: json,
    MsgRct: receipt,
    GasCost: {
      Message: cid,
      GasUsed: String(gasUsed),
      BaseFeeBurn: told(cost.baseFeeBurn),
      OverEstimationBurn: told(cost.overEstimationBurn),
      MinerPenalty: String(penalty),
      MinerTip: told(cost.minerTip),
      Refund: told(cost.refund),
      TotalCost: String(cost.totalCost),
    },
    ExecutionTrace: trace,
    Error: error,
  };
  return { invocation, call };
}

function stamped({ Emitter: emitter, Entries }: EventJson): StampedEvent {
  const writer = new CborWriter().array(Entries.length);
  for (const { Flags, Key, Codec, Value } of Entries)
    writer.array(4).int(Flags).text(Key).int(Codec).bytes(fromBase64(Value));
  return { emitter, entries: writer.finish() };
}

function awardOf(miner: number, tips: bigint, penalty: bigint): MadeCall {
  const params = new CborWriter().array(4).bytes(Uint8Array.of(0, ...encodeUvarint(miner)));
  return {
    from: 0,
    to: REWARD_ID,
    method: 2,
    kind: 'reward',
    params: params.bigint(penalty).bigint(tips).int(1).finish(),
    sub: [
      {
        from: REWARD_ID,
        to: miner,
        method: 14,
        kind: 'storageminer',
        value: REWARD + tips,
        sub: penalty === 0n ? [] : [{ from: miner, to: BURNT_FUNDS_ID, value: penalty }],
      },
    ],
  };
}

function implicit(call: MadeCall, name: string): InvocationJson & { Msg: MessageJson } {
  const trace = traceOf(call);
  const { From, To, Value, Method, Params } = trace.Msg;
  const none = { GasUsed: '0', BaseFeeBurn: '0', OverEstimationBurn: '0', MinerPenalty: '0' };
  return {
    MsgCid: cidOfText(name),
    Msg: {
      Version: 0,
      To,
      From,
      Nonce: 0,
      Value,
      GasLimit: 1,
      GasFeeCap: '0',
      GasPremium: '0',
      Method,
      Params,
    },
    MsgRct: { ExitCode: 0, Return: null, GasUsed: 0 },
    GasCost: { Message: null, ...none, MinerTip: '0', Refund: '0', TotalCost: '0' },
    ExecutionTrace: trace,
    Error: '',
  };
}
