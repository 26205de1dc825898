/** Messages and traces of a made-up chain (made-chain.ts), as a node tells them. */
import { idAddress, REWARD_ID, SYSTEM_ID } from '#filecoin/address.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { gasCost } from '#filecoin/execution/gas.ts';
import { messageDigest, messageFromJson } from '#filecoin/message.ts';
import type {
  CidJson,
  ExecutionTraceJson,
  GasCostJson,
  InvocationJson,
  MessageJson,
} from '#node/types.ts';
import type { World } from './made-world.ts';

/** attoFIL per unit of gas. */
export const BASE_FEE = 100n;
/** Units of gas that every message has and uses. */
export const GAS = 1_000;

/** What a message costs its sender: all of it is burnt. */
export const COST = gasCost({
  baseFee: BASE_FEE,
  gasLimit: GAS,
  gasUsed: GAS,
  gasFeeCap: BASE_FEE,
  gasPremium: 0n,
});

/** A call that is made: it moves its value, makes its own calls, and does what only the actor knows. */
export interface MadeCall {
  from: number;
  to: number;
  method?: number;
  value?: bigint;
  exit?: number;
  /** Of a call that another one makes. */
  params?: CborValue;
  returns?: CborValue;
  calls?: MadeCall[];
  effect?(world: World): void;
}

/** Of what no message did. */
const FREE: GasCostJson = {
  Message: null,
  GasUsed: '0',
  BaseFeeBurn: '0',
  OverEstimationBurn: '0',
  MinerPenalty: '0',
  MinerTip: '0',
  Refund: '0',
  TotalCost: '0',
};

export function cidJson(digest: Uint8Array): CidJson {
  return { '/': cidOf(digest) };
}

export function costJson(Message: CidJson | null): GasCostJson {
  return {
    Message,
    GasUsed: String(GAS),
    BaseFeeBurn: String(COST.baseFeeBurn),
    OverEstimationBurn: String(COST.overEstimationBurn),
    MinerPenalty: String(COST.minerPenalty),
    MinerTip: String(COST.minerTip),
    Refund: String(COST.refund),
    TotalCost: String(COST.totalCost),
  };
}

export function messageOf(
  { from, to, method = 0, value = 0n }: MadeCall,
  nonce: number,
): MessageJson {
  return {
    Version: 0,
    To: `f0${to}`,
    From: `f0${from}`,
    Nonce: nonce,
    Value: String(value),
    GasLimit: GAS,
    GasFeeCap: String(BASE_FEE),
    GasPremium: '0',
    Method: method,
    Params: null,
  };
}

export function callTrace(from: number, to: number, method = 0, value = 0n): ExecutionTraceJson {
  return {
    Msg: { From: `f0${from}`, To: `f0${to}`, Value: String(value), Method: method, Params: null },
    MsgRct: { ExitCode: 0, Return: null },
    Subcalls: null,
  };
}

/** AwardBlockReward of nothing. */
export function awardTrace(): ExecutionTraceJson {
  const trace = callTrace(SYSTEM_ID, REWARD_ID, 2);
  const nothing = bigintToBytes(0n);
  trace.Msg.Params = toBase64(encodeCbor([idAddress(1000), nothing, nothing, 1]));
  return trace;
}

/** As Lotus tells of what no message did: without gas. */
export function implicit(trace: ExecutionTraceJson): InvocationJson {
  const { To, Method, Params } = trace.Msg;
  const Msg: MessageJson = {
    Version: 0,
    To,
    From: 'f00',
    Nonce: 0,
    Value: '0',
    GasLimit: 0,
    GasFeeCap: '0',
    GasPremium: '0',
    Method,
    Params,
  };
  return {
    MsgCid: cidJson(messageDigest(messageFromJson(Msg))),
    Msg,
    MsgRct: { ExitCode: 0, Return: null, GasUsed: 0 },
    GasCost: FREE,
    ExecutionTrace: trace,
    Error: '',
  };
}
