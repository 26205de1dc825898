import { sql, type Kysely } from 'kysely';

const SUMS = `
    tipsets bigint not null, blocks bigint not null, wins bigint not null, messages bigint not null,
    executed bigint not null, rewards numeric not null, tips numeric not null,
    penalties numeric not null, fees numeric not null, gas_premium numeric not null,
    gas_limit numeric not null, gas_used numeric not null, base_fee numeric not null,
    sealed_bytes numeric not null, power_epochs bigint not null, qa_power numeric not null,
    raw_power numeric not null, inverse_power numeric not null`;

const METHOD_SUMS = `
    count bigint not null, gas_premium numeric not null, gas_limit numeric not null,
    gas_used numeric not null, fee numeric not null`;

const PERIOD = `
    start bigint primary key, tipsets integer not null, base_fee_min numeric not null,
    base_fee_max numeric not null, base_fee_sum numeric not null`;

/** The network over time, and what is kept of its finality, price and peers. What each column means: ../schema/network.ts. */
const STATEMENTS: readonly string[] = [
  `create table network_sum (
    height integer primary key,${SUMS},
    accounts bigint not null, contracts bigint not null, active_miners bigint
  )`,
  `create table network_total (
    id smallint primary key, height integer not null,${SUMS}, qa_power_now numeric, raw_power_now numeric
  )`,
  `create table network_now (
    id smallint primary key, height integer not null, timestamp bigint not null,
    raw_byte_power numeric, quality_adj_power numeric, pledge_collateral numeric, miner_count integer,
    this_epoch_reward numeric, baseline_power numeric, reward_position numeric, reward_velocity numeric,
    power_position numeric, power_velocity numeric, ramp_start integer, ramp_epochs integer,
    fil_vested numeric, fil_mined numeric, fil_burnt numeric, fil_locked numeric,
    fil_circulating numeric, fil_reserve_disbursed numeric, market_pledge numeric
  )`,
  `create table method_sum (
    method_id integer not null, height integer not null,${METHOD_SUMS}, primary key (method_id, height)
  )`,
  `create index method_sum_height on method_sum using brin (height)`,
  `create table method_total (method_id integer primary key, height integer not null,${METHOD_SUMS})`,
  `create index method_total_height on method_total (height)`,
  `create table network_hour (${PERIOD})`,
  `create table network_day (${PERIOD}, senders integer not null)`,
  `create table sender_day (actor_id bigint primary key, day bigint not null)`,
  `create table network_version (height integer primary key, version integer not null)`,
  `create table certificate (
    instance bigint primary key, base_height integer not null, height integer not null, key bytea not null
  )`,
  `create index certificate_height on certificate (height)`,
  `create table price (at bigint primary key, price numeric not null)`,
  `create table price_feed (
    id smallint primary key default 1 check (id = 1), at bigint not null, error text
  )`,
  `create table node_peer (
    peer_id text primary key, agent text, addresses text not null
  )`,
  `create index multisig_vesting on multisig ((start_epoch + unlock_duration)) where unlock_duration > 0`,
  `create index actor_kind_balance on actor (kind, balance desc, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
