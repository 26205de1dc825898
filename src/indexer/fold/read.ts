/** Reads state rows by leading columns of their keys. */
import { sql, type CompiledQuery } from 'kysely';
import { columnList, records } from '#store/records.ts';
import { TABLES } from '#store/schema.ts';
import { executeAll, type Trx } from '#store/store.ts';
import type { StateRows, StateTable } from '../types.ts';
import type { StateKey, StateView } from './state.ts';

/** A statement and what becomes of its rows. */
export interface Read {
  query: CompiledQuery;
  take: (rows: readonly unknown[]) => void;
}

export function readOf<R>(query: CompiledQuery<R>, take: (rows: R[]) => void): Read {
  return { query, take: take as Read['take'] };
}

/** Runs reads that do not depend on one another. */
export async function readAll(trx: Trx, reads: readonly Read[]): Promise<void> {
  const results = await executeAll(
    trx,
    reads.map(({ query }) => query),
  );
  for (const [index, { rows }] of results.entries()) reads[index]?.take(rows);
}

/** Loads all rows under these keys, and says so. Only what the view does not cover yet, and before anything is put. */
export async function readRows(
  trx: Trx,
  view: StateView,
  table: StateTable,
  keys: readonly StateKey[],
): Promise<void> {
  const reads = [...rowReads(trx, view, table, keys)];
  if (reads.length > 0) await readAll(trx, reads);
}

/** The reads of `readRows`; the view counts on them from now on. */
export function rowReads<T extends StateTable>(
  trx: Trx,
  view: StateView,
  table: T,
  keys: readonly StateKey[],
): Read[] {
  const missing = keys.filter((key) => !view.covers(table, key));
  view.cover(table, missing);
  return [...Map.groupBy(missing, (key) => key.length)].map(([length, prefixes]) => {
    const columns = TABLES[table].key.slice(0, length);
    const wanted = prefixes.map((prefix) =>
      Object.fromEntries(columns.map((column, index) => [column, prefix[index]])),
    );
    const query = sql<StateRows[T]>`select * from ${sql.table(table)}
      where (${columnList(columns)}) in (select ${columnList(columns)} from ${records(table, wanted)})`;
    return readOf(query.compile(trx), (rows) => view.load(table, rows));
  });
}
