/**
 * Market deals, pieces, and data cap. Sizes are padded bytes, data cap is in bytes, prices and
 * collaterals in attoFIL. `ord` counts in the list of all, `client_ord` and `provider_ord` in the
 * lists of the two parties; `position` is the place among those of the same tipset. What is older than
 * the index has no ordinals (null), no `height` and is counted apart (`older_storage`, counters `older:`):
 * it comes after all others, by falling number. It is so on every branch, so undoing leaves it.
 */
import type { Amount, Bytes, NullableAmount, NullableSigned, Signed } from './values.ts';

/** Deals of the storage market. State. */
export interface DealTable {
  id: number;
  ord: number | null;
  client_ord: number | null;
  provider_ord: number | null;
  client_id: number;
  provider_id: number;
  /** CID bytes. */
  piece_cid: Bytes;
  piece_size: Amount;
  verified: boolean;
  /** As proposed, whatever bytes they are. */
  label: Bytes;
  /** Whether it was proposed as text. */
  label_text: boolean;
  /** Epoch by which a sector must hold it. */
  start_epoch: Signed;
  end_epoch: Signed;
  /** Per epoch. */
  price: Amount;
  provider_collateral: Amount;
  client_collateral: Amount;
  /**
   * What was done with it: 0 published, 1 activated, 2 terminated with its sector, 3 not activated
   * and slashed for it, 4 settled to its end. That its start or its end has passed follows from the
   * head's height.
   */
  status: number;
  /** Tipset in which it was published; 0 for the genesis' deals. */
  height: number | null;
  position: number;
  /** Message that published it. */
  cid: Bytes | null;
  activated_height: number | null;
  /** Sector that holds it; null before its activation, and where the chain did not tell (actors before version 12). */
  sector: NullableSigned;
  /** Tipset in which it was terminated, slashed or settled. */
  ended_height: number | null;
}

/**
 * Pieces of data in sectors: of deals, and onboarded directly (`deal_id` null). State. `idx` is the
 * piece's place in its sector.
 */
export interface PieceTable {
  provider_id: number;
  sector: Signed;
  idx: number;
  ord: number;
  provider_ord: number;
  /** Null where nobody is named as the client: a direct piece without an allocation. */
  client_id: number | null;
  client_ord: number | null;
  piece_cid: Bytes;
  piece_size: number;
  /** The verified allocation that it claimed. */
  allocation_id: number | null;
  deal_id: number | null;
  /** Tipset in which its sector was activated or updated. */
  height: number;
  position: number;
  cid: Bytes | null;
  /** Tipset in which its sector was terminated. */
  ended_height: number | null;
}

/** Lengths of the lists of an account. State. */
export interface StorageCountTable {
  actor_id: number;
  client_deals: number;
  provider_deals: number;
  client_pieces: number;
  provider_pieces: number;
  client_allocations: number;
  provider_allocations: number;
  client_claims: number;
  provider_claims: number;
}

/** How many rows of an account are older than the index. State, never undone. */
export interface OlderStorageTable {
  actor_id: number;
  client_deals: number;
  provider_deals: number;
  client_allocations: number;
  provider_allocations: number;
  client_claims: number;
  provider_claims: number;
}

/** Who may give data cap. State. */
export interface VerifierTable {
  actor_id: number;
  ord: number | null;
  /** What it may still give; null when the node could not tell. */
  allowance: NullableAmount;
  /** What it gave in this index. */
  granted: Amount;
  /** Tipset in which it was first seen. */
  height: number | null;
  position: number;
  removed_height: number | null;
  /** Length of its history. */
  changes: number;
}

/** A verifier's history, by `ord`. */
export interface VerifierChangeTable {
  actor_id: number;
  ord: number;
  height: number;
  /** Place among the tipset's changes of all verifiers. */
  position: number;
  /** 0 allowance set, 1 data cap given to a client, 2 removed. */
  kind: number;
  allowance: NullableAmount;
  /** Given. */
  amount: NullableAmount;
  client_id: number | null;
  cid: Bytes | null;
}

/** Accounts that have or had data cap, the verified registry among them. State. */
export interface DataCapTable {
  actor_id: number;
  /** Null also for the verified registry, which holds what is allocated and not yet claimed. */
  ord: number | null;
  /** Null when the node could not tell. */
  balance: NullableAmount;
  /** Granted by verifiers, allocated, given back by expired allocations, taken away: in this index. */
  granted: Amount;
  allocated: Amount;
  returned: Amount;
  removed: Amount;
  /** Tipset in which it was first seen. */
  height: number | null;
  position: number;
  changes: number;
}

/** An account's data cap over time, by `ord`. */
export interface DataCapChangeTable {
  actor_id: number;
  ord: number;
  height: number;
  /** Place among the tipset's changes of all accounts. */
  position: number;
  /** 0 there at the genesis, 1 granted, 2 allocated, 3 given back, 4 sent, 5 received, 6 destroyed. */
  kind: number;
  /** Signed. */
  amount: Amount;
  balance: NullableAmount;
  /** The verifier of a grant, the other end of a transfer. */
  other_id: number | null;
  cid: Bytes | null;
}

/** Data cap set aside for a piece. State. */
export interface AllocationTable {
  id: number;
  ord: number | null;
  client_ord: number | null;
  provider_ord: number | null;
  client_id: number;
  provider_id: number;
  piece_cid: Bytes;
  size: Amount;
  term_min: number;
  term_max: number;
  /** Epoch by which a sector must claim it. */
  expiration: number;
  /** 0 open, 1 claimed, 2 removed. That it expired follows from the head's height. */
  status: number;
  height: number | null;
  position: number;
  cid: Bytes | null;
  /** Tipset in which it was claimed or removed. */
  ended_height: number | null;
}

/** Claimed allocations, by the allocation's id. State. */
export interface ClaimTable {
  id: number;
  ord: number | null;
  client_ord: number | null;
  provider_ord: number | null;
  client_id: number;
  provider_id: number;
  piece_cid: Bytes;
  size: Amount;
  /** Null where only an allocation older than the index tells. */
  term_min: number | null;
  term_max: number | null;
  term_start: number;
  sector: Signed;
  /** How often its term was extended. */
  extensions: number;
  height: number | null;
  position: number;
  cid: Bytes | null;
  removed_height: number | null;
}

export interface DealsTables {
  deal: DealTable;
  piece: PieceTable;
  storage_count: StorageCountTable;
  older_storage: OlderStorageTable;
  verifier: VerifierTable;
  verifier_change: VerifierChangeTable;
  data_cap: DataCapTable;
  data_cap_change: DataCapChangeTable;
  allocation: AllocationTable;
  claim: ClaimTable;
}
