/** The tables that folding writes: their keys, and how their rows travel through JSON. */
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { TABLES, tablesOf } from '#store/schema.ts';
import type { FactRows, StateRows, StateTable } from '../types.ts';

export const STATE_TABLES = tablesOf('state', TABLES);
export const FACT_TABLES = tablesOf('fact', TABLES);

export function emptyFacts(): FactRows {
  return Object.fromEntries(FACT_TABLES.map((table) => [table, []])) as unknown as FactRows;
}

export function countRows(facts: FactRows): number {
  return FACT_TABLES.reduce((sum, table) => sum + facts[table].length, 0);
}

type Value = number | bigint | string | boolean | Uint8Array | null;
/** A row as plain values by column. */
export type PlainRow = Record<string, Value>;

export function plain<T extends StateTable>(row: StateRows[T]): PlainRow {
  return row as unknown as PlainRow;
}

/** A row's primary key as one text. */
export function keyOf<T extends StateTable>(table: T, row: StateRows[T]): string {
  const values = plain(row);
  const { key } = TABLES[table];
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
  const { key, bytes } = TABLES[table];
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
  for (const column of TABLES[table].bytes) {
    const value = json[column];
    if (value instanceof Uint8Array) json[column] = toHex(value);
  }
  return json;
}

/** Inverse of `rowToJson`. */
export function rowFromJson<T extends StateTable>(table: T, json: PlainRow): StateRows[T] {
  const row = { ...json };
  for (const column of TABLES[table].bytes) {
    const value = row[column];
    if (typeof value === 'string') row[column] = fromHex(value);
  }
  return row as unknown as StateRows[T];
}
