/** Rows that are appended: their tables and columns. */
import { CONTRACTS_FACTS } from '../parts/contracts/tables.ts';
import { DEALS_FACTS } from '../parts/deals/tables.ts';
import { MINERS_FACTS } from '../parts/miners/tables.ts';
import { NAMES_FACTS } from '../parts/names/tables.ts';
import { NETWORK_COLUMNS, NETWORK_FACTS } from '../parts/network/tables.ts';
import { SECTORS_FACTS } from '../parts/sectors/tables.ts';
import { TOKENS_FACTS } from '../parts/tokens/tables.ts';
import { WALLETS_FACTS } from '../parts/wallets/tables.ts';
import type { FactInfo } from '../parts/info.ts';
import type { CoreFacts, FactRows, FactTable, PartFacts } from '../types.ts';

const CORE_COLUMNS: FactInfo<CoreFacts> = {
  execution: [
    'seq',
    'cid',
    'height',
    'position',
    'timestamp',
    'from_id',
    'to_id',
    'from_addr',
    'to_addr',
    'nonce',
    'value',
    'method',
    'method_id',
    'to_kind',
    'selector',
    'exit_code',
    'return',
    'return_codec',
    'gas_used',
    'base_fee_burn',
    'over_estimation_burn',
    'miner_penalty',
    'miner_tip',
    'refund',
    'miner_id',
    'event_count',
    'subcall_count',
    'error',
  ],
  trace: ['seq', 'doc'],
  method_message: ['method_id', 'ord', 'seq'],
  account_message: [
    'actor_id',
    'ord',
    'seq',
    'cid',
    'height',
    'timestamp',
    'from_id',
    'to_id',
    'from_addr',
    'to_addr',
    'nonce',
    'value',
    'method_id',
    'selector',
    'exit_code',
  ],
  account_method_message: ['actor_id', 'method_id', 'ord', 'account_ord'],
  transfer: [
    'height',
    'position',
    'seq',
    'cid',
    'type',
    'from_id',
    'to_id',
    'amount',
    'shown_to_id',
  ],
  account_transfer: [
    'actor_id',
    'ord',
    'height',
    'position',
    'timestamp',
    'cid',
    'type',
    'from_id',
    'to_id',
    'shown_to_id',
    'value',
  ],
  account_type_transfer: ['actor_id', 'type', 'ord', 'account_ord'],
  event: ['height', 'position', 'seq', 'log_index', 'emitter_id', 'entries'],
  account_event: ['actor_id', 'ord', 'height', 'position'],
  balance: ['actor_id', 'height', 'balance'],
  network_state: NETWORK_COLUMNS,
  passed: ['height', 'details'],
};

/** Columns of the parts' fact tables. */
const PART_FACTS: FactInfo<PartFacts> = {
  ...MINERS_FACTS,
  ...SECTORS_FACTS,
  ...DEALS_FACTS,
  ...WALLETS_FACTS,
  ...TOKENS_FACTS,
  ...CONTRACTS_FACTS,
  ...NAMES_FACTS,
  ...NETWORK_FACTS,
};

export const FACT_COLUMNS: FactInfo<FactRows> = { ...CORE_COLUMNS, ...PART_FACTS };

export const FACT_TABLES = Object.keys(FACT_COLUMNS) as FactTable[];
/** Those of the parts: a reorganisation deletes their rows by height. */
export const PART_FACT_TABLES = Object.keys(PART_FACTS) as (keyof PartFacts)[];

export function emptyFacts(): FactRows {
  return Object.fromEntries(FACT_TABLES.map((table) => [table, []])) as unknown as FactRows;
}

export function countRows(facts: FactRows): number {
  return FACT_TABLES.reduce((sum, table) => sum + facts[table].length, 0);
}
