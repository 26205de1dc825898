/** The state tables: their keys, and how their rows travel through JSON. */
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { CONTRACTS_STATE } from '../parts/contracts/tables.ts';
import { DEALS_STATE } from '../parts/deals/tables.ts';
import { MINERS_STATE } from '../parts/miners/tables.ts';
import { NAMES_STATE } from '../parts/names/tables.ts';
import { NETWORK_STATE } from '../parts/network/tables.ts';
import { SECTORS_STATE } from '../parts/sectors/tables.ts';
import { TOKENS_STATE } from '../parts/tokens/tables.ts';
import { WALLETS_STATE } from '../parts/wallets/tables.ts';
import type { StateInfo, TableColumns } from '../parts/info.ts';
import type { CoreState, StateRows, StateTable } from '../types.ts';

const CORE_STATE: StateInfo<CoreState> = {
  actor: {
    key: ['id'],
    columns: [
      'id',
      'kind',
      'code',
      'head',
      'nonce',
      'balance',
      'robust',
      'delegated',
      'created_height',
      'created_by',
      'last_seen_height',
      'message_count',
      'transfer_count',
      'event_count',
      'deleted_height',
    ],
    bytes: ['code', 'head', 'robust', 'delegated', 'created_by'],
  },
  address: { key: ['address'], columns: ['address', 'actor_id'], bytes: ['address'] },
  multisig: {
    key: ['actor_id'],
    columns: [
      'actor_id',
      'signers',
      'threshold',
      'initial_balance',
      'start_epoch',
      'unlock_duration',
      'next_txn_id',
    ],
    bytes: [],
  },
  method: { key: ['id'], columns: ['id', 'name', 'count'], bytes: [] },
  account_method: {
    key: ['actor_id', 'method_id'],
    columns: ['actor_id', 'method_id', 'count'],
    bytes: [],
  },
  account_transfer_type: {
    key: ['actor_id', 'type'],
    columns: ['actor_id', 'type', 'count'],
    bytes: [],
  },
  counter: { key: ['key'], columns: ['key', 'value'], bytes: [] },
  proof: {
    key: ['id'],
    columns: [
      'id',
      'tipsets',
      'blocks',
      'messages',
      'receipts',
      'events',
      'states',
      'actors',
      'balances',
    ],
    bytes: [],
  },
};

export const STATE_TABLES: StateInfo<StateRows> = {
  ...CORE_STATE,
  ...MINERS_STATE,
  ...SECTORS_STATE,
  ...DEALS_STATE,
  ...WALLETS_STATE,
  ...TOKENS_STATE,
  ...CONTRACTS_STATE,
  ...NAMES_STATE,
  ...NETWORK_STATE,
};

export const STATE_TABLE_NAMES = Object.keys(STATE_TABLES) as StateTable[];

type Value = number | bigint | string | boolean | Uint8Array | null;
/** A row as plain values by column. */
export type PlainRow = Record<string, Value>;

export function plain<T extends StateTable>(row: StateRows[T]): PlainRow {
  return row as unknown as PlainRow;
}

/** A row's primary key as one text. */
export function keyOf<T extends StateTable>(table: T, row: StateRows[T]): string {
  const values = plain(row);
  const { key }: TableColumns = STATE_TABLES[table];
  // Of each row that is read or changed: no iterators, no lists in between.
  let text = partText(values[key[0] ?? ''] ?? null);
  for (let at = 1; at < key.length; at++) text += `/${partText(values[key[at] ?? ''] ?? null)}`;
  return text;
}

/** The first `length` parts of a key, as one text. */
export function keyText(parts: readonly Value[], length = parts.length): string {
  let text = length > 0 ? partText(parts[0] ?? null) : '';
  for (let at = 1; at < length; at++) text += `/${partText(parts[at] ?? null)}`;
  return text;
}

function partText(part: Value): string {
  return part instanceof Uint8Array ? toHex(part) : String(part);
}

/** Inverse of `keyText`: the key's columns, as texts that the database reads. */
export function keyRecord(table: StateTable, text: string): Record<string, string> {
  const { key, bytes }: TableColumns = STATE_TABLES[table];
  const parts = key.length === 1 ? [text] : text.split('/');
  return Object.fromEntries(
    key.map((column, index) => {
      const part = parts[index] ?? '';
      return [column, bytes.includes(column) ? `\\x${part}` : part];
    }),
  );
}

/** The row with its bytes as hex, ready for JSON. */
export function rowToJson<T extends StateTable>(table: T, row: StateRows[T]): PlainRow {
  const json = { ...plain(row) };
  for (const column of STATE_TABLES[table].bytes) {
    const value = json[column];
    if (value instanceof Uint8Array) json[column] = toHex(value);
  }
  return json;
}

/** Inverse of `rowToJson`. */
export function rowFromJson<T extends StateTable>(table: T, json: PlainRow): StateRows[T] {
  const row = { ...json };
  for (const column of STATE_TABLES[table].bytes) {
    const value = row[column];
    if (typeof value === 'string') row[column] = fromHex(value);
  }
  return row as unknown as StateRows[T];
}
