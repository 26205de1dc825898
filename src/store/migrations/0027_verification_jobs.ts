import { sql, type Kysely } from 'kysely';

/** Verifications that answer by and by. What each column means: ../schema/sources.ts. */
const STATEMENTS: readonly string[] = [
  `create table verification_job (
    id text primary key, address text not null, client text not null, state text not null,
    answer text, created_at bigint not null, alive_at bigint not null, finished_at bigint
  )`,
  'create index verification_job_client on verification_job (client, created_at)',
  'create index verification_job_age on verification_job (created_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
