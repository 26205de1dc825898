/** Rows and facts on their way from the node's answers into the database. */
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { ExecutionTraceJson } from '#node/types.ts';
import type { NewRow, RowOf, TableOf } from '#store/schema.ts';

/** A tipset as errors and logs name it. */
export interface TipsetRef {
  height: number;
  /** CID text of its first block. */
  name: string;
}

export type BlockRow = NewRow<'block'>;
export type MessageRow = NewRow<'message'>;
export type NetworkStateRow = NewRow<'network_state'>;
export type MultisigRow = RowOf<'multisig'>;

/** What is known of a tipset when it arrives, before it has a child. */
export interface TipsetFacts extends TipsetRef {
  key: Uint8Array;
  /** Hex of `key`. */
  id: string;
  parentKey: Uint8Array;
  parentId: string;
  timestamp: number;
  stateRoot: Uint8Array;
  receiptsRoot: Uint8Array;
  baseFee: bigint;
  parentWeight: bigint;
  winCount: number;
  blocks: BlockRow[];
  /** Per block, in the block's order, the digests of its messages. */
  inclusion: Uint8Array[][];
  /** Distinct messages of all blocks. */
  messages: MessageRow[];
}

/** A call's move of value. */
export interface Move {
  from: number;
  to: number;
  value: bigint;
}

/**
 * A message as it was executed, or refused before that: then it made no calls and paid nothing. Its
 * receiver and its place in the index are found when folding.
 */
export interface ExecutionFacts {
  cid: Uint8Array;
  /** Null of a refused message whose sender is no actor. */
  fromId: number | null;
  /** Receiver as the trace tells it; on a failed message to a fresh address it may not exist. */
  toId: number | null;
  fromAddr: Uint8Array;
  toAddr: Uint8Array;
  nonce: Uint64;
  value: bigint;
  method: Uint64;
  methodName: string;
  methodId: number;
  toKind: number | null;
  selector: Uint8Array | null;
  exitCode: Integer;
  return: Uint8Array | null;
  returnCodec: Uint64;
  gasUsed: Integer;
  baseFeeBurn: bigint;
  overEstimationBurn: bigint;
  minerPenalty: bigint;
  minerTip: bigint;
  refund: bigint;
  minerId: number;
  subcallCount: number;
  error: string | null;
  /** Deflated call tree, when there is one to keep. */
  trace: Uint8Array | null;
  events: { emitter: Uint64; entries: Uint8Array }[];
}

/** A transfer before its message has a place in the index. */
export interface TransferFacts {
  /** Index into `executions`; null for what no message caused. */
  message: number | null;
  type: number;
  from: number;
  to: number;
  amount: bigint;
  shownTo: number | null;
}

/** A call that counted (it and all its callers succeeded), wherever in the tipset's execution it was made. */
export interface Call {
  /** Index into `executions`; null for what no message caused (rewards, cron). */
  message: number | null;
  /** Whether it is the message itself, or the implicit message. */
  top: boolean;
  from: number;
  /** Null only where an old node does not tell the invoked actor of a robust address. */
  to: number | null;
  /** ACTOR_KINDS index of the actor that ran; null when none did. */
  kind: number | null;
  /** Its actors version. */
  version: number | null;
  method: Uint64;
  value: bigint;
  /** The call as the node gave it: payloads are decoded when asked for (`paramsOf`, `returnOf`). */
  trace: ExecutionTraceJson;
}

/** An event of an actor as it was emitted. */
export interface Log {
  /** Index into `executions`. */
  message: number;
  /** Place within the message, from 0. */
  index: number;
  emitter: number;
  entries: readonly { flags: Uint64; key: string; codec: Uint64; value: Uint8Array }[];
}

/** An actor after the execution. */
export interface ActorChange {
  id: number;
  /** ACTOR_KINDS index. */
  kind: number;
  code: Uint8Array;
  head: Uint8Array;
  nonce: Uint64;
  balance: bigint;
  delegated: Uint8Array | null;
}

export interface RewardFacts {
  cid: Uint8Array;
  blockReward: bigint;
  tips: bigint;
  penalty: bigint;
}

/** All that the execution of a tipset changed. */
export interface ExecutedFacts {
  executions: ExecutionFacts[];
  transfers: TransferFacts[];
  rewards: RewardFacts[];
  changes: ActorChange[];
  /** Actors that are gone afterwards. */
  deleted: number[];
  /** Addresses seen to belong to actors: [address, id]. */
  learned: [Uint8Array, number][];
  /** Addresses by which actors were made, where objects tell: [address, id]. */
  made: [Uint8Array, number][];
  /** Message in which an actor was first called, successfully. */
  firstCall: Map<number, Uint8Array>;
  multisigs: MultisigRow[];
  network: NetworkStateRow;
  /** Whether the node could tell all of `network`; if not, the ledger has a gap here. */
  networkComplete: boolean;
  /** An upgrade's migration may have moved balances without a message. */
  migration: boolean;
  /** Whether its events are those that the receipts name: not where the node tells no events. */
  eventsProven: boolean;
  /** Whether `changes` and `deleted` are what the two states differ in, object by object. */
  changesProven: boolean;
  /** An operator lets sums pass that do not add up here. */
  pass: boolean;
  /** Those that did not and were passed, in words. */
  passed: string[];
  /** Every actor that an effective call named. */
  touched: Set<number>;
  /** Payloads that no decoder could read, by `kind.method`. */
  undecoded: string[];
}

/** State rows by table, as read from the database and as written back. Amounts in them are decimal strings, so that they can be logged. */
export type StateRows = { [T in TableOf<'state'>]: RowOf<T> };
export type StateTable = keyof StateRows;

/** Rows that are only ever appended (and deleted by a reorganisation). */
export type FactRows = { [T in TableOf<'fact'>]: NewRow<T>[] };
