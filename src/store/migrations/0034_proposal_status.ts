import { sql, type Kysely } from 'kysely';

/** A multisig's proposals by what became of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index proposal_status on proposal (actor_id, status, txn_id)`.execute(db);
}
