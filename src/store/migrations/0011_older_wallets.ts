import { sql, type Kysely } from 'kysely';

/** Multisigs and payment channels that are older than the index: ../schema/wallets.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table older_wallet (
    actor_id bigint primary key, told boolean not null, settled integer
  )`.execute(db);
}
