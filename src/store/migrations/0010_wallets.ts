import { sql, type Kysely } from 'kysely';

/** Multisigs' proposals and payment channels. What each column means: ../schema/wallets.ts. */
const STATEMENTS: readonly string[] = [
  `create table proposal (
    actor_id bigint not null, txn_id bigint not null, ord integer not null, proposer_id bigint,
    to_addr bytea, value numeric, method numeric, params bytea, approvals text not null,
    status smallint not null, height integer not null, cid bytea, settled_height integer,
    settled_cid bytea, exit_code bigint, return bytea,
    primary key (actor_id, txn_id)
  )`,
  // Not unique: an undo puts rows back one by one.
  `create index proposal_list on proposal (actor_id, ord)`,
  `create index proposal_pending on proposal (actor_id, ord) where status = 0`,
  `create table proposal_action (
    height integer not null, position integer not null, actor_id bigint not null,
    txn_id bigint not null, kind smallint not null, by_id bigint not null, cid bytea,
    primary key (actor_id, txn_id, height, position)
  )`,
  `create index proposal_action_height on proposal_action using brin (height)`,
  `create table channel (
    actor_id bigint primary key, from_id bigint not null, to_id bigint not null,
    to_send numeric not null, settling_at bigint not null, min_settle_height bigint not null,
    lanes text not null, height integer not null, cid bytea, collected_height integer
  )`,
  `create table channel_action (
    height integer not null, position integer not null, actor_id bigint not null,
    kind smallint not null, by_id bigint not null, cid bytea, lane bigint, nonce bigint,
    amount numeric,
    primary key (actor_id, height, position)
  )`,
  `create index channel_action_height on channel_action using brin (height)`,
  `create table account_channel (
    actor_id bigint not null, ord integer not null, channel_id bigint not null,
    height integer not null,
    primary key (actor_id, ord)
  )`,
  `create index account_channel_height on account_channel using brin (height)`,
  `create table wallet_count (
    actor_id bigint primary key, proposals integer not null, channels integer not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
