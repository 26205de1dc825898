/**
 * Market deals, pieces, and data cap. Sizes are padded bytes, data cap is in bytes, prices and
 * collaterals in attoFIL. `ord` counts in the list of all, `client_ord` and `provider_ord` in the
 * lists of the two parties; `position` is the place among those of the same tipset. What is older than
 * the index has no ordinals (null), no `height` and is counted apart (`older_storage`, counters `older:`):
 * it comes after all others, by falling number. It is so on every branch, so undoing leaves it. Allocations
 * that an upgrade made without messages are such rows, with its tipset's `height`, and go with that.
 */
import { amount, bool, bytes, defineTable, int, signed, small } from '../table.ts';

/** Deals of the storage market. */
export const deal = defineTable('state', ['id'], {
  id: int,
  ord: small.nullable,
  client_ord: small.nullable,
  provider_ord: small.nullable,
  client_id: int,
  provider_id: int,
  /** CID bytes. */
  piece_cid: bytes,
  piece_size: amount,
  verified: bool,
  /** As proposed, whatever bytes they are. */
  label: bytes,
  /** Whether it was proposed as text. */
  label_text: bool,
  /** Epoch by which a sector must hold it. */
  start_epoch: signed,
  end_epoch: signed,
  /** Per epoch. */
  price: amount,
  provider_collateral: amount,
  client_collateral: amount,
  /**
   * What was done with it: 0 published, 1 activated, 2 terminated with its sector, 3 not activated
   * and slashed for it, 4 settled to its end. That its start or its end has passed follows from the
   * head's height.
   */
  status: small,
  /** Tipset in which it was published; 0 for the genesis' deals. */
  height: small.nullable,
  position: small,
  /** Message that published it. */
  cid: bytes.nullable,
  activated_height: small.nullable,
  /** Sector that holds it; null before its activation, and where the chain did not tell (actors before version 12). */
  sector: signed.nullable,
  /** Tipset in which it was terminated, slashed or settled. */
  ended_height: small.nullable,
});

/**
 * Pieces of data in sectors: of deals, and onboarded directly (`deal_id` null). `idx` is the
 * piece's place in its sector.
 */
export const piece = defineTable('state', ['provider_id', 'sector', 'idx'], {
  provider_id: int,
  sector: signed,
  idx: small,
  ord: small,
  provider_ord: small,
  /** Null where nobody is named as the client: a direct piece without an allocation. */
  client_id: int.nullable,
  client_ord: small.nullable,
  piece_cid: bytes,
  piece_size: int,
  /** The verified allocation that it claimed. */
  allocation_id: int.nullable,
  deal_id: int.nullable,
  /** Tipset in which its sector was activated or updated. */
  height: small,
  position: small,
  cid: bytes.nullable,
  /** Tipset in which its sector was terminated. */
  ended_height: small.nullable,
});

/** Lengths of the lists of an account. */
export const storage_count = defineTable('state', ['actor_id'], {
  actor_id: int,
  client_deals: small,
  provider_deals: small,
  client_pieces: small,
  provider_pieces: small,
  client_allocations: small.past,
  provider_allocations: small,
  client_claims: small.past,
  provider_claims: small,
});

/** How many rows of an account are older than the index. State, never undone. */
export const older_storage = defineTable('state', ['actor_id'], {
  actor_id: int,
  client_deals: small,
  provider_deals: small,
  client_allocations: small,
  provider_allocations: small,
  client_claims: small,
  provider_claims: small,
});

/** Who may give data cap. */
export const verifier = defineTable('state', ['actor_id'], {
  actor_id: int,
  ord: small.nullable,
  /** What it may still give; null when the node could not tell. */
  allowance: amount.nullable.past,
  /** What it gave in this index. */
  granted: amount.past,
  /** Tipset in which it was first seen. */
  height: small.nullable,
  position: small,
  removed_height: small.nullable.past,
  /** Length of its history. */
  changes: small,
});

/** A verifier's history, by `ord`. */
export const verifier_change = defineTable('fact', ['actor_id', 'ord'], {
  actor_id: int,
  ord: small,
  height: small,
  /** Place among the tipset's changes of all verifiers. */
  position: small,
  /** 0 allowance set, 1 data cap given to a client, 2 removed. */
  kind: small,
  allowance: amount.nullable,
  /** Given. */
  amount: amount.nullable,
  client_id: int.nullable,
  cid: bytes.nullable,
});

/** Accounts that have or had data cap, the verified registry among them. */
export const data_cap = defineTable('state', ['actor_id'], {
  actor_id: int,
  /** Null also for the verified registry, which holds what is allocated and not yet claimed. */
  ord: small.nullable,
  /** Null when the node could not tell. */
  balance: amount.nullable.past,
  /** Granted by verifiers, allocated, given back by expired allocations, taken away: in this index. */
  granted: amount.past,
  allocated: amount.past,
  returned: amount.past,
  removed: amount.past,
  /** Tipset in which it was first seen. */
  height: small.nullable,
  position: small,
  changes: small,
});

/** An account's data cap over time, by `ord`. */
export const data_cap_change = defineTable('fact', ['actor_id', 'ord'], {
  actor_id: int,
  ord: small,
  height: small,
  /** Place among the tipset's changes of all accounts. */
  position: small,
  /** 0 there at the genesis, 1 granted, 2 allocated, 3 given back, 4 sent, 5 received, 6 destroyed. */
  kind: small,
  /** Signed. */
  amount: amount,
  balance: amount.nullable,
  /** The verifier of a grant, the other end of a transfer. */
  other_id: int.nullable,
  cid: bytes.nullable,
});

/** Data cap set aside for a piece. */
export const allocation = defineTable('state', ['id'], {
  id: int,
  ord: small.nullable,
  client_ord: small.nullable,
  provider_ord: small.nullable,
  client_id: int,
  provider_id: int,
  piece_cid: bytes,
  size: amount,
  term_min: int,
  term_max: int,
  /** Epoch by which a sector must claim it. */
  expiration: int,
  /** 0 open, 1 claimed, 2 removed. That it expired follows from the head's height. */
  status: small,
  height: small.nullable,
  position: small,
  cid: bytes.nullable,
  /** Tipset in which it was claimed or removed. */
  ended_height: small.nullable,
});

/** Claimed allocations, by the allocation's id. */
export const claim = defineTable('state', ['id'], {
  id: int,
  ord: small.nullable,
  client_ord: small.nullable,
  provider_ord: small.nullable,
  client_id: int,
  provider_id: int,
  piece_cid: bytes,
  size: amount,
  /** Null where only an allocation older than the index tells. */
  term_min: int.nullable,
  term_max: int.nullable.past,
  term_start: int,
  sector: signed,
  /** How often its term was extended. */
  extensions: small.past,
  height: small.nullable,
  position: small,
  cid: bytes.nullable,
  removed_height: small.nullable,
});
