import { sql, type Kysely } from 'kysely';

/** Name services. What each column means: ../schema/names.ts. */
const STATEMENTS: readonly string[] = [
  `create table name_node (
    service smallint not null, node bytea not null, owner bytea, resolver bytea, label_hash bytea,
    reverse_of bytea,
    primary key (service, node)
  )`,
  `create table name (
    service smallint not null, label_hash bytea not null, label text collate "C", node bytea not null,
    registrant bytea, expires bigint, registered_height integer, registered_by bytea,
    actions integer not null,
    primary key (service, label_hash)
  )`,
  `create index name_registrant on name (service, registrant, label_hash)`,
  `create index name_label on name (lower(label)) where label is not null`,
  `create table name_record (
    service smallint not null, node bytea not null, resolver bytea not null, kind smallint not null,
    key_hash bytea not null, key text not null, value text not null,
    primary key (service, node, resolver, kind, key_hash)
  )`,
  `create table name_action (
    service smallint not null, ord integer not null, height integer not null, kind smallint not null,
    label_hash bytea, address bytea, other bytea, text text, expires bigint, cost numeric, cid bytea,
    primary key (service, ord)
  )`,
  `create index name_action_height on name_action using brin (height)`,
  `create table name_registration (
    service smallint not null, ord integer not null, action_ord integer not null,
    height integer not null,
    primary key (service, ord)
  )`,
  `create index name_registration_height on name_registration using brin (height)`,
  `create table name_history (
    service smallint not null, label_hash bytea not null, ord integer not null,
    action_ord integer not null, height integer not null,
    primary key (service, label_hash, ord)
  )`,
  `create index name_history_height on name_history using brin (height)`,
  `create table account_name_action (
    service smallint not null, address bytea not null, ord integer not null,
    action_ord integer not null, height integer not null,
    primary key (service, address, ord)
  )`,
  `create index account_name_action_height on account_name_action using brin (height)`,
  `create table name_account (
    service smallint not null, address bytea not null, names integer not null,
    actions integer not null,
    primary key (service, address)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
