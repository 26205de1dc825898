/** Contracts: creation, code, proxies, calls, users, fees, by day. Heights are those of the tipset whose execution did it. */
import type { Amount, Bytes } from './values.ts';

/** Contracts that were created, or met, in this index. State. */
export interface ContractTable {
  actor_id: number;
  /** Who called the address manager: an account, or the contract that made it. Null for one that is older than the index. */
  creator_id: number | null;
  created_height: number | null;
  /** Message in which it was created. */
  created_by: Bytes | null;
  /** keccak-256 of its init code (with the constructor's arguments): contract_code. */
  init_hash: Bytes | null;
  /** keccak-256 of its runtime code; null where the node could not tell it. */
  code_hash: Bytes | null;
  destroyed_height: number | null;
  destroyed_by: Bytes | null;
  /** 0 EIP-1967, 1 EIP-1967 through a beacon, 2 minimal (EIP-1167), 3 a beacon itself, 4 perhaps a diamond (EIP-2535; contract_diamond tells); null for all others. */
  proxy_kind: number | null;
  /** 20 bytes: what it delegates to; of a beacon what those who ask it delegate to. */
  implementation: Bytes | null;
  beacon: Bytes | null;
  admin: Bytes | null;
  /** Length of its list in contract_upgrade. */
  upgrades: number;
}

/**
 * What contracts that may be diamonds answer to `facets()`. No fact of the chain's order: it is asked
 * for beside the index, kept over reorganisations and asked for again from time to time.
 */
export interface ContractDiamondTable {
  contract_id: number;
  /** Of the contract that was asked: after a reorganisation another one may have its id. */
  code_hash: Bytes;
  /** JSON: a list of `{address, selectors}`; null when it told none. */
  facets: string | null;
  /** Newest executed tipset of the index when it was asked. */
  asked_height: number;
}

/** Init and runtime code by keccak-256: equal codes are kept once. State that never changes. */
export interface ContractCodeTable {
  hash: Bytes;
  code: Bytes;
}

/** Contracts that somebody created, by `ord`. */
export interface ContractCreationTable {
  creator_id: number;
  ord: number;
  contract_id: number;
  height: number;
}

/** Lengths of those lists. State. */
export interface ContractCreatorTable {
  creator_id: number;
  contracts: number;
}

/** Changes of what a proxy stands for, by `ord`. */
export interface ContractUpgradeTable {
  contract_id: number;
  ord: number;
  height: number;
  /** 0 implementation, 1 beacon, 2 admin. */
  kind: number;
  /** 20 bytes. */
  address: Bytes;
  cid: Bytes | null;
}

/** Who called a contract in messages of their own. State. */
export interface ContractUserTable {
  contract_id: number;
  user_id: number;
  calls: number;
  /** Burns and tips of those messages, attoFIL. */
  fees: Amount;
  /** Hours since 1970 of the newest of them. */
  last_hour: number;
}

/** Calls of a contract in an hour (hours since 1970); kept for a year. State. */
export interface ContractHourTable {
  hour: number;
  contract_id: number;
  calls: number;
  fees: Amount;
  /** Users whose newest call was in this hour: they leave the windows with it. */
  leaving: number;
}

/** Calls of a contract in the last so many hours, the present one included; 0: ever. Rows without calls are gone. State. */
export interface ContractWindowTable {
  contract_id: number;
  hours: number;
  calls: number;
  users: number;
  fees: Amount;
}

/** Calls of a contract in a day (UTC, days since 1970). State. */
export interface ContractDayTable {
  contract_id: number;
  day: number;
  calls: number;
  users: number;
  fees: Amount;
}

/** Contracts of the whole network in a day (UTC, days since 1970) in which anything happened. State. */
export interface FevmDayTable {
  day: number;
  created: number;
  calls: number;
  fees: Amount;
  /** Up to the day's end. */
  created_total: number;
  calls_total: number;
  fees_total: Amount;
}

/** Balances of all actors of a kind of the FEVM (ACTOR_KINDS index) together. State. */
export interface FevmBalanceTable {
  kind: number;
  balance: Amount;
}

export interface ContractsTables {
  contract: ContractTable;
  contract_code: ContractCodeTable;
  contract_diamond: ContractDiamondTable;
  contract_creation: ContractCreationTable;
  contract_creator: ContractCreatorTable;
  contract_upgrade: ContractUpgradeTable;
  contract_user: ContractUserTable;
  contract_hour: ContractHourTable;
  contract_window: ContractWindowTable;
  contract_day: ContractDayTable;
  fevm_day: FevmDayTable;
  fevm_balance: FevmBalanceTable;
}
