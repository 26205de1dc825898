/** Messages between the store and the thread in which PGlite runs. */
import type { Packed } from './packing.ts';

export type WorkerRequest =
  | {
      id: number;
      op: 'run';
      /** Run in their order, up to the first that fails. */
      statements: WorkerStatement[];
      /** The statements' values, one after another. */
      values: Packed;
    }
  | { id: number; op: 'close' };

export interface WorkerStatement {
  sql: string;
  /** How many of the values are this statement's. */
  count: number;
  /** Whether its one value is the text of a COPY. */
  copies: boolean;
}

export interface WorkerResults {
  results: WorkerResult[];
  /** The results' rows, one after another, their values in the order of `columns`. */
  values: Packed;
}

export interface WorkerResult {
  columns: string[];
  /** How many of the values are this result's. */
  count: number;
  /** Rows that an insert, update or delete touched. */
  affected: number | null;
  /** The statement's tag, e.g. COMMIT. */
  command: string | null;
}

export type WorkerReply =
  | { id: number; ok: true; answer: WorkerResults | null }
  | { id: number; ok: false; message: string; code?: string; detail?: string };

/** The thread says this once, when the database is open or could not be opened. */
export type WorkerHello = { id: 0; ok: true; answer: null } | { id: 0; ok: false; message: string };

export interface WorkerOptions {
  /** Folder, or undefined for a database in memory. */
  folder: string | undefined;
  /** File of a dump that a database in memory begins as; undefined for an empty one. */
  dump: string | undefined;
  /** PGlite's WebAssembly, where it was compiled before. */
  program: WebAssembly.Module | undefined;
}
