/** Actors: their state, addresses and balances, and the lists of each. */
import { amount, bytes, defineTable, int, int32, signed, small, text, unsigned } from '../table.ts';

/** Actors as of the newest executed tipset. */
export const actor = defineTable('state', ['id'], {
  id: int.past,
  /** ACTOR_KINDS index (filecoin/actors/kinds). */
  kind: small.past,
  code: bytes,
  head: bytes,
  nonce: unsigned,
  balance: amount.past,
  /** Its f1, f2, f3 or f4 address; null for the singletons and until it is known. */
  robust: bytes.nullable,
  delegated: bytes.nullable,
  /** Height whose execution created it; the index's start for those that were there. */
  created_height: small.past,
  /** Message that created it; null for genesis and implicit messages. */
  created_by: bytes.nullable,
  /** Last tipset in which it took part as sender or receiver of a message, or its state changed. */
  last_seen_height: small.past,
  message_count: int,
  transfer_count: int,
  event_count: int,
  deleted_height: small.nullable.past,
});

/** From any address that is not an id to its actor. */
export const address = defineTable('state', ['address'], {
  address: bytes,
  actor_id: int,
});

/** Balance after the execution of the tipset at `height`, where it changed. */
export const balance = defineTable({ fact: { of: 'actor' } }, ['actor_id', 'height'], {
  actor_id: int,
  height: small,
  balance: amount,
});

/** Multisig wallets' own state. */
export const multisig = defineTable('state', ['actor_id'], {
  actor_id: int.past,
  /** JSON array of actor ids. */
  signers: text,
  threshold: int32.past,
  initial_balance: amount.past,
  /** Any that the signers chose. */
  start_epoch: signed.past,
  unlock_duration: signed.past,
  next_txn_id: int,
});

/** An account's messages, sent or received, once each, oldest first by `ord`. Carries all that the list shows. */
export const account_message = defineTable(
  { fact: { of: 'actor', count: 'message_count' } },
  ['actor_id', 'ord'],
  {
    actor_id: int,
    ord: int,
    seq: int,
    cid: bytes,
    height: small,
    timestamp: int,
    /** Null of a refused message whose sender is no actor. */
    from_id: int.nullable,
    to_id: int.nullable,
    from_addr: bytes,
    to_addr: bytes,
    nonce: unsigned,
    value: amount,
    method_id: small,
    selector: bytes.nullable,
    exit_code: signed,
  },
);

/** An account's messages of one method: `account_ord` points into account_message. */
export const account_method_message = defineTable(
  { fact: { of: 'account_method', count: 'count' } },
  ['actor_id', 'method_id', 'ord'],
  {
    actor_id: int,
    method_id: small,
    ord: int,
    account_ord: int,
  },
);

/** Counters behind the method filter of an account. */
export const account_method = defineTable('state', ['actor_id', 'method_id'], {
  actor_id: int,
  method_id: small,
  count: int,
});

/** An account's transfers by `ord`, oldest first; `value` is signed. Carries all that the list shows. */
export const account_transfer = defineTable(
  { fact: { of: 'actor', count: 'transfer_count' } },
  ['actor_id', 'ord'],
  {
    actor_id: int,
    ord: int,
    height: small,
    position: small,
    timestamp: int,
    cid: bytes.nullable,
    type: small,
    from_id: int,
    to_id: int,
    shown_to_id: int.nullable,
    value: amount,
  },
);

export const account_type_transfer = defineTable(
  { fact: { of: 'account_transfer_type', count: 'count' } },
  ['actor_id', 'type', 'ord'],
  {
    actor_id: int,
    type: small,
    ord: int,
    account_ord: int,
  },
);

/** Counters behind the type filter of an account. */
export const account_transfer_type = defineTable('state', ['actor_id', 'type'], {
  actor_id: int,
  type: small,
  count: int,
});

export const account_event = defineTable(
  { fact: { of: 'actor', count: 'event_count' } },
  ['actor_id', 'ord'],
  {
    actor_id: int,
    ord: int,
    height: small,
    position: small,
  },
);
