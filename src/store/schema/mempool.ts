/** The message pool. */
import type { MessageTable } from './chain.ts';
import type { Bytes } from './values.ts';

/**
 * Messages that are or were in the node's pool. Changes of the pool are numbered as they come:
 * `arrival` and `departure` are such numbers, so that the pool as it stood after change n holds the
 * rows with arrival ≤ n that had not departed by then. Departed rows are kept for some days. Not
 * part of the chain's facts.
 */
export interface MempoolTable extends MessageTable {
  /** Number of the change that brought it. */
  arrival: number;
  /** When this index first heard of it, Unix seconds by the chain's clock (a recording's own). */
  first_seen: number;
  /** Method's display name, by the kind that the receiver had on arrival. */
  method_name: string;
  /** First four bytes of the calldata of an EVM call. */
  selector: Bytes | null;
  /** Number of the change that took it out; null while it is pending. */
  departure: number | null;
  departed_at: number | null;
  /** Height of the node's head then. */
  departed_height: number | null;
  /** 1 included, 2 replaced, 3 dropped; null while it is pending, and until the index can tell. */
  fate: number | null;
  /** The message of the same sender and nonce that took its place. */
  replaced_by: Bytes | null;
}

export interface MempoolTables {
  mempool: MempoolTable;
}
