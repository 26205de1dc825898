/**
 * Rows as one parameter. A statement of many parameters takes the database several times as long
 * to read; this one is the same text for any number of rows.
 */
import { sql, type RawBuilder } from 'kysely';
import { toHex } from '#filecoin/encoding/bytes.ts';

export type RecordValue = number | bigint | string | boolean | Uint8Array | null | undefined;

/** Rows of a table's type, to select from; columns that a record leaves out are null. */
export function records(
  table: string,
  rows: Iterable<Readonly<Record<string, RecordValue>>>,
): RawBuilder<unknown> {
  const json = JSON.stringify([...rows], (_, value: unknown) => {
    if (value instanceof Uint8Array) return `\\x${toHex(value)}`;
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' ? value.toWellFormed() : value;
  });
  // Not null::table: a table may be called as a type of the database is (name).
  return sql`json_populate_recordset(
    (select rows_of from ${sql.table(table)} as rows_of where false), ${json}::text::json)`;
}

/** Names of columns, joined by commas. */
export function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
