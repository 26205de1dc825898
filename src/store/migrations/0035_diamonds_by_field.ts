import { sql, type Kysely } from 'kysely';

/** Diamonds whose code names a field of their storage that is not its first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update contract c set proxy_kind = 4 from contract_code k
    where k.hash = c.code_hash and c.proxy_kind is null
      and position('\\xc8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c13'::bytea in k.code) > 0
  `.execute(db);
}
