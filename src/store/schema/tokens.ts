/**
 * Tokens and NFTs: contracts found by their behaviour, transfers, balances, holders. Holders are
 * the 20 bytes by which contracts know them (f410 address or masked id), whether or not an actor
 * has the address. `standard`: 0 not shown yet, 1 ERC-20, 2 ERC-721, 3 ERC-1155.
 */
import { amount, bool, bytes, defineTable, int, int16, small, text } from '../table.ts';

/** Contracts that behaved like a token at least once. */
export const token = defineTable('state', ['actor_id'], {
  actor_id: int.past,
  /** Its own 20 bytes. */
  address: bytes,
  /** What its first well-formed event shows; 0 while only odd events or deposits were seen. */
  standard: small.past,
  /** Took and gave FIL one for one with Deposit and Withdrawal. */
  wrapped: bool.past,
  /** Emitted events whose shape is of no standard. */
  malformed: bool.past,
  /** Emitted events of another standard than its own. */
  mixed: bool.past,
  /** A holder gave more than it ever had. */
  negative: bool.past,
  /** Older than the index: its balances are not known, only their changes. */
  partial: bool.past,
  transfer_count: small.past,
  /** Holders of more than nothing. */
  holder_count: small.past,
  /** NFTs ever seen, burned ones included. */
  item_count: small.past,
  /** Came from the zero address and went to it: units of an ERC-20, pieces of the others. */
  minted: amount.past,
  burned: amount.past,
  /** Tipset in which it was found. */
  height: small,
});

/** What a holder has of a token: units of an ERC-20, pieces of the others. */
export const token_holder = defineTable('state', ['token_id', 'holder'], {
  token_id: int.past,
  holder: bytes.past,
  amount: amount.past,
  transfer_count: small,
});

/** Lengths of a holder's lists. */
export const token_account = defineTable('state', ['holder'], {
  holder: bytes,
  transfer_count: small,
  erc20_count: small.past,
  erc721_count: small.past,
  erc1155_count: small.past,
  /** NFTs held: its rows in nft_holder. */
  nft_count: small.past,
});

/** An ERC-721 or ERC-1155 token id. */
export const nft = defineTable('state', ['token_id', 'item'], {
  token_id: int,
  /** 0 … 2^256−1. */
  item: amount,
  /** Place among the contract's ids, by first appearance. */
  ord: small,
  /** Minted minus burned: 1 or 0 of an ERC-721. */
  supply: amount.past,
  /** As a URI event told it; nobody asks for it. */
  uri: text.nullable.past,
  /** First appearance. */
  height: small,
  position: small,
});

/** Who has an NFT; rows of nothing are left out. */
export const nft_holder = defineTable('state', ['token_id', 'item', 'holder'], {
  token_id: int.past,
  item: amount.past,
  holder: bytes.past,
  amount: amount.past,
});

/** A token's transfers by `ord`. */
export const token_transfer = defineTable('fact', ['token_id', 'ord'], {
  token_id: int,
  ord: small,
  height: small,
  /** Place among the tipset's token transfers. */
  position: small,
  timestamp: int,
  seq: int,
  cid: bytes,
  /** Place of the event within the message. */
  log_index: small,
  standard: small,
  from_addr: bytes,
  to_addr: bytes,
  /** Null for an ERC-20. */
  item: amount.nullable,
  value: amount,
});

/**
 * A holder's transfers: by `ord` of all tokens, by `standard_ord` of one standard, by `token_place` of
 * one token. `token_ord` points into token_transfer.
 */
export const account_token_transfer = defineTable('fact', ['holder', 'ord'], {
  holder: bytes,
  ord: small,
  standard: small,
  standard_ord: small,
  token_id: int,
  token_place: small,
  token_ord: small,
  height: small,
  position: small,
});

/**
 * What tokens say of themselves when the node calls them. No fact of the chain's order: it is asked
 * for beside the index, kept over reorganisations and asked for again from time to time.
 */
export const token_metadata = defineTable('beside', ['address'], {
  /** The contract's 20 bytes. */
  address: bytes,
  /** Bounded and cleaned; null when the contract has none. */
  name: text.nullable,
  symbol: text.nullable,
  decimals: int16.nullable,
  /** totalSupply() at `asked_height`. */
  total_supply: amount.nullable,
  /** Newest executed tipset of the index when it was asked. */
  asked_height: small,
  /** False when the node refused some of it. */
  complete: bool,
  /** Holders whose balanceOf was compared with the index, and of how many it differed; null when none could be. */
  checked: small.nullable,
  denied: small.nullable,
});
