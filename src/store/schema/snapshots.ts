/** Lists that reorder with every head, as they were when somebody read them. No facts of the chain. */
import type { Bytes } from './values.ts';

export interface ListSnapshotTable {
  /** Token of the head: `<height>:<hash of its key>`. */
  head: string;
  /** Which list, and what it is filtered by. */
  list: string;
  /** Of the head. */
  height: number;
  /** Bytes of `doc`. */
  size: number;
  /** Deflated JSON of the rows (explorer/archive.ts). */
  doc: Bytes;
}

export interface SnapshotsTables {
  list_snapshot: ListSnapshotTable;
}
