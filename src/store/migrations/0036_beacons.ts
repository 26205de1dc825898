import { sql, type Kysely } from 'kysely';

/** What beacons give those who ask them. See ../schema/contracts.ts. */
const STATEMENTS: readonly string[] = [
  `create table contract_beacon (
    beacon bytea primary key, implementation bytea, asked_height integer not null
  )`,
  'create index contract_by_beacon on contract (beacon) where proxy_kind = 1',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
