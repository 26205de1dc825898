import type { Insertable, Selectable } from 'kysely';
import type {
  ActorBundleTable,
  MethodSumTable,
  MethodTotalTable,
  NetworkDayTable,
  NetworkNowTable,
  NetworkPeriodTable,
  NetworkSumTable,
  NetworkTotalTable,
  NetworkVersionTable,
  SenderDayTable,
} from '#store/schema.ts';
import type { FactInfo, StateInfo } from '../info.ts';

/** State rows by table, as read from the database. */
export interface NetworkState {
  network_total: Selectable<NetworkTotalTable>;
  network_now: Selectable<NetworkNowTable>;
  method_total: Selectable<MethodTotalTable>;
  network_hour: Selectable<NetworkPeriodTable>;
  network_day: Selectable<NetworkDayTable>;
  sender_day: Selectable<SenderDayTable>;
}

/** Fact rows by table, as appended. */
export interface NetworkFacts {
  network_sum: Insertable<NetworkSumTable>[];
  method_sum: Insertable<MethodSumTable>[];
  network_version: Insertable<NetworkVersionTable>[];
  actor_bundle: Insertable<ActorBundleTable>[];
}

const SUMS = [
  'tipsets',
  'blocks',
  'wins',
  'messages',
  'executed',
  'rewards',
  'tips',
  'penalties',
  'fees',
  'gas_premium',
  'gas_limit',
  'gas_used',
  'base_fee',
  'sealed_bytes',
  'power_epochs',
  'qa_power',
  'raw_power',
  'inverse_power',
] as const;

const METHOD_SUMS = ['count', 'gas_premium', 'gas_limit', 'gas_used', 'fee'] as const;

const PERIOD = ['start', 'tipsets', 'base_fee_min', 'base_fee_max', 'base_fee_sum'] as const;

/** Columns of the network's state at a tipset. */
export const NETWORK_COLUMNS = [
  'height',
  'timestamp',
  'raw_byte_power',
  'quality_adj_power',
  'pledge_collateral',
  'miner_count',
  'this_epoch_reward',
  'baseline_power',
  'reward_position',
  'reward_velocity',
  'power_position',
  'power_velocity',
  'ramp_start',
  'ramp_epochs',
  'fil_vested',
  'fil_mined',
  'fil_burnt',
  'fil_locked',
  'fil_circulating',
  'fil_reserve_disbursed',
  'market_pledge',
] as const;

export const NETWORK_STATE: StateInfo<NetworkState> = {
  network_total: {
    key: ['id'],
    columns: ['id', 'height', ...SUMS, 'qa_power_now', 'raw_power_now'],
    bytes: [],
  },
  network_now: {
    key: ['id'],
    columns: ['id', ...NETWORK_COLUMNS],
    bytes: [],
  },
  method_total: {
    key: ['method_id'],
    columns: ['method_id', 'height', ...METHOD_SUMS],
    bytes: [],
  },
  network_hour: { key: ['start'], columns: PERIOD, bytes: [] },
  network_day: { key: ['start'], columns: [...PERIOD, 'senders'], bytes: [] },
  sender_day: { key: ['actor_id'], columns: ['actor_id', 'day'], bytes: [] },
};

export const NETWORK_FACTS: FactInfo<NetworkFacts> = {
  network_sum: ['height', ...SUMS, 'accounts', 'contracts', 'active_miners'],
  method_sum: ['method_id', 'height', ...METHOD_SUMS],
  network_version: ['height', 'version'],
  actor_bundle: ['kind', 'height', 'code'],
};
