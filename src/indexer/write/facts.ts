/** Appends rows by COPY. */
import type { CopyRow, CopyValue, Store, Trx } from '#store/store.ts';
import type { Database } from '#store/schema.ts';
import { FACT_COLUMNS, FACT_TABLES } from '../fold/rows.ts';
import type { FactRows } from '../types.ts';

type Columns<T extends keyof Database> = readonly (keyof Database[T] & string)[];

function* values(columns: readonly string[], rows: readonly object[]): Generator<CopyRow> {
  for (const row of rows) {
    const record = row as Record<string, CopyValue>;
    yield columns.map((column) => record[column]);
  }
}

/** Copies rows given as objects. */
export async function appendRows<T extends keyof Database>(
  store: Store,
  trx: Trx,
  table: T,
  columns: Columns<T>,
  rows: readonly object[],
): Promise<void> {
  if (rows.length > 0) await store.copy(table, columns, values(columns, rows), trx);
}

export async function appendFacts(store: Store, trx: Trx, facts: FactRows): Promise<void> {
  const tables = FACT_TABLES.filter((table) => facts[table].length > 0);
  await store.copyAll(
    tables.map((table) => {
      const columns = FACT_COLUMNS[table];
      return { table, columns, rows: values(columns, facts[table]) };
    }),
    trx,
  );
}
