import type { Insertable, Selectable } from 'kysely';
import type {
  AccountNameActionTable,
  NameAccountTable,
  NameActionTable,
  NameHistoryTable,
  NameNodeTable,
  NameRecordTable,
  NameRegistrationTable,
  NameTable,
} from '#store/schema/names.ts';
import type { FactInfo, StateInfo } from '../info.ts';

/** State rows by table, as read from the database. */
export interface NamesState {
  name_node: Selectable<NameNodeTable>;
  name: Selectable<NameTable>;
  name_record: Selectable<NameRecordTable>;
  name_account: Selectable<NameAccountTable>;
}

/** Fact rows by table, as appended. */
export interface NamesFacts {
  name_action: Insertable<NameActionTable>[];
  name_registration: Insertable<NameRegistrationTable>[];
  name_history: Insertable<NameHistoryTable>[];
  account_name_action: Insertable<AccountNameActionTable>[];
}

export const NAMES_STATE: StateInfo<NamesState> = {
  name_node: {
    key: ['service', 'node'],
    columns: ['service', 'node', 'owner', 'resolver', 'label_hash', 'reverse_of'],
    bytes: ['node', 'owner', 'resolver', 'label_hash', 'reverse_of'],
  },
  name: {
    key: ['service', 'label_hash'],
    columns: [
      'service',
      'label_hash',
      'label',
      'node',
      'registrant',
      'expires',
      'registered_height',
      'registered_by',
      'actions',
    ],
    bytes: ['label_hash', 'node', 'registrant', 'registered_by'],
  },
  name_record: {
    key: ['service', 'node', 'resolver', 'kind', 'key_hash'],
    columns: ['service', 'node', 'resolver', 'kind', 'key_hash', 'key', 'value'],
    bytes: ['node', 'resolver', 'key_hash'],
  },
  name_account: {
    key: ['service', 'address'],
    columns: ['service', 'address', 'names', 'actions'],
    bytes: ['address'],
  },
};

export const NAMES_FACTS: FactInfo<NamesFacts> = {
  name_action: [
    'service',
    'ord',
    'height',
    'kind',
    'label_hash',
    'address',
    'other',
    'text',
    'expires',
    'cost',
    'cid',
  ],
  name_registration: ['service', 'ord', 'action_ord', 'height'],
  name_history: ['service', 'label_hash', 'ord', 'action_ord', 'height'],
  account_name_action: ['service', 'address', 'ord', 'action_ord', 'height'],
};
