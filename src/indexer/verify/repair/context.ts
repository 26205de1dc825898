/** What every way of mending works with. */
import type { Store, Trx } from '#store/store.ts';
import { readCheckpoint, takeCheckpoint } from '../../write/checkpoint.ts';
import type { Truth } from '../truth.ts';

export interface RepairContext {
  store: Store;
  truth: Truth;
  startHeight: number;
}

/** One thing that was mended, or why it was not. */
export interface Mended {
  what: string;
  /** Null: it is mended. */
  left: string | null;
}

export const mended = (what: string): Mended => ({ what, left: null });
export const leftAs = (what: string, left: string): Mended => ({ what, left });

/** In words, what remains where nothing else helps. */
export const rebuildFrom = (height: number): string =>
  `what follows from it is in later rows too: the index has to be built anew from height ${height} on`;

/** A transaction of the index's only writer. Throws SecondWriterError when there is another one. */
export async function inTransaction<T>(store: Store, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { revision } = await readCheckpoint(store.db);
  return store.transaction(async (trx) => {
    await takeCheckpoint(trx, revision);
    return work(trx);
  });
}
