/**
 * Rows in the text format of `COPY … FROM`: one encoder for both homes of the database.
 * https://www.postgresql.org/docs/15/sql-copy.html, "Text Format".
 */
import { StoreError } from './connection.ts';

export type CopyValue = string | number | bigint | boolean | Uint8Array | Date | null | undefined;
export type CopyRow = readonly CopyValue[];

/** A piece of encoded rows is handed on when it is this long: a large table never is one text. */
const PIECE_BYTES = 1 << 20;
const FIRST_BYTES = 1 << 12;

const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const SPECIAL = /[\\\n\r\t]/g;

const TAB = 0x09;
const NEWLINE = 0x0a;
const MINUS = 0x2d;
const ZERO = 0x30;
const TRUE = 0x74;
const FALSE = 0x66;
const BACKSLASH = 0x5c;
const HEX_DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const UTF8 = new TextEncoder();

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
  const text = new CopyText();
  for (const row of rows) {
    if (row.length !== columns.length)
      throw new StoreError(`A row of ${row.length} values for ${columns.length} columns`);
    for (let i = 0; i < row.length; i++) text.value(row[i], columns[i] ?? '', i > 0);
    text.endRow();
    if (text.length >= PIECE_BYTES) yield text.take();
  }
  if (text.length > 0) yield text.take();
}

/** Writes values where they belong: as strings, most would be made only to be joined. */
class CopyText {
  length = 0;
  #out = new Uint8Array(FIRST_BYTES);

  /** What was written so far. */
  take(): Uint8Array {
    const piece = this.#out.subarray(0, this.length);
    this.#out = new Uint8Array(this.#out.length);
    this.length = 0;
    return piece;
  }

  value(value: CopyValue, column: string, follows: boolean): void {
    if (follows) this.#byte(TAB);
    switch (typeof value) {
      case 'number':
        if (!Number.isFinite(value)) throw new StoreError(`${column}: ${value} cannot be stored`);
        if ((value | 0) === value) this.#integer(value);
        else this.#ascii(String(value));
        return;
      case 'bigint':
        this.#ascii(value.toString());
        return;
      case 'boolean':
        this.#byte(value ? TRUE : FALSE);
        return;
      case 'string':
        if (!this.#plain(value)) this.#text(escaped(value, column));
        return;
      default:
        if (value == null) this.#ascii('\\N');
        else if (value instanceof Date) this.#ascii(value.toISOString());
        else this.#hex(value);
    }
  }

  endRow(): void {
    this.#byte(NEWLINE);
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#out[this.length++] = byte;
  }

  /** Of 32 bits. */
  #integer(value: number): void {
    this.#reserve(11);
    const out = this.#out;
    let rest = value;
    if (rest < 0) {
      out[this.length++] = MINUS;
      rest = -rest;
    }
    let end = this.length + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    for (let at = end - 1; at >= this.length; at--) {
      out[at] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.length = end;
  }

  /** Whether the text was written: it was if it is ASCII without anything special. */
  #plain(text: string): boolean {
    this.#reserve(text.length);
    const out = this.#out;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      // Control characters come first in ASCII.
      if (code < 0x20 || code > 0x7e || code === BACKSLASH) return false;
      out[at++] = code;
    }
    this.length = at;
    return true;
  }

  #ascii(text: string): void {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#out[this.length++] = text.charCodeAt(i);
  }

  #text(text: string): void {
    this.#reserve(3 * text.length);
    this.length += UTF8.encodeInto(text, this.#out.subarray(this.length)).written;
  }

  /** bytea as `\x` and digits, its backslash escaped. */
  #hex(bytes: Uint8Array): void {
    this.#ascii('\\\\x');
    this.#reserve(2 * bytes.length);
    const out = this.#out;
    let at = this.length;
    for (const byte of bytes) {
      out[at++] = HEX_DIGITS[byte >> 4] ?? 0;
      out[at++] = HEX_DIGITS[byte & 15] ?? 0;
    }
    this.length = at;
  }

  #reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.#out.length) return;
    const larger = new Uint8Array(2 * needed);
    larger.set(this.#out.subarray(0, this.length));
    this.#out = larger;
  }
}

function escaped(text: string, column: string): string {
  if (text.includes('\u0000')) throw new StoreError(`${column}: text with a NUL character`);
  return text.replace(SPECIAL, (character) => ESCAPES[character] ?? character);
}
