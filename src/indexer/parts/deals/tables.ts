import type { Insertable, Selectable } from 'kysely';
import type {
  AllocationTable,
  ClaimTable,
  DataCapChangeTable,
  DataCapTable,
  DealTable,
  PieceTable,
  OlderStorageTable,
  StorageCountTable,
  VerifierChangeTable,
  VerifierTable,
} from '#store/schema.ts';
import type { FactInfo, StateInfo } from '../info.ts';

/** State rows by table, as read from the database. */
export interface DealsState {
  deal: Selectable<DealTable>;
  piece: Selectable<PieceTable>;
  storage_count: Selectable<StorageCountTable>;
  older_storage: Selectable<OlderStorageTable>;
  verifier: Selectable<VerifierTable>;
  data_cap: Selectable<DataCapTable>;
  allocation: Selectable<AllocationTable>;
  claim: Selectable<ClaimTable>;
}

/** Fact rows by table, as appended. */
export interface DealsFacts {
  verifier_change: Insertable<VerifierChangeTable>[];
  data_cap_change: Insertable<DataCapChangeTable>[];
}

export const DEALS_STATE: StateInfo<DealsState> = {
  deal: {
    key: ['id'],
    columns: [
      'id',
      'ord',
      'client_ord',
      'provider_ord',
      'client_id',
      'provider_id',
      'piece_cid',
      'piece_size',
      'verified',
      'label',
      'label_text',
      'start_epoch',
      'end_epoch',
      'price',
      'provider_collateral',
      'client_collateral',
      'status',
      'height',
      'position',
      'cid',
      'activated_height',
      'sector',
      'ended_height',
    ],
    bytes: ['piece_cid', 'label', 'cid'],
  },
  piece: {
    key: ['provider_id', 'sector', 'idx'],
    columns: [
      'provider_id',
      'sector',
      'idx',
      'ord',
      'provider_ord',
      'client_id',
      'client_ord',
      'piece_cid',
      'piece_size',
      'allocation_id',
      'deal_id',
      'height',
      'position',
      'cid',
      'ended_height',
    ],
    bytes: ['piece_cid', 'cid'],
  },
  storage_count: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'client_deals',
      'provider_deals',
      'client_pieces',
      'provider_pieces',
      'client_allocations',
      'provider_allocations',
      'client_claims',
      'provider_claims',
    ],
    bytes: [],
  },
  older_storage: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'client_deals',
      'provider_deals',
      'client_allocations',
      'provider_allocations',
      'client_claims',
      'provider_claims',
    ],
    bytes: [],
  },
  verifier: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'ord',
      'allowance',
      'granted',
      'height',
      'position',
      'removed_height',
      'changes',
    ],
    bytes: [],
  },
  data_cap: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'ord',
      'balance',
      'granted',
      'allocated',
      'returned',
      'removed',
      'height',
      'position',
      'changes',
    ],
    bytes: [],
  },
  allocation: {
    key: ['id'],
    columns: [
      'id',
      'ord',
      'client_ord',
      'provider_ord',
      'client_id',
      'provider_id',
      'piece_cid',
      'size',
      'term_min',
      'term_max',
      'expiration',
      'status',
      'height',
      'position',
      'cid',
      'ended_height',
    ],
    bytes: ['piece_cid', 'cid'],
  },
  claim: {
    key: ['id'],
    columns: [
      'id',
      'ord',
      'client_ord',
      'provider_ord',
      'client_id',
      'provider_id',
      'piece_cid',
      'size',
      'term_min',
      'term_max',
      'term_start',
      'sector',
      'extensions',
      'height',
      'position',
      'cid',
      'removed_height',
    ],
    bytes: ['piece_cid', 'cid'],
  },
};

export const DEALS_FACTS: FactInfo<DealsFacts> = {
  verifier_change: [
    'actor_id',
    'ord',
    'height',
    'position',
    'kind',
    'allowance',
    'amount',
    'client_id',
    'cid',
  ],
  data_cap_change: [
    'actor_id',
    'ord',
    'height',
    'position',
    'kind',
    'amount',
    'balance',
    'other_id',
    'cid',
  ],
};
