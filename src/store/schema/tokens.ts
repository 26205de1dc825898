/**
 * Tokens and NFTs: contracts found by their behaviour, transfers, balances, holders. Holders are
 * the 20 bytes by which contracts know them (f410 address or masked id), whether or not an actor
 * has the address. `standard`: 0 not shown yet, 1 ERC-20, 2 ERC-721, 3 ERC-1155.
 */
import type { Amount, Bytes, NullableAmount } from './values.ts';

/** Contracts that behaved like a token at least once. State. */
export interface TokenTable {
  actor_id: number;
  /** Its own 20 bytes. */
  address: Bytes;
  /** What its first well-formed event shows; 0 while only odd events or deposits were seen. */
  standard: number;
  /** Took and gave FIL one for one with Deposit and Withdrawal. */
  wrapped: boolean;
  /** Emitted events whose shape is of no standard. */
  malformed: boolean;
  /** Emitted events of another standard than its own. */
  mixed: boolean;
  /** A holder gave more than it ever had. */
  negative: boolean;
  /** Older than the index: its balances are not known, only their changes. */
  partial: boolean;
  transfer_count: number;
  /** Holders of more than nothing. */
  holder_count: number;
  /** NFTs ever seen, burned ones included. */
  item_count: number;
  /** Came from the zero address and went to it: units of an ERC-20, pieces of the others. */
  minted: Amount;
  burned: Amount;
  /** Tipset in which it was found. */
  height: number;
}

/** What a holder has of a token: units of an ERC-20, pieces of the others. State. */
export interface TokenHolderTable {
  token_id: number;
  holder: Bytes;
  amount: Amount;
  transfer_count: number;
}

/** Lengths of a holder's lists. State. */
export interface TokenAccountTable {
  holder: Bytes;
  transfer_count: number;
  erc20_count: number;
  erc721_count: number;
  erc1155_count: number;
  /** NFTs held: its rows in nft_holder. */
  nft_count: number;
}

/** An ERC-721 or ERC-1155 token id. State. */
export interface NftTable {
  token_id: number;
  /** 0 … 2^256−1. */
  item: Amount;
  /** Place among the contract's ids, by first appearance. */
  ord: number;
  /** Minted minus burned: 1 or 0 of an ERC-721. */
  supply: Amount;
  /** As a URI event told it; nobody asks for it. */
  uri: string | null;
  /** First appearance. */
  height: number;
  position: number;
}

/** Who has an NFT; rows of nothing are left out. State. */
export interface NftHolderTable {
  token_id: number;
  item: Amount;
  holder: Bytes;
  amount: Amount;
}

/** A token's transfers by `ord`. */
export interface TokenTransferTable {
  token_id: number;
  ord: number;
  height: number;
  /** Place among the tipset's token transfers. */
  position: number;
  timestamp: number;
  seq: number;
  cid: Bytes;
  /** Place of the event within the message. */
  log_index: number;
  standard: number;
  from_addr: Bytes;
  to_addr: Bytes;
  /** Null for an ERC-20. */
  item: NullableAmount;
  value: Amount;
}

/**
 * A holder's transfers: by `ord` of all tokens, by `standard_ord` of one standard, by `token_place` of
 * one token. `token_ord` points into token_transfer.
 */
export interface AccountTokenTransferTable {
  holder: Bytes;
  ord: number;
  standard: number;
  standard_ord: number;
  token_id: number;
  token_place: number;
  token_ord: number;
  height: number;
  position: number;
}

/**
 * What tokens say of themselves when the node calls them. No fact of the chain's order: it is asked
 * for beside the index, kept over reorganisations and asked for again from time to time.
 */
export interface TokenMetadataTable {
  /** The contract's 20 bytes. */
  address: Bytes;
  /** Bounded and cleaned; null when the contract has none. */
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** totalSupply() at `asked_height`. */
  total_supply: NullableAmount;
  /** Newest executed tipset of the index when it was asked. */
  asked_height: number;
  /** False when the node refused some of it. */
  complete: boolean;
  /** Holders whose balanceOf was compared with the index, and of how many it differed; null when none could be. */
  checked: number | null;
  denied: number | null;
}

export interface TokensTables {
  token: TokenTable;
  token_holder: TokenHolderTable;
  token_account: TokenAccountTable;
  nft: NftTable;
  nft_holder: NftHolderTable;
  token_transfer: TokenTransferTable;
  account_token_transfer: AccountTokenTransferTable;
  token_metadata: TokenMetadataTable;
}
