/** Contracts: creation, code, proxies, calls, users, fees, by day. Heights are those of the tipset whose execution did it. */
import { amount, bytes, defineTable, int, small, text } from '../table.ts';

/** Contracts that were created, or met, in this index. */
export const contract = defineTable('state', ['actor_id'], {
  actor_id: int,
  /** Who called the address manager: an account, or the contract that made it. Null for one that is older than the index. */
  creator_id: int.nullable,
  created_height: small.nullable,
  /** Message in which it was created. */
  created_by: bytes.nullable,
  /** keccak-256 of its init code (with the constructor's arguments): contract_code. */
  init_hash: bytes.nullable,
  /** keccak-256 of its runtime code, of no bytes where an older one had none when the index began; null where the node could not tell it. */
  code_hash: bytes.nullable,
  destroyed_height: small.nullable,
  destroyed_by: bytes.nullable,
  /** 0 EIP-1967, 1 EIP-1967 through a beacon, 2 minimal (EIP-1167), 3 a beacon itself, 4 perhaps a diamond (EIP-2535; contract_diamond tells); null for all others. */
  proxy_kind: small.nullable,
  /** 20 bytes: what it delegates to; of a beacon what those who ask it delegate to. */
  implementation: bytes.nullable,
  beacon: bytes.nullable,
  admin: bytes.nullable,
  /** Length of its list in contract_upgrade. */
  upgrades: small,
});

/**
 * What contracts that may be diamonds answer to `facets()`. No fact of the chain's order: it is asked
 * for beside the index, kept over reorganisations and asked for again from time to time.
 */
export const contract_diamond = defineTable('beside', ['contract_id'], {
  contract_id: int,
  /** Of the contract that was asked: after a reorganisation another one may have its id. */
  code_hash: bytes,
  /** JSON: a list of `{address, selectors}`; null when it told none. */
  facets: text.nullable,
  /** Newest executed tipset of the index when it was asked. */
  asked_height: small,
});

/**
 * What beacons answer to `implementation()`, those that proxies ask and of which no event has told. Asked
 * for as facets are.
 */
export const contract_beacon = defineTable('beside', ['beacon'], {
  /** 20 bytes. */
  beacon: bytes,
  /** 20 bytes; null when it told none. */
  implementation: bytes.nullable,
  /** Newest executed tipset of the index when it was asked. */
  asked_height: small,
});

/** Init and runtime code by keccak-256: equal codes are kept once. State that never changes. */
export const contract_code = defineTable('state', ['hash'], {
  hash: bytes,
  code: bytes,
});

/** Contracts that somebody created, by `ord`. */
export const contract_creation = defineTable('fact', ['creator_id', 'ord'], {
  creator_id: int,
  ord: small,
  contract_id: int,
  height: small,
});

/** Lengths of those lists. */
export const contract_creator = defineTable('state', ['creator_id'], {
  creator_id: int,
  contracts: small,
});

/** Changes of what a proxy stands for, by `ord`. */
export const contract_upgrade = defineTable('fact', ['contract_id', 'ord'], {
  contract_id: int,
  ord: small,
  height: small,
  /** 0 implementation, 1 beacon, 2 admin. */
  kind: small,
  /** 20 bytes. */
  address: bytes,
  cid: bytes.nullable,
});

/** Who called a contract in messages of their own. */
export const contract_user = defineTable('state', ['contract_id', 'user_id'], {
  contract_id: int.past,
  user_id: int.past,
  calls: small,
  /** Burns and tips of those messages, attoFIL. */
  fees: amount,
  /** Hours since 1970 of the newest of them. */
  last_hour: small.past,
});

/** Calls of a contract in an hour (hours since 1970); kept for a year. */
export const contract_hour = defineTable('state', ['hour', 'contract_id'], {
  hour: small,
  contract_id: int,
  calls: small,
  fees: amount,
  /** Users whose newest call was in this hour: they leave the windows with it. */
  leaving: small,
});

/** Calls of a contract in the last so many hours, the present one included; 0: ever. Rows without calls are gone. */
export const contract_window = defineTable('state', ['contract_id', 'hours'], {
  contract_id: int.past,
  hours: small.past,
  calls: small.past,
  users: small.past,
  fees: amount.past,
});

/** Calls of a contract in a day (UTC, days since 1970). */
export const contract_day = defineTable('state', ['contract_id', 'day'], {
  contract_id: int,
  day: small,
  calls: small,
  users: small,
  fees: amount,
});

/** Contracts of the whole network in a day (UTC, days since 1970) in which anything happened. */
export const fevm_day = defineTable('state', ['day'], {
  day: small,
  created: small,
  calls: small,
  fees: amount,
  /** Up to the day's end. */
  created_total: int,
  calls_total: int,
  fees_total: amount,
});

/** Balances of all actors of a kind of the FEVM (ACTOR_KINDS index) together. */
export const fevm_balance = defineTable('state', ['kind'], {
  kind: small,
  balance: amount,
});
