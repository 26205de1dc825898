import { kindIndex } from '#filecoin/actors/kinds.ts';
import { sql, type Kysely } from 'kysely';

/** Contracts: creation, code, proxies, calls, users, fees, by day. What each column means: ../schema/contracts.ts. */
const STATEMENTS: readonly string[] = [
  `create table contract (
    actor_id bigint primary key, creator_id bigint, created_height integer, created_by bytea,
    init_hash bytea, code_hash bytea, destroyed_height integer, destroyed_by bytea,
    proxy_kind smallint, implementation bytea, beacon bytea, admin bytea, upgrades integer not null
  )`,
  `create table contract_code (hash bytea primary key, code bytea not null)`,
  `create table contract_creation (
    creator_id bigint not null, ord integer not null, contract_id bigint not null,
    height integer not null,
    primary key (creator_id, ord)
  )`,
  `create index contract_creation_height on contract_creation using brin (height)`,
  `create table contract_creator (creator_id bigint primary key, contracts integer not null)`,
  `create table contract_upgrade (
    contract_id bigint not null, ord integer not null, height integer not null,
    kind smallint not null, address bytea not null, cid bytea,
    primary key (contract_id, ord)
  )`,
  `create index contract_upgrade_height on contract_upgrade using brin (height)`,
  `create table contract_user (
    contract_id bigint not null, user_id bigint not null, calls integer not null,
    fees numeric not null, last_hour integer not null,
    primary key (contract_id, user_id)
  )`,
  `create table contract_hour (
    hour integer not null, contract_id bigint not null, calls integer not null,
    fees numeric not null, leaving integer not null,
    primary key (hour, contract_id)
  )`,
  `create table contract_window (
    contract_id bigint not null, hours integer not null, calls integer not null,
    users integer not null, fees numeric not null,
    primary key (contract_id, hours)
  )`,
  `create index contract_window_calls on contract_window (hours, calls desc, contract_id)`,
  `create index contract_window_users on contract_window (hours, users desc, contract_id)`,
  `create index contract_window_fees on contract_window (hours, fees desc, contract_id)`,
  `create table contract_day (
    contract_id bigint not null, day integer not null, calls integer not null,
    users integer not null, fees numeric not null,
    primary key (contract_id, day)
  )`,
  `create table fevm_day (
    day integer primary key, created integer not null, calls integer not null,
    fees numeric not null, created_total bigint not null, calls_total bigint not null,
    fees_total numeric not null
  )`,
  `create index actor_contract_balance on actor (balance desc, id) where kind = ${kindIndex('evm')}`,
  `create table fevm_balance (kind smallint primary key, balance numeric not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
