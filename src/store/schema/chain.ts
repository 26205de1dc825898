/** The chain itself: tipsets, blocks, messages, transfers, events, and the network’s totals. */
import {
  amount,
  bool,
  bytes,
  defineTable,
  int,
  int16,
  int32,
  signed,
  small,
  text,
  unsigned,
} from '../table.ts';

/** Canonical tipsets. A height inside a finished range without a row is a null round. */
export const tipset = defineTable('arrival', ['height'], {
  height: small,
  /** How many canonical tipsets of this index come before it. */
  ordinal: int,
  key: bytes,
  parent_key: bytes,
  parent_height: small.nullable,
  timestamp: int,
  /** ParentStateRoot: the state before this tipset's messages. */
  state_root: bytes,
  receipts_root: bytes,
  base_fee: amount,
  parent_weight: amount,
  block_count: small,
  win_count: int,
  /** Distinct messages that its blocks include. */
  message_count: small,
  /** Null rounds between its parent and it. */
  null_rounds: small,
  /** Whether its messages' execution is indexed; false only for the head. */
  executed: bool,
  /** Sum of its blocks' rewards; null until executed. */
  reward: amount.nullable,
  /** `seq` of its first executed message (or of the next one, if it has none); null until executed. */
  first_seq: int.nullable,
});

/** Blocks, canonical and orphaned. */
export const block = defineTable('arrival', ['cid'], {
  cid: bytes,
  height: small,
  miner_id: int,
  /** Place within its tipset. */
  position: small,
  timestamp: int,
  parents: bytes,
  parent_weight: amount,
  state_root: bytes,
  receipts_root: bytes,
  messages_root: bytes,
  base_fee: amount,
  win_count: int,
  message_count: small,
  /** Header's CBOR plus its messages in the form in which they are stored on the chain, bytes. */
  size: small,
  fork_signaling: unsigned,
  /** Won reward × wins (AwardBlockReward without the tips); null until executed. */
  block_reward: amount.nullable,
  /** gasReward of AwardBlockReward: the tips of the messages that this block brought first. */
  tips: amount.nullable,
  /** What ApplyRewards charged the miner. */
  penalty: amount.nullable,
  orphaned: bool,
});

/** Which messages a block includes, in its order (BLS first, then secp and delegated). */
export const block_message = defineTable('arrival', ['block_cid', 'position'], {
  block_cid: bytes,
  position: small,
  cid: bytes,
});

/** A message's content. Independent of the fork it is on, hence never reverted. */
export const message = defineTable('arrival', ['cid'], {
  cid: bytes,
  version: unsigned,
  from_addr: bytes,
  to_addr: bytes,
  nonce: unsigned,
  value: amount,
  gas_limit: signed,
  gas_fee_cap: amount,
  gas_premium: amount,
  method: unsigned,
  params: bytes.nullable,
  /** 1 secp256k1, 2 BLS, 3 delegated. */
  signature_type: int16,
  /** Bytes on the chain: the signed message's CBOR (the bare message's for BLS). */
  size: small,
  /** Hash under which Ethereum tools know it. */
  eth_hash: bytes.nullable,
});

/**
 * Executed messages of the canonical chain, one row for each time: the global message list. One that
 * was refused before it ran (it failed and used no gas) may run later, or be refused again.
 */
export const execution = defineTable({ fact: 'seq' }, ['seq'], {
  /** Place among all executed messages of this index. */
  seq: int,
  cid: bytes,
  height: small,
  /** Place within the tipset's executed messages. */
  position: small,
  timestamp: int,
  /** Null of a refused message whose sender is no actor. */
  from_id: int.nullable,
  /** Null when no actor has the address even after execution. */
  to_id: int.nullable,
  from_addr: bytes,
  to_addr: bytes,
  nonce: unsigned,
  value: amount,
  method: unsigned,
  method_id: small,
  /** Kind of the receiving actor as it was executed (ACTOR_KINDS index). */
  to_kind: small.nullable,
  /** First four bytes of the calldata of an EVM call. */
  selector: bytes.nullable,
  exit_code: signed,
  return: bytes.nullable,
  /** Multicodec of the return value. */
  return_codec: unsigned,
  gas_used: signed,
  base_fee_burn: amount,
  over_estimation_burn: amount,
  miner_penalty: amount,
  miner_tip: amount,
  refund: amount,
  /** Miner whose block brought it first and who earned the tip. */
  miner_id: int,
  event_count: small,
  /** All calls below the top one. */
  subcall_count: small,
  /** The node's error text, NUL bytes removed, bounded. */
  error: text.nullable,
});

/** Call tree of an execution with at least one subcall or a failure: deflated JSON (calltree.ts). */
export const trace = defineTable({ fact: 'seq' }, ['seq'], {
  seq: int,
  doc: bytes,
});

/** Methods by display name. Counters. */
export const method = defineTable('state', ['id'], {
  id: small.past,
  name: text.past,
  count: int.past,
});

/** The global message list filtered by method. */
export const method_message = defineTable(
  { fact: { of: 'method', count: 'count' } },
  ['method_id', 'ord'],
  {
    method_id: small,
    ord: int,
    seq: int,
  },
);

/** Movements of value, canonical chain. `type`: TRANSFER_TYPES index. */
export const transfer = defineTable('fact', ['height', 'position'], {
  height: small,
  position: small,
  /** Message that caused it; null for rewards, penalties, genesis and corrections. */
  seq: int.nullable,
  cid: bytes.nullable,
  type: small,
  from_id: int,
  to_id: int,
  amount: amount,
  /** Of a miner-fee: the miner who is shown as its receiver (on the chain it goes to f02 first). */
  shown_to_id: int.nullable,
});

/** Actor events and EVM logs as the node gave them. */
export const event = defineTable('fact', ['height', 'position'], {
  height: small,
  /** Place within the tipset. */
  position: small,
  seq: int,
  /** Place within the message, from 0. */
  log_index: small,
  emitter_id: unsigned,
  /** DAG-CBOR of [[flags, key, codec, value bytes], …] (entries.ts). */
  entries: bytes,
});

/** Totals of the network before the tipset's messages ran (state at T). Null where the node could not say. */
export const network_state = defineTable('fact', ['height'], {
  height: small,
  timestamp: int,
  raw_byte_power: amount.nullable,
  quality_adj_power: amount.nullable,
  pledge_collateral: amount.nullable,
  miner_count: small.nullable,
  this_epoch_reward: amount.nullable,
  baseline_power: amount.nullable,
  /** Smoothed reward per epoch, Q.128: value and change per epoch. */
  reward_position: amount.nullable,
  reward_velocity: amount.nullable,
  /** Smoothed quality-adjusted power, Q.128. */
  power_position: amount.nullable,
  power_velocity: amount.nullable,
  /** FIP-0081's ramp: first epoch and length; null where the power actor is older than it. */
  ramp_start: int32.nullable,
  ramp_epochs: int32.nullable,
  fil_vested: amount.nullable,
  fil_mined: amount.nullable,
  fil_burnt: amount.nullable,
  fil_locked: amount.nullable,
  fil_circulating: amount.nullable,
  fil_reserve_disbursed: amount.nullable,
  market_pledge: amount.nullable,
});

/** Tipsets whose sums of gas or balances did not add up and were let pass by an operator. */
export const passed = defineTable('fact', ['height'], {
  height: small,
  /** Which, in words; bounded. */
  details: text,
});
