/** Messages between the store and the thread in which PGlite runs. */
import type { Packed } from './packing.ts';

export type WorkerRequest =
  | { id: number; op: 'query'; sql: string; parameters: Packed }
  | { id: number; op: 'copy'; target: string; data: Uint8Array<ArrayBuffer> }
  | { id: number; op: 'close' };

export interface WorkerRows {
  columns: string[];
  /** Rows one after another, their values in the order of `columns`. */
  values: Packed;
  /** Rows that an insert, update or delete touched. */
  affected: number | null;
  /** The statement's tag, e.g. COMMIT. */
  command: string | null;
}

export type WorkerReply =
  | { id: number; ok: true; result: WorkerRows | null }
  | { id: number; ok: false; message: string; code?: string; detail?: string };

/** The thread says this once, when the database is open or could not be opened. */
export type WorkerHello = { id: 0; ok: true; result: null } | { id: 0; ok: false; message: string };

export interface WorkerOptions {
  /** Folder, or undefined for a database in memory. */
  folder: string | undefined;
}
