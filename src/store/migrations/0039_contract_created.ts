import { sql, type Kysely } from 'kysely';

/** Contracts by when they came, to hold the newest against what is verified. See ../schema/contracts.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index contract_created on contract (created_height)`.execute(db);
}
