import type { Insertable, Selectable } from 'kysely';
import type {
  SectorEventTable,
  SectorExpiryDayTable,
  SectorExpiryTable,
  SectorHistoryTable,
  SectorMinerTable,
  SectorPartitionTable,
  SectorPostTable,
  SectorSetTable,
  SectorTable,
} from '#store/schema.ts';
import type { FactInfo, StateInfo, StateTableInfo } from '../info.ts';

export type SectorRow = Selectable<SectorTable>;
export type SectorMinerRow = Selectable<SectorMinerTable>;
export type SectorExpiryRow = Selectable<SectorExpiryTable>;
export type SectorEventRow = Insertable<SectorEventTable>;

/** State rows by table, as read from the database. */
export interface SectorsState {
  sector_miner: SectorMinerRow;
  sector_set: Selectable<SectorSetTable>;
  sector_partition: Selectable<SectorPartitionTable>;
  sector: SectorRow;
  sector_expiry: SectorExpiryRow;
  sector_expiry_day: Selectable<SectorExpiryDayTable>;
  older_expiry: SectorExpiryRow;
  older_expiry_day: Selectable<SectorExpiryDayTable>;
}

/** Fact rows by table, as appended. */
export interface SectorsFacts {
  sector_event: SectorEventRow[];
  sector_history: Insertable<SectorHistoryTable>[];
  sector_post: Insertable<SectorPostTable>[];
}

const SUMS = [
  'day',
  'sectors',
  'raw_power',
  'quality_adj_power',
  'pledge',
  'unknown_power',
  'unknown_pledge',
] as const;

const EXPIRY: StateTableInfo<SectorExpiryRow> = {
  key: ['miner_id', 'day'],
  columns: ['miner_id', ...SUMS, 'numbers'],
  bytes: ['numbers'],
};

export const SECTORS_STATE: StateInfo<SectorsState> = {
  sector_miner: {
    key: ['miner_id'],
    columns: [
      'miner_id',
      'period_start',
      'deadline',
      'deadlines',
      'told_live',
      'told_faults',
      'events',
      'posts',
    ],
    bytes: ['deadlines'],
  },
  sector_set: {
    key: ['miner_id', 'kind'],
    columns: ['miner_id', 'kind', 'sectors', 'count'],
    bytes: ['sectors'],
  },
  sector_partition: {
    key: ['miner_id', 'deadline', 'partition'],
    columns: ['miner_id', 'deadline', 'partition', 'sectors', 'post_height', 'post_cid'],
    bytes: ['sectors', 'post_cid'],
  },
  sector: {
    key: ['miner_id', 'number'],
    columns: [
      'miner_id',
      'number',
      'seal_proof',
      'sealed_cid',
      'pre_commit_height',
      'pre_commit_cid',
      'activation',
      'commit_cid',
      'expiration',
      'verified_bytes',
      'deal_bytes',
      'pledge',
      'updated_height',
      'ended_height',
    ],
    bytes: ['sealed_cid', 'pre_commit_cid', 'commit_cid'],
  },
  sector_expiry: EXPIRY,
  sector_expiry_day: { key: ['day'], columns: SUMS, bytes: [] },
  older_expiry: EXPIRY,
  older_expiry_day: { key: ['day'], columns: SUMS, bytes: [] },
};

export const SECTORS_FACTS: FactInfo<SectorsFacts> = {
  sector_event: [
    'miner_id',
    'ord',
    'height',
    'kind',
    'cid',
    'sectors',
    'count',
    'deadline',
    'partition',
    'expiration',
    'piece_bytes',
  ],
  sector_history: [
    'miner_id',
    'number',
    'ord',
    'height',
    'kind',
    'cid',
    'old_expiration',
    'new_expiration',
  ],
  sector_post: ['miner_id', 'ord', 'height', 'cid', 'deadline', 'partitions', 'skipped'],
};
