import type { Insertable, Selectable } from 'kysely';
import type {
  MinerBlockTable,
  MinerCostTable,
  MinerCostTotalTable,
  MinerFundsTable,
  MinerGrowthTable,
  MinerInfoChangeTable,
  MinerInfoTable,
  MinerPowerTable,
  MinerSectorCountTable,
  MinerTable,
  MinerVestingTable,
} from '#store/schema.ts';
import type { FactInfo, StateInfo } from '../info.ts';

export type MinerRow = Selectable<MinerTable>;
export type MinerInfoRow = Selectable<MinerInfoTable>;

/** State rows by table, as read from the database. */
export interface MinersState {
  miner: MinerRow;
  miner_info: MinerInfoRow;
  miner_vesting: Selectable<MinerVestingTable>;
  miner_cost_total: Selectable<MinerCostTotalTable>;
}

/** Fact rows by table, as appended. */
export interface MinersFacts {
  miner_info_change: Insertable<MinerInfoChangeTable>[];
  miner_power: Insertable<MinerPowerTable>[];
  miner_sector_count: Insertable<MinerSectorCountTable>[];
  miner_funds: Insertable<MinerFundsTable>[];
  miner_block: Insertable<MinerBlockTable>[];
  miner_cost: Insertable<MinerCostTable>[];
  miner_growth: Insertable<MinerGrowthTable>[];
}

const POWER = ['raw_power', 'adjusted_power', 'has_min_power'] as const;
const SUMS = ['raw_sum', 'adjusted_sum', 'share_sum', 'inverse_sum'] as const;
const COUNTS = ['live', 'active', 'faulty', 'recovering'] as const;
const FUNDS = [
  'available',
  'locked_funds',
  'pre_commit_deposits',
  'initial_pledge',
  'fee_debt',
  'vesting',
] as const;
const SETUP = [
  'owner_id',
  'worker_id',
  'controls',
  'new_worker_id',
  'worker_change_epoch',
  'pending_owner_id',
  'beneficiary_id',
  'beneficiary_quota',
  'beneficiary_used',
  'beneficiary_expiration',
  'pending_beneficiary',
  'peer_id',
  'multiaddrs',
  'sector_size',
  'proof_type',
  'fault_elapsed',
] as const;
const CHANGE = ['miner_id', 'height', 'since'] as const;

export const MINERS_STATE: StateInfo<MinersState> = {
  miner: {
    key: ['id'],
    columns: [
      'id',
      'created_height',
      'since',
      ...POWER,
      ...SUMS,
      ...COUNTS,
      ...FUNDS,
      'block_count',
      'win_count',
      'reward_sum',
      'cost_count',
      'growth_raw_sum',
      'growth_adjusted_sum',
    ],
    bytes: ['vesting'],
  },
  miner_info: { key: ['id'], columns: ['id', ...SETUP], bytes: [] },
  miner_vesting: { key: ['miner_id'], columns: ['miner_id', 'funds'], bytes: ['funds'] },
  miner_cost_total: {
    key: ['miner_id', 'kind'],
    columns: ['miner_id', 'kind', 'count', 'amount'],
    bytes: [],
  },
};

export const MINERS_FACTS: FactInfo<MinersFacts> = {
  miner_info_change: [...CHANGE, ...SETUP],
  miner_power: [...CHANGE, ...POWER, ...SUMS],
  miner_sector_count: [...CHANGE, ...COUNTS],
  miner_funds: [...CHANGE, 'balance', ...FUNDS],
  miner_block: [
    'miner_id',
    'ord',
    'height',
    'position',
    'timestamp',
    'cid',
    'win_count',
    'message_count',
    'size',
    'block_reward',
    'tips',
    'penalty',
    'win_sum',
    'reward_sum',
  ],
  miner_cost: [
    'miner_id',
    'ord',
    'kind',
    'height',
    'position',
    'timestamp',
    'cid',
    'method_id',
    'payer_id',
    'amount',
    'kind_sum',
    'kind_count',
  ],
  miner_growth: [...CHANGE, 'raw', 'adjusted', 'raw_sum', 'adjusted_sum'],
};
