/** The part of the state that a unit touches, in memory: read, changed, logged, then written back. */
import type { StateRows, StateTable } from '../types.ts';
import { keyOf, keyText, STATE_TABLES } from './tables.ts';

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
export type StateKey = readonly (number | bigint | string | Uint8Array)[];

/** A row in memory. */
interface Cell<Row> {
  /** Null where there is none. */
  row: Row | null;
  /** As the database has it. */
  readonly stored: Row | null;
  changed: boolean;
  /** The tipset, counted by `begin`, that changed it last, and how it was before. */
  tipset: number;
  before: Row | null;
}

type Cells = { [T in StateTable]: Map<string, Cell<StateRows[T]>> };

function noCells(): Cells {
  return Object.fromEntries(STATE_TABLES.map((table) => [table, new Map()])) as unknown as Cells;
}

function cellOf<Row>(stored: Row | null): Cell<Row> {
  return { row: stored, stored, changed: false, tipset: 0, before: null };
}

/**
 * Rows are never changed in place: `put` replaces them. What is asked for must have been loaded
 * (`load`, `cover`), so that a row that is absent here is absent in the database.
 */
export class StateView {
  readonly #cells = noCells();
  readonly #covered = new Map<StateTable, Set<string> | 'all'>();
  #tipset = 0;
  #log: UndoImage[] | null = null;

  /** Takes rows as the database has them; call it before anything is put. */
  load<T extends StateTable>(table: T, rows: readonly StateRows[T][]): void {
    const cells = this.#of(table);
    for (const row of rows) cells.set(keyOf(table, row), cellOf<StateRows[T]>(row));
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
    if (covered === undefined) return false;
    for (let length = 1; length <= key.length; length++)
      if (covered.has(keyText(key, length))) return true;
    return false;
  }

  get<T extends StateTable>(table: T, ...key: StateKey): StateRows[T] | null {
    const cell = this.#of(table).get(keyText(key));
    if (cell) return cell.row;
    if (!this.covers(table, key)) throw new Error(`${table} ${keyText(key)} was not loaded`);
    return null;
  }

  /** The row as it was when the tipset began. */
  before<T extends StateTable>(table: T, ...key: StateKey): StateRows[T] | null {
    const cell = this.#of(table).get(keyText(key));
    return this.#log && cell?.tipset === this.#tipset ? cell.before : this.get(table, ...key);
  }

  /** All rows whose key begins so. All of them must have been loaded. */
  rowsUnder<T extends StateTable>(table: T, ...prefix: StateKey): StateRows[T][] {
    if (!this.covers(table, prefix))
      throw new Error(`${table} under ${keyText(prefix)} was not loaded`);
    const begins = `${keyText(prefix)}/`;
    return [...this.#of(table)].flatMap(([key, { row }]) =>
      row && key.startsWith(begins) ? [row] : [],
    );
  }

  /** All rows that are here, whatever their key: of what was loaded, and of what was put. */
  rowsIn<T extends StateTable>(table: T): StateRows[T][] {
    return [...this.#of(table).values()].flatMap(({ row }) => (row ? [row] : []));
  }

  put<T extends StateTable>(table: T, row: StateRows[T]): void {
    this.#set(table, keyOf(table, row), row);
  }

  delete(table: StateTable, ...key: StateKey): void {
    this.#set(table, keyText(key), null);
  }

  #of<T extends StateTable>(table: T): Map<string, Cell<StateRows[T]>> {
    return this.#cells[table] as Map<string, Cell<StateRows[T]>>;
  }

  #set<T extends StateTable>(table: T, key: string, row: StateRows[T] | null): void {
    const cells = this.#of(table);
    let cell = cells.get(key);
    if (!cell) {
      cell = cellOf<StateRows[T]>(null);
      cells.set(key, cell);
    }
    if (this.#log && cell.tipset !== this.#tipset) {
      cell.tipset = this.#tipset;
      cell.before = cell.row;
      this.#log.push({ table, key, row: cell.row });
    }
    cell.changed = true;
    cell.row = row;
  }

  /** Begins a tipset: from here on the first change of each row is logged. */
  begin(): void {
    this.#tipset++;
    this.#log = [];
  }

  /** Ends the tipset. The images of the rows that it changed, as they were before it. */
  end(): UndoImage[] {
    const images = this.#log ?? [];
    this.#log = null;
    return images;
  }

  /** Puts rows back as they were: undoes what `end` answered. */
  revert(images: readonly UndoImage[]): void {
    for (const { table, key, row } of images) this.#set(table, key, row);
  }

  /** What has to be written so that the database has this state. */
  changes<T extends StateTable>(table: T): StateChange<T>[] {
    const changes: StateChange<T>[] = [];
    for (const [key, { row, stored, changed }] of this.#of(table))
      if (changed) changes.push({ key, row, before: stored });
    return changes;
  }

  /** All rows of a table, by key: for tests and for writing them down. */
  dump(): Map<string, unknown> {
    const all = new Map<string, unknown>();
    for (const table of STATE_TABLES)
      for (const [key, { row }] of this.#cells[table]) if (row) all.set(`${table}:${key}`, row);
    return all;
  }
}
