/** Multisigs' proposals and payment channels. */
import type {
  Amount,
  Bytes,
  NullableAmount,
  NullableSigned,
  NullableUnsigned,
  Signed,
} from './values.ts';

/**
 * What signers of a multisig proposed. State. Those that waited when the index began are taken over
 * from the multisig's state; where the node could not tell them, they are known from the first call
 * that names them on, by their number only: their content is null then.
 */
export interface ProposalTable {
  actor_id: number;
  /** The multisig's own number for it, from 0. */
  txn_id: number;
  /** Place among the multisig's proposals in this index; of those older than it −1, −2, …, backwards. */
  ord: number;
  proposer_id: number | null;
  to_addr: Bytes | null;
  value: NullableAmount;
  /** 0 … 2^64−1. */
  method: NullableAmount;
  params: Bytes | null;
  /** JSON array of the ids of the signers who approve it, the proposer first. */
  approvals: string;
  /** 0 waits for approvals, 1 carried out, 2 carried out and failed, 3 cancelled. */
  status: number;
  /** Tipset in which it was first seen: the one below the index's first where it is older. */
  height: number;
  /** Message that proposed it; null when it is older than the index. */
  cid: Bytes | null;
  settled_height: number | null;
  settled_cid: Bytes | null;
  /** Of the proposed call; null until it was made. */
  exit_code: NullableSigned;
  return: Bytes | null;
}

/** What was done with a proposal. */
export interface ProposalActionTable {
  height: number;
  /** Place among the tipset's actions of all multisigs. */
  position: number;
  actor_id: number;
  txn_id: number;
  /** 0 proposed, 1 approved, 2 cancelled. */
  kind: number;
  by_id: number;
  cid: Bytes | null;
}

/** Payment channels. State. */
export interface ChannelTable {
  actor_id: number;
  from_id: number;
  to_id: number;
  /** What the receiver gets when it collects, attoFIL. */
  to_send: Amount;
  /** Epoch from which it can be collected; 0 while nobody settles it. */
  settling_at: Signed;
  /** Any that the payer chose. */
  min_settle_height: Signed;
  /** JSON array of [lane, nonce, redeemed attoFIL as text], numbers from 2^53 on as text: the lanes whose vouchers were handed in. */
  lanes: string;
  /** Tipset in which it was first seen: the one below the index's first where it is older. */
  height: number;
  /** Message that created it; null for one that is older than the index. */
  cid: Bytes | null;
  collected_height: number | null;
}

/** What was done with a channel. */
export interface ChannelActionTable {
  height: number;
  /** Place among the tipset's actions of all channels. */
  position: number;
  actor_id: number;
  /** 0 created, 1 voucher handed in, 2 settling, 3 collected. */
  kind: number;
  by_id: number;
  cid: Bytes | null;
  lane: NullableSigned;
  nonce: NullableUnsigned;
  /** What the lane is worth by the voucher. */
  amount: NullableAmount;
}

/** Channels that an account pays into or is paid from, by `ord`: older ones than the index have −1, −2, … by falling id. */
export interface AccountChannelTable {
  actor_id: number;
  ord: number;
  channel_id: number;
  height: number;
}

/** Lengths of the lists above, without what is older than the index. State. */
export interface WalletCountTable {
  actor_id: number;
  proposals: number;
  channels: number;
}

/** A multisig or a payment channel that is older than the index. State that no fork changes. */
export interface OlderWalletTable {
  actor_id: number;
  /** Whether the node told all that was open then: a multisig's pending proposals, a channel's lanes. */
  told: boolean;
  /** A multisig's proposals that had been settled by then: the index does not have them. Null where that is not told. */
  settled: number | null;
}

export interface WalletsTables {
  older_wallet: OlderWalletTable;
  proposal: ProposalTable;
  proposal_action: ProposalActionTable;
  channel: ChannelTable;
  channel_action: ChannelActionTable;
  account_channel: AccountChannelTable;
  wallet_count: WalletCountTable;
}
