/** Actors: their state, addresses and balances, and the lists of each. */
import type { Amount, Bytes, Signed, Unsigned } from './values.ts';

/** Actors as of the newest executed tipset. State: logged in `undo` while not final. */
export interface ActorTable {
  id: number;
  /** ACTOR_KINDS index (filecoin/actors/kinds). */
  kind: number;
  code: Bytes;
  head: Bytes;
  nonce: Unsigned;
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
  /** Any that the signers chose. */
  start_epoch: Signed;
  unlock_duration: Signed;
  next_txn_id: number;
}

/** An account's messages, sent or received, once each, oldest first by `ord`. Carries all that the list shows. */
export interface AccountMessageTable {
  actor_id: number;
  ord: number;
  seq: number;
  cid: Bytes;
  height: number;
  timestamp: number;
  /** Null of a refused message whose sender is no actor. */
  from_id: number | null;
  to_id: number | null;
  from_addr: Bytes;
  to_addr: Bytes;
  nonce: Unsigned;
  value: Amount;
  method_id: number;
  selector: Bytes | null;
  exit_code: Signed;
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

export interface AccountEventTable {
  actor_id: number;
  ord: number;
  height: number;
  position: number;
}

export interface AccountsTables {
  actor: ActorTable;
  address: AddressTable;
  balance: BalanceTable;
  multisig: MultisigTable;
  account_message: AccountMessageTable;
  account_method_message: AccountMethodMessageTable;
  account_method: AccountMethodTable;
  account_transfer: AccountTransferTable;
  account_type_transfer: AccountTypeTransferTable;
  account_transfer_type: AccountTransferTypeTable;
  account_event: AccountEventTable;
}
