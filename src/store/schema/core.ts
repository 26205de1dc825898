/** The chain itself: tipsets, blocks, messages, transfers, events, actors, and how far the index is. */
import type { ColumnType, Generated } from 'kysely';
import type { Amount, Bytes, MethodNumber, NullableAmount } from './values.ts';

/** One row: which network this index is of. */
export interface NetworkTable {
  id: Generated<number>;
  name: string;
  genesis: Bytes;
  genesis_timestamp: number;
  epoch_seconds: number;
  chain_id: number;
  /** `f` or `t`. */
  address_prefix: string;
  /** First height of this index; the genesis unless configured otherwise. */
  start_height: number;
  /** Whether the chain comes from a recording: its clock is the recording's, nothing can be sent to it. */
  recorded: boolean;
}

/** One row: how far the index is. Written with compare-and-set on `revision` in every transaction. */
export interface CheckpointTable {
  id: Generated<number>;
  revision: number;
  /** Newest tipset whose headers and inclusion are known. */
  head_height: number | null;
  head_key: Bytes | null;
  /** Newest tipset whose execution is known (the head's parent, when nothing lags). */
  executed_height: number | null;
  executed_key: Bytes | null;
  /** Nothing at or below this height is reverted any more. */
  final_height: number | null;
}

/** One row: what the indexer is doing, for /health and the pages' banner. Not part of the chain's facts. */
export interface StatusTable {
  id: Generated<number>;
  /** starting | backfilling | following | waiting (node away) | stopped (a tipset is in doubt) | ended (the recording is over) */
  state: string;
  /** Why, in words, when the state is waiting or stopped. */
  reason: string | null;
  /** The node's head as last heard of. */
  node_height: number | null;
  /** Where the running backfill began and where it goes. */
  from_height: number | null;
  target_height: number | null;
  updated_at: ColumnType<Date, Date | string, Date | string>;
  /** When the node was first seen to have its present head: the recording's clock counts from it. */
  head_seen_at: ColumnType<Date, Date | string, Date | string> | null;
  /** JSON: what the node can and cannot do (capability probe). */
  node: string | null;
}

/** The ledger: finished ranges of heights per part (headers | messages | traces | state), inclusive, joined when adjacent. */
export interface ProgressTable {
  part: string;
  from_height: number;
  to_height: number;
}

/**
 * One row, in an index that begins after the genesis: how many of the actors that there were then
 * have been taken over. Not part of the chain's facts.
 */
export interface OpeningTable {
  id: Generated<number>;
  /** All actors up to this id are known. */
  through: number;
  /** How many there were; null until the node has listed them. */
  listed: number | null;
  done: boolean;
  /** Why the node could not tell, in words. */
  refused: string | null;
}

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
  fork_signaling: number;
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
  version: number;
  from_addr: Bytes;
  to_addr: Bytes;
  nonce: number;
  value: Amount;
  gas_limit: number;
  gas_fee_cap: Amount;
  gas_premium: Amount;
  method: MethodNumber;
  params: Bytes | null;
  /** 1 secp256k1, 2 BLS, 3 delegated. */
  signature_type: number;
  /** Bytes on the chain: the signed message's CBOR (the bare message's for BLS). */
  size: number;
  /** Hash under which Ethereum tools know it. */
  eth_hash: Bytes | null;
}

