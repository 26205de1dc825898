import { sql, type Kysely } from 'kysely';

/** An account's NFTs without those that a contract only says to have taken from it. See ../schema/tokens.ts. */
const STATEMENTS: readonly string[] = [
  'create index nft_holder_held on nft_holder (holder, token_id, item) where amount > 0',
  'drop index nft_holder_account',
  'alter index nft_holder_held rename to nft_holder_account',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
