/** Compares rows as they should be with those that are stored. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { difference, type Difference } from './check.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A value as a text that is the same whichever way it came: numbers, decimals, bytes as hex. */
export function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return toHex(value);
  return value === null || value === undefined ? 'null' : String(value);
}

/**
 * Rows of a table by the columns of their key. Only columns that the expected rows have are
 * compared. `name` says what they belong to.
 */
export function compareRows(
  name: string,
  key: readonly string[],
  expected: readonly Row[],
  found: readonly Row[],
): Difference[] {
  const keyOf = (row: Row): string => key.map((column) => textOf(row[column])).join('/');
  const stored = new Map(found.map((row) => [keyOf(row), row]));
  const differences: Difference[] = [];
  for (const row of expected) {
    const id = keyOf(row);
    const own = stored.get(id);
    stored.delete(id);
    if (!own) differences.push(difference(`${name} ${id}`, 'a row', 'none'));
    else
      for (const [column, value] of Object.entries(row))
        if (textOf(value) !== textOf(own[column]))
          differences.push(
            difference(`${column} of ${name} ${id}`, textOf(value), textOf(own[column])),
          );
  }
  for (const id of stored.keys()) differences.push(difference(`${name} ${id}`, 'none', 'a row'));
  return differences;
}
