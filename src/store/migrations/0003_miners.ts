import { sql, type Kysely } from 'kysely';

const POWER = `raw_power numeric not null, adjusted_power numeric not null, has_min_power boolean not null,
  raw_sum numeric not null, adjusted_sum numeric not null, share_sum numeric not null,
  inverse_sum numeric not null`;
const COUNTS = 'live bigint, active bigint, faulty bigint, recovering bigint';
const FUNDS = `available numeric not null, locked_funds numeric not null,
  pre_commit_deposits numeric not null, initial_pledge numeric not null, fee_debt numeric not null`;
const SETUP = `owner_id bigint not null, worker_id bigint not null, controls text not null,
  new_worker_id bigint, worker_change_epoch bigint, pending_owner_id bigint,
  beneficiary_id bigint not null, beneficiary_quota numeric not null, beneficiary_used numeric not null,
  beneficiary_expiration bigint not null, pending_beneficiary text, peer_id text collate "C",
  multiaddrs text not null, sector_size bigint not null, proof_type integer not null, fault_elapsed bigint`;
const CHANGE = 'miner_id bigint not null, height integer not null, since integer not null';

/**
 * Storage providers: their info, power, balances, blocks and fees over time. What each column
 * means: ../schema/miners.ts.
 */
const STATEMENTS: readonly string[] = [
  `create table miner (
    id bigint primary key, created_height integer, since integer not null, ${POWER}, ${COUNTS}, ${FUNDS},
    block_count bigint not null, win_count bigint not null, reward_sum numeric not null,
    cost_count bigint not null, growth_raw_sum numeric not null, growth_adjusted_sum numeric not null
  )`,
  `create index miner_raw_power on miner (raw_power desc, id) where raw_power > 0`,
  `create index miner_adjusted_power on miner (adjusted_power desc, id) where raw_power > 0`,
  // Whoever can stand in a ranking: most providers of a large network never had power.
  `create index miner_ranked on miner (id) where raw_sum > 0 or raw_power > 0`,
  `create table miner_info (id bigint primary key, ${SETUP})`,
  `create index miner_info_owner on miner_info (owner_id, id)`,
  `create index miner_info_worker on miner_info (worker_id, id)`,
  `create index miner_info_beneficiary on miner_info (beneficiary_id, id)`,
  `create index miner_info_peer on miner_info (peer_id, id) where peer_id is not null`,
  `create table miner_info_change (${CHANGE}, ${SETUP}, primary key (miner_id, since))`,
  `create table miner_power (${CHANGE}, ${POWER}, primary key (miner_id, since))`,
  `create table miner_sector_count (${CHANGE}, ${COUNTS}, primary key (miner_id, since))`,
  `create table miner_funds (${CHANGE}, balance numeric not null, ${FUNDS}, primary key (miner_id, since))`,
  `create table miner_growth (
    ${CHANGE}, raw numeric not null, adjusted numeric not null,
    raw_sum numeric not null, adjusted_sum numeric not null, primary key (miner_id, since)
  )`,
  ...['info_change', 'power', 'sector_count', 'funds', 'growth'].map(
    (table) => `create index miner_${table}_height on miner_${table} using brin (height)`,
  ),
  `create table miner_block (
    miner_id bigint not null, ord bigint not null, height integer not null, position smallint not null,
    timestamp bigint not null, cid bytea not null, win_count integer not null,
    message_count integer not null, size integer not null, block_reward numeric not null,
    tips numeric not null, penalty numeric not null, win_sum bigint not null, reward_sum numeric not null,
    primary key (miner_id, ord)
  )`,
  `create index miner_block_place on miner_block (miner_id, height, position)`,
  `create index miner_block_height on miner_block using brin (height)`,
  `create table miner_cost (
    miner_id bigint not null, ord bigint not null, kind smallint not null, height integer not null,
    position integer not null, timestamp bigint not null, cid bytea, method_id integer,
    payer_id bigint not null, amount numeric not null, kind_sum numeric not null,
    kind_count bigint not null, primary key (miner_id, ord)
  )`,
  `create index miner_cost_kind on miner_cost (miner_id, kind, height, ord)`,
  `create index miner_cost_height on miner_cost using brin (height)`,
  `create table miner_cost_total (
    miner_id bigint not null, kind smallint not null, count bigint not null, amount numeric not null,
    primary key (miner_id, kind)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
