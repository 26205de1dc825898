import { sql, type Kysely } from 'kysely';

/** What an address sent that no actor has: messages that were refused. */
export async function up<DB>(db: Kysely<DB>): Promise<void> {
  await sql`create index execution_of_nobody on execution (from_addr, seq) where from_id is null`.execute(
    db,
  );
}
