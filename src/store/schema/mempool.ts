/** The message pool. */
import { bytes, defineTable, int, small, text } from '../table.ts';
import { message } from './chain.ts';

/**
 * Messages that are or were in the node's pool. Changes of the pool are numbered as they come:
 * `arrival` and `departure` are such numbers, so that the pool as it stood after change n holds the
 * rows with arrival ≤ n that had not departed by then. Departed rows are kept for some days. Not
 * part of the chain's facts.
 */
export const mempool = defineTable('beside', ['cid'], {
  ...message.columns,
  /** Number of the change that brought it. */
  arrival: int,
  /** When this index first heard of it, Unix seconds by the chain's clock (a recording's own). */
  first_seen: int,
  /** Method's display name, by the kind that the receiver had on arrival. */
  method_name: text,
  /** First four bytes of the calldata of an EVM call. */
  selector: bytes.nullable,
  /** Number of the change that took it out; null while it is pending. */
  departure: int.nullable,
  departed_at: int.nullable,
  /** Height of the node's head then. */
  departed_height: small.nullable,
  /** 1 included, 2 replaced, 3 dropped; null while it is pending, and until the index can tell. */
  fate: small.nullable,
  /** The message of the same sender and nonce that took its place. */
  replaced_by: bytes.nullable,
});
