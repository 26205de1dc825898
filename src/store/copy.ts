/**
 * Rows in the text format of `COPY … FROM`: one encoder for both homes of the database.
 * https://www.postgresql.org/docs/15/sql-copy.html, "Text Format".
 */
import { StoreError } from './connection.ts';

export type CopyValue = string | number | bigint | boolean | Uint8Array | Date | null | undefined;
export type CopyRow = readonly CopyValue[];

/** A piece of encoded text is handed on when it is this long: a large table never is one string. */
const PIECE_CHARACTERS = 1 << 20;

const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const SPECIAL = /[\\\n\r\t]/g;

/** `"table" ("a", "b")`. */
export function copyTarget(table: string, columns: readonly string[]): string {
  return `${quoteName(table)} (${columns.map(quoteName).join(', ')})`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * The rows in pieces of about a megabyte, each ending with a whole row.
 * Throws StoreError for a value that PostgreSQL cannot hold (text with NUL, a number that is not
 * finite) and for a row of the wrong length.
 */
export function* encodeCopy(
  columns: readonly string[],
  rows: Iterable<CopyRow>,
): Generator<Uint8Array> {
  let text = '';
  for (const row of rows) {
    if (row.length !== columns.length)
      throw new StoreError(`A row of ${row.length} values for ${columns.length} columns`);
    for (let i = 0; i < row.length; i++) {
      if (i > 0) text += '\t';
      text += encodeValue(row[i], columns[i] ?? '');
    }
    text += '\n';
    if (text.length >= PIECE_CHARACTERS) {
      yield Buffer.from(text, 'utf8');
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text, 'utf8');
}

function encodeValue(value: CopyValue, column: string): string {
  if (value === null || value === undefined) return '\\N';
  switch (typeof value) {
    case 'number':
      if (!Number.isFinite(value)) throw new StoreError(`${column}: ${value} cannot be stored`);
      return String(value);
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 't' : 'f';
    case 'string':
      if (value.includes('\u0000')) throw new StoreError(`${column}: text with a NUL character`);
      return value.replace(SPECIAL, (character) => ESCAPES[character] ?? character);
    default:
      if (value instanceof Date) return value.toISOString();
      return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
}
