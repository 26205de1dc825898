/** The chain itself: tipsets, blocks, messages, transfers, events, and the network’s totals. */
import type { Amount, Bytes, NullableAmount, Signed, Unsigned } from './values.ts';

/** Canonical tipsets. A height inside a finished range without a row is a null round. */
export interface TipsetTable {
  height: number;
  /** How many canonical tipsets of this index come before it. */
  ordinal: number;
  key: Bytes;
  parent_key: Bytes;
  parent_height: number | null;
  timestamp: number;
  /** ParentStateRoot: the state before this tipset's messages. */
  state_root: Bytes;
  receipts_root: Bytes;
  base_fee: Amount;
  parent_weight: Amount;
  block_count: number;
  win_count: number;
  /** Distinct messages that its blocks include. */
  message_count: number;
  /** Null rounds between its parent and it. */
  null_rounds: number;
  /** Whether its messages' execution is indexed; false only for the head. */
  executed: boolean;
  /** Sum of its blocks' rewards; null until executed. */
  reward: NullableAmount;
  /** `seq` of its first executed message (or of the next one, if it has none); null until executed. */
  first_seq: number | null;
}

/** Blocks, canonical and orphaned. */
export interface BlockTable {
  cid: Bytes;
  height: number;
  miner_id: number;
  /** Place within its tipset. */
  position: number;
  timestamp: number;
  parents: Bytes;
  parent_weight: Amount;
  state_root: Bytes;
  receipts_root: Bytes;
  messages_root: Bytes;
  base_fee: Amount;
  win_count: number;
  message_count: number;
  /** Header's CBOR plus its messages in the form in which they are stored on the chain, bytes. */
  size: number;
  fork_signaling: Unsigned;
  /** Won reward × wins (AwardBlockReward without the tips); null until executed. */
  block_reward: NullableAmount;
  /** gasReward of AwardBlockReward: the tips of the messages that this block brought first. */
  tips: NullableAmount;
  /** What ApplyRewards charged the miner. */
  penalty: NullableAmount;
  orphaned: boolean;
}

/** Which messages a block includes, in its order (BLS first, then secp and delegated). */
export interface BlockMessageTable {
  block_cid: Bytes;
  position: number;
  cid: Bytes;
}

/** A message's content. Independent of the fork it is on, hence never reverted. */
export interface MessageTable {
  cid: Bytes;
  version: Unsigned;
  from_addr: Bytes;
  to_addr: Bytes;
  nonce: Unsigned;
  value: Amount;
  gas_limit: Signed;
  gas_fee_cap: Amount;
  gas_premium: Amount;
  method: Unsigned;
  params: Bytes | null;
  /** 1 secp256k1, 2 BLS, 3 delegated. */
  signature_type: number;
  /** Bytes on the chain: the signed message's CBOR (the bare message's for BLS). */
  size: number;
  /** Hash under which Ethereum tools know it. */
  eth_hash: Bytes | null;
}

/**
 * Executed messages of the canonical chain, one row for each time: the global message list. One that
 * was refused before it ran (it failed and used no gas) may run later, or be refused again.
 */
export interface ExecutionTable {
  /** Place among all executed messages of this index. */
  seq: number;
  cid: Bytes;
  height: number;
  /** Place within the tipset's executed messages. */
  position: number;
  timestamp: number;
  /** Null of a refused message whose sender is no actor. */
  from_id: number | null;
  /** Null when no actor has the address even after execution. */
  to_id: number | null;
  from_addr: Bytes;
  to_addr: Bytes;
  nonce: Unsigned;
  value: Amount;
  method: Unsigned;
  method_id: number;
  /** Kind of the receiving actor as it was executed (ACTOR_KINDS index). */
  to_kind: number | null;
  /** First four bytes of the calldata of an EVM call. */
  selector: Bytes | null;
  exit_code: Signed;
  return: Bytes | null;
  /** Multicodec of the return value. */
  return_codec: Unsigned;
  gas_used: Signed;
  base_fee_burn: Amount;
  over_estimation_burn: Amount;
  miner_penalty: Amount;
  miner_tip: Amount;
  refund: Amount;
  /** Miner whose block brought it first and who earned the tip. */
  miner_id: number;
  event_count: number;
  /** All calls below the top one. */
  subcall_count: number;
  /** The node's error text, NUL bytes removed, bounded. */
  error: string | null;
}

/** Call tree of an execution with at least one subcall or a failure: deflated JSON (calltree.ts). */
export interface TraceTable {
  seq: number;
  doc: Bytes;
}

/** Methods by display name. Counters. */
export interface MethodTable {
  id: number;
  name: string;
  count: number;
}

/** The global message list filtered by method. */
export interface MethodMessageTable {
  method_id: number;
  ord: number;
  seq: number;
}

/** Movements of value, canonical chain. `type`: TRANSFER_TYPES index. */
export interface TransferTable {
  height: number;
  position: number;
  /** Message that caused it; null for rewards, penalties, genesis and corrections. */
  seq: number | null;
  cid: Bytes | null;
  type: number;
  from_id: number;
  to_id: number;
  amount: Amount;
  /** Of a miner-fee: the miner who is shown as its receiver (on the chain it goes to f02 first). */
  shown_to_id: number | null;
}

/** Actor events and EVM logs as the node gave them. */
export interface EventTable {
  height: number;
  /** Place within the tipset. */
  position: number;
  seq: number;
  /** Place within the message, from 0. */
  log_index: number;
  emitter_id: Unsigned;
  /** DAG-CBOR of [[flags, key, codec, value bytes], …] (entries.ts). */
  entries: Bytes;
}

/** Totals of the network before the tipset's messages ran (state at T). Null where the node could not say. */
export interface NetworkStateTable {
  height: number;
  timestamp: number;
  raw_byte_power: NullableAmount;
  quality_adj_power: NullableAmount;
  pledge_collateral: NullableAmount;
  miner_count: number | null;
  this_epoch_reward: NullableAmount;
  baseline_power: NullableAmount;
  /** Smoothed reward per epoch, Q.128: value and change per epoch. */
  reward_position: NullableAmount;
  reward_velocity: NullableAmount;
  /** Smoothed quality-adjusted power, Q.128. */
  power_position: NullableAmount;
  power_velocity: NullableAmount;
  /** FIP-0081's ramp: first epoch and length; null where the power actor is older than it. */
  ramp_start: number | null;
  ramp_epochs: number | null;
  fil_vested: NullableAmount;
  fil_mined: NullableAmount;
  fil_burnt: NullableAmount;
  fil_locked: NullableAmount;
  fil_circulating: NullableAmount;
  fil_reserve_disbursed: NullableAmount;
  market_pledge: NullableAmount;
}

/** Tipsets whose sums of gas or balances did not add up and were let pass by an operator. */
export interface PassedTable {
  height: number;
  /** Which, in words; bounded. */
  details: string;
}

export interface ChainTables {
  tipset: TipsetTable;
  block: BlockTable;
  block_message: BlockMessageTable;
  message: MessageTable;
  execution: ExecutionTable;
  trace: TraceTable;
  method: MethodTable;
  method_message: MethodMessageTable;
  transfer: TransferTable;
  event: EventTable;
  network_state: NetworkStateTable;
  passed: PassedTable;
}
