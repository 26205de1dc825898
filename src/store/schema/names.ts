/** Name services of ENS's kind. Accounts are Ethereum addresses (20 bytes), which need no actor; `service` is the place in the network's data file. */
import { amount, bytes, defineTable, int, small, text } from '../table.ts';

/** Nodes of the registry, second-level names and all others. */
export const name_node = defineTable('state', ['service', 'node'], {
  service: small.past,
  node: bytes.past,
  /** Who controls it; null until it is known. */
  owner: bytes.nullable,
  resolver: bytes.nullable.past,
  /** Of a second-level name: its token, the hash of its label. */
  label_hash: bytes.nullable.past,
  /** Of a node under addr.reverse: the address that claimed it. */
  reverse_of: bytes.nullable,
});

/** Second-level names: tokens of the registrar. */
export const name = defineTable('state', ['service', 'label_hash'], {
  service: small.past,
  label_hash: bytes.past,
  /** As it was registered, bounded; null until a controller told it. */
  label: text.nullable.past,
  node: bytes.past,
  registrant: bytes.nullable.past,
  /** Unix seconds, whatever the registrar told. */
  expires: amount.nullable.past,
  /** Newest registration. */
  registered_height: small.nullable.past,
  registered_by: bytes.nullable.past,
  /** Length of its list in name_history. */
  actions: small.past,
});

/** What a resolver says of a node, and what it said before it cleared that. */
export const name_record = defineTable(
  'state',
  ['service', 'node', 'resolver', 'kind', 'key_hash'],
  {
    service: small.past,
    node: bytes.past,
    /** 20 bytes. */
    resolver: bytes.past,
    /** 0 address, 1 text, 2 content hash, 3 name. */
    kind: small.past,
    /** keccak-256 of `key`. */
    key_hash: bytes,
    /** Coin type of an address (decimal; 461 is FIL, 60 Ethereum), key of a text; empty otherwise. Bounded. */
    key: text.past,
    /** Text as it is; an address as 0x hex of its bytes (of FIL: of its text); a content hash as 0x hex. Bounded. */
    value: text.past,
    /** `times` of name_clearing when it was set: it holds while that is the same. Null: before any. */
    clearing: int.nullable.past,
  },
);

/** How often a resolver has cleared all that it says of a node, which may be any number of records. */
export const name_clearing = defineTable('state', ['service', 'node', 'resolver'], {
  service: small.past,
  node: bytes.past,
  /** 20 bytes. */
  resolver: bytes.past,
  times: int.past,
});

/** What was done with names, by `ord` within the service. */
export const name_action = defineTable('fact', ['service', 'ord'], {
  service: small,
  ord: small,
  height: small,
  /** 0 registered, 1 renewed, 2 transferred, 3 controller changed, 4 resolver set, 5 record set, 6 reverse name set. */
  kind: small,
  label_hash: bytes.nullable,
  /** Whom it is of: the registrant (of a transfer the receiver), or the address that named itself. */
  address: bytes.nullable,
  /** Who gave it, or what it was set to: an address of 20 bytes. */
  other: bytes.nullable,
  /** Key and value of a record, or the name; bounded. */
  text: text.nullable,
  expires: amount.nullable,
  /** Price that was paid, attoFIL. */
  cost: amount.nullable,
  cid: bytes.nullable,
});

/** Registrations of the service, by `ord`. */
export const name_registration = defineTable('fact', ['service', 'ord'], {
  service: small,
  ord: small,
  action_ord: small,
  height: small,
});

/** What was done with one name, by `ord`. */
export const name_history = defineTable('fact', ['service', 'label_hash', 'ord'], {
  service: small,
  label_hash: bytes,
  ord: small,
  action_ord: small,
  height: small,
});

/** What an address did with names, by `ord`. */
export const account_name_action = defineTable('fact', ['service', 'address', 'ord'], {
  service: small,
  address: bytes,
  ord: small,
  action_ord: small,
  height: small,
});

/** Counts of an address. */
export const name_account = defineTable('state', ['service', 'address'], {
  service: small,
  address: bytes,
  /** Tokens that it holds, expired ones included, as the registrar counts. */
  names: small.past,
  /** Length of its list in account_name_action. */
  actions: small,
});
