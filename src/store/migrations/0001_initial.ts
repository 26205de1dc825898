import { sql, type Kysely } from 'kysely';

/**
 * The first schema. What each column means: ../schema.ts.
 * Every list is read by a key range (`… and ord > x order by ord limit n`); nothing here is meant
 * to be counted.
 */
const STATEMENTS = [
  `create table network (
    id smallint primary key default 1 check (id = 1),
    name text not null, genesis bytea not null, genesis_timestamp bigint not null,
    epoch_seconds integer not null, chain_id bigint not null, address_prefix text not null,
    start_height integer not null, recorded boolean not null
  )`,
  `create table checkpoint (
    id smallint primary key default 1 check (id = 1),
    revision bigint not null,
    head_height integer, head_key bytea, executed_height integer, executed_key bytea,
    final_height integer
  )`,
  `create table status (
    id smallint primary key default 1 check (id = 1),
    state text not null, reason text, node_height integer, from_height integer, target_height integer,
    updated_at timestamptz not null default now(), head_seen_at timestamptz, node text
  )`,
  `create table progress (
    part text not null, from_height integer not null, to_height integer not null,
    primary key (part, from_height), check (from_height <= to_height)
  )`,
  `create table opening (
    id integer primary key default 1 check (id = 1), through bigint not null, listed bigint,
    done boolean not null, refused text
  )`,
  `create table tipset (
    height integer primary key, ordinal bigint not null unique, key bytea not null,
    parent_key bytea not null, parent_height integer, timestamp bigint not null,
    state_root bytea not null, receipts_root bytea not null,
    base_fee numeric not null, parent_weight numeric not null,
    block_count smallint not null, win_count integer not null, message_count integer not null,
    null_rounds integer not null, executed boolean not null, reward numeric, first_seq bigint
  )`,
  `create table block (
    cid bytea primary key, height integer not null, miner_id bigint not null, position smallint not null,
    timestamp bigint not null, parents bytea not null, parent_weight numeric not null,
    state_root bytea not null, receipts_root bytea not null, messages_root bytea not null,
    base_fee numeric not null, win_count integer not null, message_count integer not null,
    size integer not null, fork_signaling bigint not null,
    block_reward numeric, tips numeric, penalty numeric, orphaned boolean not null
  )`,
  `create index block_height on block (height, position)`,
  `create table block_message (
    block_cid bytea not null, position integer not null, cid bytea not null,
    primary key (block_cid, position)
  )`,
  `create index block_message_cid on block_message (cid)`,
  `create table message (
    cid bytea primary key, version smallint not null, from_addr bytea not null, to_addr bytea not null,
    nonce bigint not null, value numeric not null, gas_limit bigint not null,
    gas_fee_cap numeric not null, gas_premium numeric not null, method numeric not null, params bytea,
    signature_type smallint not null, size integer not null, eth_hash bytea
  )`,
  `create index message_eth_hash on message (eth_hash) where eth_hash is not null`,
  `create table execution (
    seq bigint primary key, cid bytea not null unique, height integer not null, position integer not null,
    timestamp bigint not null, from_id bigint not null, to_id bigint,
    from_addr bytea not null, to_addr bytea not null, nonce bigint not null, value numeric not null,
    method numeric not null, method_id integer not null, to_kind smallint, selector bytea,
    exit_code integer not null, return bytea, return_codec integer not null, gas_used bigint not null,
    base_fee_burn numeric not null, over_estimation_burn numeric not null,
    miner_penalty numeric not null, miner_tip numeric not null, refund numeric not null,
    miner_id bigint not null, event_count integer not null, subcall_count integer not null, error text
  )`,
  `create index execution_sender on execution (from_id, nonce)`,
  `create index execution_to_nobody on execution (to_addr, seq) where to_id is null`,
  `create table trace (cid bytea primary key, doc bytea not null)`,
  `create table method (id integer primary key, name text not null unique, count bigint not null)`,
  `create table method_message (
    method_id integer not null, ord bigint not null, seq bigint not null, primary key (method_id, ord)
  )`,
  `create table account_message (
    actor_id bigint not null, ord bigint not null, seq bigint not null, cid bytea not null,
    height integer not null, timestamp bigint not null, from_id bigint not null, to_id bigint,
    from_addr bytea not null, to_addr bytea not null, nonce bigint not null, value numeric not null,
    method_id integer not null, selector bytea, exit_code integer not null,
    primary key (actor_id, ord)
  )`,
  `create table account_method_message (
    actor_id bigint not null, method_id integer not null, ord bigint not null,
    account_ord bigint not null, primary key (actor_id, method_id, ord)
  )`,
  `create table account_method (
    actor_id bigint not null, method_id integer not null, count bigint not null,
    primary key (actor_id, method_id)
  )`,
  `create table transfer (
    height integer not null, position integer not null, seq bigint, cid bytea, type smallint not null,
    from_id bigint not null, to_id bigint not null, amount numeric not null, shown_to_id bigint,
    primary key (height, position)
  )`,
  `create index transfer_seq on transfer (seq, position) where seq is not null`,
  `create table account_transfer (
    actor_id bigint not null, ord bigint not null, height integer not null, position integer not null,
    timestamp bigint not null, cid bytea, type smallint not null, from_id bigint not null,
    to_id bigint not null, shown_to_id bigint, value numeric not null,
    primary key (actor_id, ord)
  )`,
  `create table account_type_transfer (
    actor_id bigint not null, type smallint not null, ord bigint not null, account_ord bigint not null,
    primary key (actor_id, type, ord)
  )`,
  `create table account_transfer_type (
    actor_id bigint not null, type smallint not null, count bigint not null,
    primary key (actor_id, type)
  )`,
  `create table event (
    height integer not null, position integer not null, seq bigint not null, log_index integer not null,
    emitter_id bigint not null, entries bytea not null, primary key (height, position)
  )`,
  `create index event_seq on event (seq, log_index)`,
  `create table account_event (
    actor_id bigint not null, ord bigint not null, height integer not null, position integer not null,
    primary key (actor_id, ord)
  )`,
  `create table actor (
    id bigint primary key, kind smallint not null, code bytea not null, head bytea not null,
    nonce bigint not null, balance numeric not null, robust bytea, delegated bytea,
    created_height integer not null, created_by bytea, last_seen_height integer not null,
    message_count bigint not null, transfer_count bigint not null, event_count bigint not null,
    deleted_height integer
  )`,
  `create index actor_balance on actor (balance desc, id)`,
  `create table address (address bytea primary key, actor_id bigint not null)`,
  `create index address_actor on address (actor_id)`,
  `create table balance (
    actor_id bigint not null, height integer not null, balance numeric not null,
    primary key (actor_id, height)
  )`,
  `create table multisig (
    actor_id bigint primary key, signers text not null, threshold integer not null,
    initial_balance numeric not null, start_epoch integer not null, unlock_duration integer not null,
    next_txn_id bigint not null
  )`,
  `create table network_state (
    height integer primary key, timestamp bigint not null, raw_byte_power numeric, quality_adj_power numeric,
    pledge_collateral numeric, miner_count integer,
    this_epoch_reward numeric, baseline_power numeric, reward_position numeric, reward_velocity numeric,
    power_position numeric, power_velocity numeric, ramp_start integer, ramp_epochs integer,
    fil_vested numeric, fil_mined numeric,
    fil_burnt numeric, fil_locked numeric, fil_circulating numeric, fil_reserve_disbursed numeric,
    market_pledge numeric
  )`,
  `create table counter (key text primary key, value bigint not null)`,
  `create table undo (
    height integer not null, part text not null, doc bytea not null, primary key (height, part)
  )`,
  `create table left_head (
    height integer not null, key bytea not null, from_height integer not null,
    primary key (height, key)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
