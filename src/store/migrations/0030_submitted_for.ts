import { sql, type Kysely } from 'kysely';

/** Which contract a source was handed in for; of what was verified before nobody knows. See ../schema/sources.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table verified_code add column submitted_for bytea`.execute(db);
}
