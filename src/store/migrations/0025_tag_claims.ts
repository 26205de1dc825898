import { sql, type Kysely } from 'kysely';

/** Names that owners of storage providers sign: beside the index, whatever becomes of it. */
const STATEMENTS: readonly string[] = [
  `create table tag_challenge (
    message text primary key,
    actor_id bigint not null,
    owner bytea not null,
    client text not null,
    created_at bigint not null,
    used_at bigint
  )`,
  'create index tag_challenge_actor on tag_challenge (actor_id, created_at)',
  'create index tag_challenge_client on tag_challenge (client, created_at)',
  'create index tag_challenge_age on tag_challenge (created_at)',
  `create table tag_claim (
    actor_id bigint primary key,
    owner_id bigint not null,
    owner bytea not null,
    en text not null,
    en_full text,
    zh text,
    zh_full text,
    contact text not null,
    signature bytea not null,
    message text not null,
    signed_at bigint not null,
    height integer not null
  )`,
  'create index tag_claim_owner on tag_claim (owner)',
  `create table tag_ban (
    owner bytea primary key,
    signature bytea,
    reason text not null,
    banned_at bigint not null
  )`,
  'create table tag_revision (id integer primary key check (id = 1), revision bigint not null)',
  'insert into tag_revision values (1, 0)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
