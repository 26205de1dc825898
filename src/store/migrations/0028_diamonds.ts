import { sql, type Kysely } from 'kysely';

/** What diamonds are made of; contracts that were indexed before are looked through once. See ../schema/contracts.ts. */
const STATEMENTS: readonly string[] = [
  `create table contract_diamond (
    contract_id bigint primary key, code_hash bytea not null, facets text, asked_height integer not null
  )`,
  'create index contract_diamond_oldest on contract_diamond (asked_height)',
  'create index contract_may_be_diamond on contract (actor_id) where proxy_kind = 4',
  // The storage of diamonds, and a comparison with the selector of facets().
  `update contract c set proxy_kind = 4 from contract_code k
   where k.hash = c.code_hash and c.proxy_kind is null and (
     position('\\xc8fcad8db84d3cc18b4c41d551ea0ee66dd599cde068d998e57d5e09332c131c'::bytea in k.code) > 0
     or position('\\x637a0ed627'::bytea in k.code) > 0
   )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
