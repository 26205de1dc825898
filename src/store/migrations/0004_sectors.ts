import { sql, type Kysely } from 'kysely';

const SUMS = `sectors integer not null, raw_power numeric not null, quality_adj_power numeric not null,
    pledge numeric not null, unknown_power integer not null, unknown_pledge integer not null`;

/** Sectors of storage providers: what happened to each, and when they expire. What each column means: ../schema/sectors.ts. */
const STATEMENTS: readonly string[] = [
  `create table sector_miner (
    miner_id bigint primary key, period_start bigint not null, deadline integer not null,
    deadlines bytea not null, told_live bigint, told_faults boolean not null,
    events integer not null, posts integer not null
  )`,
  `create table sector_set (
    miner_id bigint not null, kind smallint not null, sectors bytea not null, count bigint not null,
    primary key (miner_id, kind)
  )`,
  `create table sector_partition (
    miner_id bigint not null, deadline integer not null, partition bigint not null,
    sectors bytea not null, post_height integer, post_cid bytea,
    primary key (miner_id, deadline, partition)
  )`,
  `create table sector (
    miner_id bigint not null, number bigint not null, seal_proof integer, sealed_cid bytea,
    pre_commit_height integer, pre_commit_cid bytea, activation bigint, commit_cid bytea,
    expiration bigint, verified_bytes bigint, deal_bytes bigint, pledge numeric,
    updated_height integer, ended_height integer,
    primary key (miner_id, number)
  )`,
  // Those whose pre-commitment may lapse.
  `create index sector_waiting on sector (miner_id, pre_commit_height)
    where activation is null and ended_height is null`,
  `create table sector_event (
    miner_id bigint not null, ord integer not null, height integer not null, kind smallint not null,
    cid bytea, sectors bytea not null, count bigint not null, deadline integer, partition bigint,
    expiration bigint, piece_bytes bigint,
    primary key (miner_id, ord)
  )`,
  `create index sector_event_height on sector_event using brin (height)`,
  `create table sector_history (
    miner_id bigint not null, number bigint not null, ord integer not null, height integer not null,
    kind smallint not null, cid bytea, old_expiration bigint, new_expiration bigint,
    primary key (miner_id, number, ord)
  )`,
  `create index sector_history_height on sector_history using brin (height)`,
  `create table sector_post (
    miner_id bigint not null, ord integer not null, height integer not null, cid bytea,
    deadline integer not null, partitions text not null, skipped bigint not null,
    primary key (miner_id, ord)
  )`,
  `create index sector_post_height on sector_post using brin (height)`,
  `create table sector_expiry (
    miner_id bigint not null, day integer not null, ${SUMS}, numbers bytea not null,
    primary key (miner_id, day)
  )`,
  `create table sector_expiry_day (day integer primary key, ${SUMS})`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
