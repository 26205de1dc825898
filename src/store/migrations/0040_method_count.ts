import { sql, type Kysely } from 'kysely';

/** Methods by how often they were called: senders may call any number of them. See ../schema/chain.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index method_count on method (count desc, name collate "C")`.execute(db);
}