/** Executed messages of the canonical chain, one row each: the global message list. */
export interface ExecutionTable {
  /** Place among all executed messages of this index. */
  seq: number;
  cid: Bytes;
  height: number;
  /** Place within the tipset's executed messages. */
  position: number;
  timestamp: number;
  from_id: number;
  /** Null when no actor has the address even after execution. */
  to_id: number | null;
  from_addr: Bytes;
  to_addr: Bytes;
  nonce: number;
  value: Amount;
  method: MethodNumber;
  method_id: number;
  /** Kind of the receiving actor as it was executed (ACTOR_KINDS index). */
  to_kind: number | null;
  /** First four bytes of the calldata of an EVM call. */
  selector: Bytes | null;
  exit_code: number;
  return: Bytes | null;
  /** Multicodec of the return value. */
  return_codec: number;
  gas_used: number;
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

/** Call tree of an executed message with at least one subcall or a failure: deflated JSON (calltree.ts). */
export interface TraceTable {
  cid: Bytes;
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

/** An account's messages, sent or received, once each, oldest first by `ord`. Carries all that the list shows. */
export interface AccountMessageTable {
  actor_id: number;
  ord: number;
  seq: number;
  cid: Bytes;
  height: number;
  timestamp: number;
  from_id: number;
  to_id: number | null;
  from_addr: Bytes;
  to_addr: Bytes;
  nonce: number;
  value: Amount;
  method_id: number;
  selector: Bytes | null;
  exit_code: number;
}

/** An account's messages of one method: `account_ord` points into account_message. */
export interface AccountMethodMessageTable {
  actor_id: number;
  method_id: number;
  ord: number;
  account_ord: number;
}

/** Counters behind the method filter of an account. */
export interface AccountMethodTable {
  actor_id: number;
  method_id: number;
  count: number;
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

/** An account's transfers by `ord`, oldest first; `value` is signed. Carries all that the list shows. */
export interface AccountTransferTable {
  actor_id: number;
  ord: number;
  height: number;
  position: number;
  timestamp: number;
  cid: Bytes | null;
  type: number;
  from_id: number;
  to_id: number;
  shown_to_id: number | null;
  value: Amount;
}

export interface AccountTypeTransferTable {
  actor_id: number;
  type: number;
  ord: number;
  account_ord: number;
}

/** Counters behind the type filter of an account. */
export interface AccountTransferTypeTable {
  actor_id: number;
  type: number;
  count: number;
}

/** Actor events and EVM logs as the node gave them. */
export interface EventTable {
  height: number;
  /** Place within the tipset. */
  position: number;
  seq: number;
  /** Place within the message, from 0. */
  log_index: number;
  emitter_id: number;
  /** DAG-CBOR of [[flags, key, codec, value bytes], …] (entries.ts). */
  entries: Bytes;
}

export interface AccountEventTable {
  actor_id: number;
  ord: number;
  height: number;
  position: number;
}

/** Actors as of the newest executed tipset. State: logged in `undo` while not final. */
export interface ActorTable {
  id: number;
  /** ACTOR_KINDS index (filecoin/actors/kinds). */
  kind: number;
  code: Bytes;
  head: Bytes;
  nonce: number;
  balance: Amount;
  /** Its f1, f2, f3 or f4 address; null for the singletons and until it is known. */
  robust: Bytes | null;
  delegated: Bytes | null;
  /** Height whose execution created it; the index's start for those that were there. */
  created_height: number;
  /** Message that created it; null for genesis and implicit messages. */
  created_by: Bytes | null;
  /** Last tipset in which it took part as sender or receiver of a message, or its state changed. */
  last_seen_height: number;
  message_count: number;
  transfer_count: number;
  event_count: number;
  deleted_height: number | null;
}

/** From any address that is not an id to its actor. State. */
export interface AddressTable {
  address: Bytes;
  actor_id: number;
}

/** Balance after the execution of the tipset at `height`, where it changed. */
export interface BalanceTable {
  actor_id: number;
  height: number;
  balance: Amount;
}

/** Multisig wallets' own state. State. */
export interface MultisigTable {
  actor_id: number;
  /** JSON array of actor ids. */
  signers: string;
  threshold: number;
  initial_balance: Amount;
  start_epoch: number;
  unlock_duration: number;
  next_txn_id: number;
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

/** Counters of the whole index. State. Keys: messages, transfers, events, blocks, actors, actors:<kind>. */
export interface CounterTable {
  key: string;
  value: number;
}

/** Previous images of the state rows that the execution of the tipset at `height` changed; pruned below finality. */
export interface UndoTable {
  height: number;
  /** Deflated JSON (indexer/fold/undo.ts). */
  doc: Bytes;
}

export interface CoreTables {
  network: NetworkTable;
  checkpoint: CheckpointTable;
  status: StatusTable;
  progress: ProgressTable;
  opening: OpeningTable;
  tipset: TipsetTable;
  block: BlockTable;
  block_message: BlockMessageTable;
  message: MessageTable;
  execution: ExecutionTable;
  trace: TraceTable;
  method: MethodTable;
  method_message: MethodMessageTable;
  account_message: AccountMessageTable;
  account_method_message: AccountMethodMessageTable;
  account_method: AccountMethodTable;
  transfer: TransferTable;
  account_transfer: AccountTransferTable;
  account_type_transfer: AccountTypeTransferTable;
  account_transfer_type: AccountTransferTypeTable;
  event: EventTable;
  account_event: AccountEventTable;
  actor: ActorTable;
  address: AddressTable;
  balance: BalanceTable;
  multisig: MultisigTable;
  network_state: NetworkStateTable;
  counter: CounterTable;
  undo: UndoTable;
}
