import { sql, type Kysely } from 'kysely';

/**
 * Vesting tables of providers: ../schema/miners.ts. Of a provider that is there already the table is not
 * known until it changes: until then it is told without what has vested and is not unlocked, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table miner_vesting (miner_id bigint primary key, funds bytea)`.execute(db);
  for (const table of ['miner', 'miner_funds'])
    await sql`alter table ${sql.table(table)} add column vesting bytea`.execute(db);
}
