/** Multisigs' proposals and payment channels. */
import { amount, bool, bytes, defineTable, int, signed, small, text, unsigned } from '../table.ts';

/**
 * What signers of a multisig proposed. Those that waited when the index began are taken over
 * from the multisig's state; where the node could not tell them, they are known from the first call
 * that names them on, by their number only: their content is null then.
 */
export const proposal = defineTable('state', ['actor_id', 'txn_id'], {
  actor_id: int,
  /** The multisig's own number for it, from 0. */
  txn_id: int,
  /** Place among the multisig's proposals in this index; of those older than it −1, −2, …, backwards. */
  ord: small,
  proposer_id: int.nullable.past,
  to_addr: bytes.nullable.past,
  value: amount.nullable.past,
  /** 0 … 2^64−1. */
  method: amount.nullable.past,
  params: bytes.nullable.past,
  /** JSON array of the ids of the signers who approve it, the proposer first. */
  approvals: text.past,
  /** 0 waits for approvals, 1 carried out, 2 carried out and failed, 3 cancelled. */
  status: small.past,
  /** Tipset in which it was first seen: the one below the index's first where it is older. */
  height: small,
  /** Message that proposed it; null when it is older than the index. */
  cid: bytes.nullable,
  settled_height: small.nullable.past,
  settled_cid: bytes.nullable.past,
  /** Of the proposed call; null until it was made. */
  exit_code: signed.nullable.past,
  return: bytes.nullable.past,
});

/** What was done with a proposal. */
export const proposal_action = defineTable('fact', ['actor_id', 'txn_id', 'height', 'position'], {
  height: small,
  /** Place among the tipset's actions of all multisigs. */
  position: small,
  actor_id: int,
  txn_id: int,
  /** 0 proposed, 1 approved, 2 cancelled. */
  kind: small,
  by_id: int,
  cid: bytes.nullable,
});

/** Payment channels. */
export const channel = defineTable('state', ['actor_id'], {
  actor_id: int,
  from_id: int,
  to_id: int,
  /** What the receiver gets when it collects, attoFIL. */
  to_send: amount.past,
  /** Epoch from which it can be collected; 0 while nobody settles it. */
  settling_at: signed.past,
  /** Any that the payer chose. */
  min_settle_height: signed.past,
  /** JSON array of [lane, nonce, redeemed attoFIL as text], numbers from 2^53 on as text: the lanes whose vouchers were handed in. */
  lanes: text.past,
  /** Tipset in which it was first seen: the one below the index's first where it is older. */
  height: small,
  /** Message that created it; null for one that is older than the index. */
  cid: bytes.nullable,
  collected_height: small.nullable.past,
});

/** What was done with a channel. */
export const channel_action = defineTable('fact', ['actor_id', 'height', 'position'], {
  height: small,
  /** Place among the tipset's actions of all channels. */
  position: small,
  actor_id: int,
  /** 0 created, 1 voucher handed in, 2 settling, 3 collected. */
  kind: small,
  by_id: int,
  cid: bytes.nullable,
  lane: signed.nullable,
  nonce: unsigned.nullable,
  /** What the lane is worth by the voucher. */
  amount: amount.nullable,
});

/** Channels that an account pays into or is paid from, by `ord`: older ones than the index have −1, −2, … by falling id. */
export const account_channel = defineTable('fact', ['actor_id', 'ord'], {
  actor_id: int,
  ord: small,
  channel_id: int,
  height: small,
});

/** Lengths of the lists above, without what is older than the index. */
export const wallet_count = defineTable('state', ['actor_id'], {
  actor_id: int,
  proposals: small,
  channels: small,
});

/** A multisig or a payment channel that is older than the index. State that no fork changes. */
export const older_wallet = defineTable('state', ['actor_id'], {
  actor_id: int,
  /** Whether the node told all that was open then: a multisig's pending proposals, a channel's lanes. */
  told: bool,
  /** A multisig's proposals that had been settled by then: the index does not have them. Null where that is not told. */
  settled: small.nullable,
});
