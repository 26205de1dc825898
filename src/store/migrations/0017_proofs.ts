import { sql, type Kysely } from 'kysely';

/**
 * Counts of what was proven. An index that is older counts from its next tipset on; since when each
 * proof holds the ledger tells. What each column means: ../schema/progress.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table proof (
    id smallint primary key, tipsets bigint not null, blocks bigint not null,
    messages bigint not null, receipts bigint not null, events bigint not null,
    states bigint not null, actors bigint not null, balances bigint not null
  )`.execute(db);
}
