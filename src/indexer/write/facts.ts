/** Appends rows by COPY. */
import type { CopyRow, CopyTable, CopyValue, Store, Trx } from '#store/store.ts';
import { TABLES, type NewRow, type TableName } from '#store/schema.ts';
import { FACT_TABLES } from '../fold/tables.ts';
import type { FactRows } from '../types.ts';

function copyOf(table: TableName, rows: readonly object[]): CopyTable {
  const columns = TABLES[table].names;
  return { table, columns, rows: values(columns, rows) };
}

function* values(columns: readonly string[], rows: readonly object[]): Generator<CopyRow> {
  for (const row of rows) {
    const record = row as Record<string, CopyValue>;
    yield columns.map((column) => record[column]);
  }
}

/** Copies rows given as objects. */
export async function appendRows<T extends TableName>(
  store: Store,
  trx: Trx,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  if (rows.length > 0) await store.copyAll([copyOf(table, rows)], trx);
}

export async function appendFacts(store: Store, trx: Trx, facts: FactRows): Promise<void> {
  const tables = FACT_TABLES.filter((table) => facts[table].length > 0);
  await store.copyAll(
    tables.map((table) => copyOf(table, facts[table])),
    trx,
  );
}
