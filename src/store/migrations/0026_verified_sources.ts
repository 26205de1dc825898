import { sql, type Kysely } from 'kysely';

/** Verified sources: beside the index, by the hashes of codes. What each column means: ../schema/sources.ts. */
const STATEMENTS: readonly string[] = [
  // One number for all that stands beside the index.
  'alter table tag_revision rename to revision',
  'create table verified_build (key bytea primary key, compiler text not null, input text not null)',
  `create table verified_code (
    key bytea primary key, deployed boolean not null, length integer not null, head bytea not null,
    build bytea not null references verified_build, file text not null, name text not null,
    complete boolean not null, abi text not null, docs text not null, libraries text not null,
    immutables text not null, license text, brought_by bytea, verified_at bigint not null
  )`,
  'create index verified_code_head on verified_code (head)',
  `create table contract_source (
    hash bytea primary key, key bytea not null references verified_code, length integer not null,
    complete boolean not null, verified_at bigint not null
  )`,
  'create index contract_source_key on contract_source (key)',
  'create index contract_source_time on contract_source (verified_at desc, hash)',
  // Codes by what they begin with, to find those that begin as a verified one does.
  'create index contract_code_head on contract_code (substring(code for 64))',
  'create index contract_init on contract (init_hash)',
  // A contract's source is found by its init code, else by what it runs.
  'create index contract_sourced on contract (coalesce(init_hash, code_hash))',
  'create index contract_deployed on contract (code_hash) where init_hash is null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
