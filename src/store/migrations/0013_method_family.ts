import { sql, type Kysely } from 'kysely';

/** A storage miner's methods that others have by the same name carry its family, too. */
export async function up<DB>(db: Kysely<DB>): Promise<void> {
  const shared = sql`('Constructor', 'WithdrawBalance', 'WithdrawBalanceExported')`;
  await sql`update method set name = name || ' (miner)' where name in ${shared}`.execute(db);
  await sql`
    update mempool set method_name = method_name || ' (miner)' where method_name in ${shared}
  `.execute(db);
}
