/** Writes state rows: what a fold changed, or what an undo puts back. */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { columnList, records } from '#store/records.ts';
import { TABLES } from '#store/schema.ts';
import { executeAll, type CopyValue, type Store, type Trx } from '#store/store.ts';
import type { StateView, UndoImage } from '../fold/state.ts';
import { keyRecord, plain, STATE_TABLES } from '../fold/tables.ts';
import type { StateRows, StateTable } from '../types.ts';

export async function writeView(store: Store, trx: Trx, view: StateView): Promise<void> {
  const tables = STATE_TABLES.map((table) => ({ table, ...sorted(view, table) }));
  await store.copyAll(
    tables
      .filter(({ fresh }) => fresh.length > 0)
      .map(({ table, fresh }) => ({
        table,
        columns: TABLES[table].names,
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
    compiled(trx, STATE_TABLES, (table) => {
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
  const { names } = TABLES[table];
  for (const row of rows) {
    const values = plain(row);
    yield names.map((column) => values[column]);
  }
}

function upserts(table: StateTable, rows: readonly StateRows[StateTable][]): RawBuilder<unknown>[] {
  if (rows.length === 0) return [];
  const { key, names } = TABLES[table];
  const changed = names
    .filter((column) => !key.includes(column))
    .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  return [
    sql`insert into ${sql.table(table)} (${columnList(names)})
      select ${columnList(names)} from ${records(table, rows.map(plain))}
      on conflict (${columnList(key)}) do update set ${sql.join(changed)}`,
  ];
}

function removals(table: StateTable, keys: readonly string[]): RawBuilder<unknown>[] {
  if (keys.length === 0) return [];
  const { key } = TABLES[table];
  return [
    sql`delete from ${sql.table(table)} where (${columnList(key)}) in (
      select ${columnList(key)} from ${records(
        table,
        keys.map((text) => keyRecord(table, text)),
      )})`,
  ];
}
