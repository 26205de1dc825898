import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { Trx } from './store.ts';

/**
 * Begins a transaction that decides by rows beside the chain what it writes there. Of those that begin so
 * one runs at a time: it sees what the ones before wrote, and what it reads stays as it is. To be called
 * before anything else: `revise` takes the same row, and in another order two would wait for each other.
 */
export async function awaitRevision(trx: Trx): Promise<void> {
  await trx.selectFrom('revision').select('id').forUpdate().execute();
}

/** Tells that rows were changed beside the chain, in the transaction that changes them: what is held or kept of them goes. */
export async function revise(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .execute();
}
