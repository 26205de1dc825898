/** The part of the state that a unit touches, in memory: read, changed, logged, then written back. */
import type { StateRows, StateTable } from '../types.ts';
import { keyOf, keyText, STATE_TABLE_NAMES } from './tables.ts';

/** A state row as it was before; `row` null when there was none. */
export interface UndoImage<T extends StateTable = StateTable> {
  table: T;
  key: string;
  row: StateRows[T] | null;
}

/** A state row as it shall be written: `row` null to delete it, `before` null when it is new. */
export interface StateChange<T extends StateTable> {
  key: string;
  row: StateRows[T] | null;
  before: StateRows[T] | null;
}

/** Leading columns of a table's key, or all of them. */
export type StateKey = readonly (number | string | Uint8Array)[];

type Rows = { [T in StateTable]: Map<string, StateRows[T] | null> };

function emptyRows(): Rows {
  return Object.fromEntries(
    STATE_TABLE_NAMES.map((table) => [table, new Map()]),
  ) as unknown as Rows;
}

/**
 * Rows are never changed in place: `put` replaces them. What is asked for must have been loaded
 * (`load`, `cover`), so that a row that is absent here is absent in the database.
 */
export class StateView {
  readonly #rows = emptyRows();
  /** Rows as the database has them, of those that were changed. */
  readonly #stored = emptyRows();
  readonly #covered = new Map<StateTable, Set<string> | 'all'>();
  #log: Map<string, UndoImage> | null = null;

  /** Takes rows as the database has them; call it before anything is put. */
  load<T extends StateTable>(table: T, rows: readonly StateRows[T][]): void {
    const map = this.#rows[table] as Map<string, StateRows[T] | null>;
    for (const row of rows) map.set(keyOf(table, row), row);
  }

  /** Says that all that the database has under these leading key columns (or at all) is loaded. */
  cover(table: StateTable, keys: Iterable<StateKey> | 'all'): void {
    const covered = this.#covered.get(table) ?? new Set<string>();
    if (covered === 'all') return;
    this.#covered.set(table, keys === 'all' ? 'all' : covered);
    if (keys !== 'all') for (const key of keys) covered.add(keyText(key));
  }

  /** Whether a row of this key would be here if the database had it. */
  covers(table: StateTable, key: StateKey): boolean {
    const covered = this.#covered.get(table);
    if (covered === 'all') return true;
    return (
      covered !== undefined && key.some((_, index) => covered.has(keyText(key.slice(0, index + 1))))
    );
  }

  get<T extends StateTable>(table: T, ...key: StateKey): StateRows[T] | null {
    const row = (this.#rows[table] as Map<string, StateRows[T] | null>).get(keyText(key));
    if (row !== undefined) return row;
    if (!this.covers(table, key)) throw new Error(`${table} ${keyText(key)} was not loaded`);
    return null;
  }

  /** The row as it was when the tipset began. */
  before<T extends StateTable>(table: T, ...key: StateKey): StateRows[T] | null {
    const image = this.#log?.get(`${table}:${keyText(key)}`) as UndoImage<T> | undefined;
    return image ? image.row : this.get(table, ...key);
  }

  /** All rows whose key begins so. All of them must have been loaded. */
  rowsUnder<T extends StateTable>(table: T, ...prefix: StateKey): StateRows[T][] {
    if (!this.covers(table, prefix))
      throw new Error(`${table} under ${keyText(prefix)} was not loaded`);
    const rows = this.#rows[table] as Map<string, StateRows[T] | null>;
    const begins = `${keyText(prefix)}/`;
    return [...rows].flatMap(([key, row]) => (row && key.startsWith(begins) ? [row] : []));
  }

  /** All rows that are here, whatever their key: of what was loaded, and of what was put. */
  rowsIn<T extends StateTable>(table: T): StateRows[T][] {
    const rows = this.#rows[table] as Map<string, StateRows[T] | null>;
    return [...rows.values()].filter((row) => row !== null);
  }

  put<T extends StateTable>(table: T, row: StateRows[T]): void {
    this.#set(table, keyOf(table, row), row);
  }

  delete(table: StateTable, ...key: StateKey): void {
    this.#set(table, keyText(key), null);
  }

  #set<T extends StateTable>(table: T, key: string, row: StateRows[T] | null): void {
    const rows = this.#rows[table] as Map<string, StateRows[T] | null>;
    const stored = this.#stored[table] as Map<string, StateRows[T] | null>;
    const before = rows.get(key) ?? null;
    if (!stored.has(key)) stored.set(key, before);
    const entry = `${table}:${key}`;
    if (this.#log && !this.#log.has(entry)) this.#log.set(entry, { table, key, row: before });
    rows.set(key, row);
  }

  /** Begins a tipset: from here on the first change of each row is logged. */
  begin(): void {
    this.#log = new Map();
  }

  /** Ends the tipset. The images of the rows that it changed, as they were before it. */
  end(): UndoImage[] {
    const images = [...(this.#log?.values() ?? [])];
    this.#log = null;
    return images;
  }

  /** Puts rows back as they were: undoes what `end` answered. */
  revert(images: readonly UndoImage[]): void {
    for (const { table, key, row } of images) this.#set(table, key, row);
  }

  /** What has to be written so that the database has this state. */
  changes<T extends StateTable>(table: T): StateChange<T>[] {
    const rows = this.#rows[table] as Map<string, StateRows[T] | null>;
    const stored = this.#stored[table] as Map<string, StateRows[T] | null>;
    return [...stored].map(([key, before]) => ({ key, row: rows.get(key) ?? null, before }));
  }

  /** All rows of a table, by key: for tests and for writing them down. */
  dump(): Map<string, unknown> {
    const all = new Map<string, unknown>();
    for (const table of STATE_TABLE_NAMES)
      for (const [key, row] of this.#rows[table]) if (row) all.set(`${table}:${key}`, row);
    return all;
  }
}
