import type { Insertable, Selectable } from 'kysely';
import type {
  ContractCodeTable,
  ContractCreationTable,
  ContractCreatorTable,
  ContractDayTable,
  ContractHourTable,
  ContractTable,
  ContractUpgradeTable,
  ContractUserTable,
  ContractWindowTable,
  FevmBalanceTable,
  FevmDayTable,
} from '#store/schema/contracts.ts';
import type { FactInfo, StateInfo } from '../info.ts';

/** State rows by table, as read from the database. */
export interface ContractsState {
  contract: Selectable<ContractTable>;
  contract_code: Selectable<ContractCodeTable>;
  contract_creator: Selectable<ContractCreatorTable>;
  contract_user: Selectable<ContractUserTable>;
  contract_hour: Selectable<ContractHourTable>;
  contract_window: Selectable<ContractWindowTable>;
  contract_day: Selectable<ContractDayTable>;
  fevm_day: Selectable<FevmDayTable>;
  fevm_balance: Selectable<FevmBalanceTable>;
}

/** Fact rows by table, as appended. */
export interface ContractsFacts {
  contract_creation: Insertable<ContractCreationTable>[];
  contract_upgrade: Insertable<ContractUpgradeTable>[];
}

export const CONTRACTS_STATE: StateInfo<ContractsState> = {
  contract: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'creator_id',
      'created_height',
      'created_by',
      'init_hash',
      'code_hash',
      'destroyed_height',
      'destroyed_by',
      'proxy_kind',
      'implementation',
      'beacon',
      'admin',
      'upgrades',
    ],
    bytes: [
      'created_by',
      'init_hash',
      'code_hash',
      'destroyed_by',
      'implementation',
      'beacon',
      'admin',
    ],
  },
  contract_code: { key: ['hash'], columns: ['hash', 'code'], bytes: ['hash', 'code'] },
  contract_creator: { key: ['creator_id'], columns: ['creator_id', 'contracts'], bytes: [] },
  contract_user: {
    key: ['contract_id', 'user_id'],
    columns: ['contract_id', 'user_id', 'calls', 'fees', 'last_hour'],
    bytes: [],
  },
  contract_hour: {
    key: ['hour', 'contract_id'],
    columns: ['hour', 'contract_id', 'calls', 'fees', 'leaving'],
    bytes: [],
  },
  contract_window: {
    key: ['contract_id', 'hours'],
    columns: ['contract_id', 'hours', 'calls', 'users', 'fees'],
    bytes: [],
  },
  contract_day: {
    key: ['contract_id', 'day'],
    columns: ['contract_id', 'day', 'calls', 'users', 'fees'],
    bytes: [],
  },
  fevm_day: {
    key: ['day'],
    columns: ['day', 'created', 'calls', 'fees', 'created_total', 'calls_total', 'fees_total'],
    bytes: [],
  },
  fevm_balance: { key: ['kind'], columns: ['kind', 'balance'], bytes: [] },
};

export const CONTRACTS_FACTS: FactInfo<ContractsFacts> = {
  contract_creation: ['creator_id', 'ord', 'contract_id', 'height'],
  contract_upgrade: ['contract_id', 'ord', 'height', 'kind', 'address', 'cid'],
};
