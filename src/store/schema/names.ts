/** Name services of ENS's kind. Accounts are Ethereum addresses (20 bytes), which need no actor; `service` is the place in the network's data file. */
import type { Bytes, NullableAmount } from './values.ts';

/** Nodes of the registry, second-level names and all others. State. */
export interface NameNodeTable {
  service: number;
  node: Bytes;
  /** Who controls it; null until it is known. */
  owner: Bytes | null;
  resolver: Bytes | null;
  /** Of a second-level name: its token, the hash of its label. */
  label_hash: Bytes | null;
  /** Of a node under addr.reverse: the address that claimed it. */
  reverse_of: Bytes | null;
}

/** Second-level names: tokens of the registrar. State. */
export interface NameTable {
  service: number;
  label_hash: Bytes;
  /** As it was registered, bounded; null until a controller told it. */
  label: string | null;
  node: Bytes;
  registrant: Bytes | null;
  /** Unix seconds, whatever the registrar told. */
  expires: NullableAmount;
  /** Newest registration. */
  registered_height: number | null;
  registered_by: Bytes | null;
  /** Length of its list in name_history. */
  actions: number;
}

/** What a resolver says of a node. State. */
export interface NameRecordTable {
  service: number;
  node: Bytes;
  /** 20 bytes. */
  resolver: Bytes;
  /** 0 address, 1 text, 2 content hash, 3 name. */
  kind: number;
  /** keccak-256 of `key`. */
  key_hash: Bytes;
  /** Coin type of an address (decimal; 461 is FIL, 60 Ethereum), key of a text; empty otherwise. Bounded. */
  key: string;
  /** Text as it is; an address as 0x hex of its bytes (of FIL: of its text); a content hash as 0x hex. Bounded. */
  value: string;
}

/** What was done with names, by `ord` within the service. */
export interface NameActionTable {
  service: number;
  ord: number;
  height: number;
  /** 0 registered, 1 renewed, 2 transferred, 3 controller changed, 4 resolver set, 5 record set, 6 reverse name set. */
  kind: number;
  label_hash: Bytes | null;
  /** Whom it is of: the registrant (of a transfer the receiver), or the address that named itself. */
  address: Bytes | null;
  /** Who gave it, or what it was set to: an address of 20 bytes. */
  other: Bytes | null;
  /** Key and value of a record, or the name; bounded. */
  text: string | null;
  expires: NullableAmount;
  /** Price that was paid, attoFIL. */
  cost: NullableAmount;
  cid: Bytes | null;
}

/** Registrations of the service, by `ord`. */
export interface NameRegistrationTable {
  service: number;
  ord: number;
  action_ord: number;
  height: number;
}

/** What was done with one name, by `ord`. */
export interface NameHistoryTable {
  service: number;
  label_hash: Bytes;
  ord: number;
  action_ord: number;
  height: number;
}

/** What an address did with names, by `ord`. */
export interface AccountNameActionTable {
  service: number;
  address: Bytes;
  ord: number;
  action_ord: number;
  height: number;
}

/** Counts of an address. State. */
export interface NameAccountTable {
  service: number;
  address: Bytes;
  /** Tokens that it holds, expired ones included, as the registrar counts. */
  names: number;
  /** Length of its list in account_name_action. */
  actions: number;
}

export interface NamesTables {
  name_node: NameNodeTable;
  name: NameTable;
  name_record: NameRecordTable;
  name_action: NameActionTable;
  name_registration: NameRegistrationTable;
  name_history: NameHistoryTable;
  account_name_action: AccountNameActionTable;
  name_account: NameAccountTable;
}
