import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Tells that rows were changed beside the chain, in the transaction that changes them: what is held or kept of them goes. */
export async function revise(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .execute();
}
