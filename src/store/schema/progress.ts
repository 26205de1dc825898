/** How far the index is, and what it needs to go back. */
import { bool, bytes, defineTable, int, only, small, text, time } from '../table.ts';

/** One row: which network this index is of. */
export const network = defineTable('beside', ['id'], {
  id: only,
  name: text,
  genesis: bytes,
  genesis_timestamp: int,
  epoch_seconds: small,
  chain_id: int,
  /** `f` or `t`. */
  address_prefix: text,
  /** First height of this index; the genesis unless configured otherwise. */
  start_height: small,
  /** Whether the chain comes from a recording: its clock is the recording's, nothing can be sent to it. */
  recorded: bool,
});

/** One row: how far the index is. Written with compare-and-set on `revision` in every transaction. */
export const checkpoint = defineTable('beside', ['id'], {
  id: only,
  revision: int,
  /** Newest tipset whose headers and inclusion are known. */
  head_height: small.nullable,
  head_key: bytes.nullable,
  /** Newest tipset whose execution is known (the head's parent, when nothing lags). */
  executed_height: small.nullable,
  executed_key: bytes.nullable,
  /** Nothing at or below this height is reverted any more. */
  final_height: small.nullable,
});

/** One row: what the indexer is doing, for /health and the pages' banner. Not part of the chain's facts. */
export const status = defineTable('beside', ['id'], {
  id: only,
  /** starting | backfilling | following | waiting (node away) | stopped (a tipset is in doubt) | ended (the recording is over) */
  state: text,
  /** Why, in words, when the state is waiting or stopped. */
  reason: text.nullable,
  /** The node's head as last heard of. */
  node_height: small.nullable,
  /** Where the running backfill began and where it goes. */
  from_height: small.nullable,
  target_height: small.nullable,
  updated_at: time,
  /** When the node was first seen to have its present head: the recording's clock counts from it. */
  head_seen_at: time.nullable,
  /** JSON: what the node can and cannot do (capability probe). */
  node: text.nullable,
});

/**
 * The ledger: finished ranges of heights per part (headers | messages | traces | state), inclusive,
 * joined when adjacent; those of proof:messages | proof:receipts | proof:events | proof:state say at
 * which heights these were proven.
 */
export const progress = defineTable('beside', ['part', 'from_height'], {
  part: text,
  from_height: small,
  to_height: small,
});

/**
 * In an index that begins after the genesis, a row per kind of thing (store/opening.ts) that the state
 * before its first tipset held and that is taken over in the background; in one that met the upgrade to
 * network version 17, a row for the allocations that it made. Not part of the chain's facts.
 */
export const opening = defineTable('beside', ['subject'], {
  subject: text,
  /** Where the last slice ended, in the subject's own words; null before the first and after the last. */
  after: text.nullable,
  /** How many are taken over. */
  taken: int,
  done: bool,
  /** Why the node could not tell, in words. */
  refused: text.nullable,
});

/** Counters of the whole index. Keys: messages, transfers, events, blocks, actors, actors:<kind>, funded, funded:<kind> (with a balance). */
export const counter = defineTable('state', ['key'], {
  key: text,
  value: int.past,
});

/**
 * One row: what was proven since the index counts it, of executed tipsets of the canonical chain.
 *
 */
export const proof = defineTable('state', ['id'], {
  id: small,
  /** Whose headers and messages hash to their CIDs, and whose parents join. */
  tipsets: int,
  blocks: int,
  /** Distinct ones of each tipset, by the roots of its blocks' lists. */
  messages: int,
  /** By the root that the child names. */
  receipts: int,
  /** By the roots that the receipts name. */
  events: int,
  /** State roots that were compared with the one before, object by object. */
  states: int,
  /** Actors that these showed to have changed. */
  actors: int,
  /** Balances that are what they were before plus the sum of their transfers. */
  balances: int,
});

/**
 * Previous images of the state rows that the execution of the tipset at `height` changed. Kept above
 * finality, and for as long as a list can be pinned to a head.
 */
export const undo = defineTable('beside', ['part', 'height'], {
  height: small,
  /** The table whose rows these are (store/undo.ts); empty: those of all other tables. */
  part: text,
  /** Deflated JSON (store/undo.ts). */
  doc: bytes,
});

/** Heads that lost their place to another while the tipset below them kept its own: their state is known. */
export const left_head = defineTable('beside', ['height', 'key'], {
  height: small,
  key: bytes,
  /** What was executed from here on was so on the other branch. */
  from_height: small,
});
