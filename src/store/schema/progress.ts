/** How far the index is, and what it needs to go back. */
import type { ColumnType, Generated } from 'kysely';
import type { Bytes } from './values.ts';

/** One row: which network this index is of. */
export interface NetworkTable {
  id: Generated<number>;
  name: string;
  genesis: Bytes;
  genesis_timestamp: number;
  epoch_seconds: number;
  chain_id: number;
  /** `f` or `t`. */
  address_prefix: string;
  /** First height of this index; the genesis unless configured otherwise. */
  start_height: number;
  /** Whether the chain comes from a recording: its clock is the recording's, nothing can be sent to it. */
  recorded: boolean;
}

/** One row: how far the index is. Written with compare-and-set on `revision` in every transaction. */
export interface CheckpointTable {
  id: Generated<number>;
  revision: number;
  /** Newest tipset whose headers and inclusion are known. */
  head_height: number | null;
  head_key: Bytes | null;
  /** Newest tipset whose execution is known (the head's parent, when nothing lags). */
  executed_height: number | null;
  executed_key: Bytes | null;
  /** Nothing at or below this height is reverted any more. */
  final_height: number | null;
}

/** One row: what the indexer is doing, for /health and the pages' banner. Not part of the chain's facts. */
export interface StatusTable {
  id: Generated<number>;
  /** starting | backfilling | following | waiting (node away) | stopped (a tipset is in doubt) | ended (the recording is over) */
  state: string;
  /** Why, in words, when the state is waiting or stopped. */
  reason: string | null;
  /** The node's head as last heard of. */
  node_height: number | null;
  /** Where the running backfill began and where it goes. */
  from_height: number | null;
  target_height: number | null;
  updated_at: ColumnType<Date, Date | string, Date | string>;
  /** When the node was first seen to have its present head: the recording's clock counts from it. */
  head_seen_at: ColumnType<Date, Date | string, Date | string> | null;
  /** JSON: what the node can and cannot do (capability probe). */
  node: string | null;
}

/**
 * The ledger: finished ranges of heights per part (headers | messages | traces | state), inclusive,
 * joined when adjacent; those of proof:messages | proof:receipts | proof:events | proof:state say at
 * which heights these were proven.
 */
export interface ProgressTable {
  part: string;
  from_height: number;
  to_height: number;
}

/**
 * In an index that begins after the genesis, a row per kind of thing (store/opening.ts) that the state
 * before its first tipset held and that is taken over in the background. Not part of the chain's facts.
 */
export interface OpeningTable {
  subject: string;
  /** Where the last slice ended, in the subject's own words; null before the first and after the last. */
  after: string | null;
  /** How many are taken over. */
  taken: number;
  done: boolean;
  /** Why the node could not tell, in words. */
  refused: string | null;
}

/** Counters of the whole index. State. Keys: messages, transfers, events, blocks, actors, actors:<kind>, funded, funded:<kind> (with a balance). */
export interface CounterTable {
  key: string;
  value: number;
}

/**
 * One row: what was proven since the index counts it, of executed tipsets of the canonical chain.
 * State.
 */
export interface ProofTable {
  id: number;
  /** Whose headers and messages hash to their CIDs, and whose parents join. */
  tipsets: number;
  blocks: number;
  /** Distinct ones of each tipset, by the roots of its blocks' lists. */
  messages: number;
  /** By the root that the child names. */
  receipts: number;
  /** By the roots that the receipts name. */
  events: number;
  /** State roots that were compared with the one before, object by object. */
  states: number;
  /** Actors that these showed to have changed. */
  actors: number;
  /** Balances that are what they were before plus the sum of their transfers. */
  balances: number;
}

/**
 * Previous images of the state rows that the execution of the tipset at `height` changed. Kept above
 * finality, and for as long as a list can be pinned to a head.
 */
export interface UndoTable {
  height: number;
  /** The table whose rows these are (store/undo.ts); empty: those of all other tables. */
  part: string;
  /** Deflated JSON (store/undo.ts). */
  doc: Bytes;
}

/** Heads that lost their place to another while the tipset below them kept its own: their state is known. */
export interface LeftHeadTable {
  height: number;
  key: Bytes;
  /** What was executed from here on was so on the other branch. */
  from_height: number;
}

export interface ProgressTables {
  network: NetworkTable;
  checkpoint: CheckpointTable;
  status: StatusTable;
  progress: ProgressTable;
  opening: OpeningTable;
  counter: CounterTable;
  proof: ProofTable;
  undo: UndoTable;
  left_head: LeftHeadTable;
}
