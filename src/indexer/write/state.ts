/** Writes state rows: what a fold changed, or what an undo puts back. */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { fromHex } from '#filecoin/bytes.ts';
import { executeAll, type CopyValue, type Store, type Trx } from '#store/store.ts';
import type { StateView, UndoImage } from '../fold/state.ts';
import { plain, STATE_TABLE_NAMES, STATE_TABLES } from '../fold/tables.ts';
import type { TableColumns } from '../parts/info.ts';
import type { StateRows, StateTable } from '../types.ts';

/** Rows per statement: some twenty columns each, far below 65,535 parameters. */
const SLICE = 1_000;

export async function writeView(store: Store, trx: Trx, view: StateView): Promise<void> {
  const tables = STATE_TABLE_NAMES.map((table) => ({ table, ...sorted(view, table) }));
  await store.copyAll(
    tables
      .filter(({ fresh }) => fresh.length > 0)
      .map(({ table, fresh }) => ({
        table,
        columns: STATE_TABLES[table].columns,
        rows: copyRows(table, fresh),
      })),
    trx,
  );
  await executeAll(
    trx,
    compiled(trx, tables, ({ table, known, gone }) => [
      ...upserts(table, known),
      ...removals(table, gone),
    ]),
  );
}

/** Puts rows back as undo documents have them. */
export async function writeImages(trx: Trx, images: readonly UndoImage[]): Promise<void> {
  await executeAll(
    trx,
    compiled(trx, STATE_TABLE_NAMES, (table) => {
      const own = images.filter((image) => image.table === table);
      const rows = own.map(({ row }) => row).filter((row) => row !== null);
      const gone = own.filter(({ row }) => row === null).map(({ key }) => key);
      return [...upserts(table, rows), ...removals(table, gone)];
    }),
  );
}

function* compiled<T>(
  trx: Trx,
  items: readonly T[],
  statements: (item: T) => Iterable<RawBuilder<unknown>>,
): Generator<CompiledQuery> {
  for (const item of items) for (const statement of statements(item)) yield statement.compile(trx);
}

interface Sorted {
  /** Rows that the database does not have yet, those that it has, and keys of those to be deleted. */
  fresh: StateRows[StateTable][];
  known: StateRows[StateTable][];
  gone: string[];
}

function sorted(view: StateView, table: StateTable): Sorted {
  const all: Sorted = { fresh: [], known: [], gone: [] };
  for (const { key, row, before } of view.changes(table))
    if (row) (before ? all.known : all.fresh).push(row);
    else if (before) all.gone.push(key);
  return all;
}

function* copyRows(
  table: StateTable,
  rows: readonly StateRows[StateTable][],
): Generator<CopyValue[]> {
  const { columns } = STATE_TABLES[table];
  for (const row of rows) {
    const values = plain(row);
    yield columns.map((column) => values[column]);
  }
}

function* upserts(
  table: StateTable,
  rows: readonly StateRows[StateTable][],
): Generator<RawBuilder<unknown>> {
  const { key, columns }: TableColumns = STATE_TABLES[table];
  const values = columns.filter((column) => !key.includes(column));
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    yield sql`insert into ${sql.table(table)} (${names(columns)})
      values ${sql.join(slice.map((row) => valuesOf(plain(row), columns)))}
      on conflict (${names(key)}) do update set ${sql.join(
        values.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
      )}`;
  }
}

function names(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function valuesOf(row: ReturnType<typeof plain>, columns: readonly string[]) {
  return sql`(${sql.join(columns.map((column) => sql.val(row[column] ?? null)))})`;
}

function* removals(table: StateTable, keys: readonly string[]): Generator<RawBuilder<unknown>> {
  const { key, bytes, text = [] }: TableColumns = STATE_TABLES[table];
  for (const row of keys) {
    const parts = key.length === 1 ? [row] : row.split('/');
    const conditions = key.map((column, index) => {
      const part = parts[index] ?? '';
      const value = bytes.includes(column)
        ? fromHex(part)
        : text.includes(column)
          ? part
          : Number(part);
      return sql`${sql.ref(column)} = ${value}`;
    });
    yield sql`delete from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  }
}
