import { sql, type Kysely } from 'kysely';

/** Records of names that were cleared stay, told apart from those set since. See ../schema/names.ts. */
const STATEMENTS: readonly string[] = [
  `create table name_clearing (
    service smallint not null, node bytea not null, resolver bytea not null, times bigint not null,
    primary key (service, node, resolver)
  )`,
  'alter table name_record add column clearing bigint',
  `create index name_record_present on name_record
    (service, node, resolver, coalesce(clearing, 0), kind, key_hash)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
