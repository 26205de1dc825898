/** Reads state rows by leading columns of their keys. */
import { sql, type CompiledQuery } from 'kysely';
import { executeAll, type Trx } from '#store/store.ts';
import type { StateRows, StateTable } from '../types.ts';
import type { StateKey, StateView } from './state.ts';
import { STATE_TABLES } from './tables.ts';

/** Keys in one `in (…)`: the wire protocol allows 65,535 parameters. */
const SLICE = 5_000;

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
  const reads: Read[] = [];
  for (const [length, prefixes] of Map.groupBy(missing, (key) => key.length))
    for (let at = 0; at < prefixes.length; at += SLICE) {
      const columns = STATE_TABLES[table].key.slice(0, length).map((column) => sql.ref(column));
      const tuples = prefixes.slice(at, at + SLICE).map((prefix) => sql`(${sql.join(prefix)})`);
      const query = sql<StateRows[T]>`select * from ${sql.table(table)}
        where (${sql.join(columns)}) in (${sql.join(tuples)})`;
      reads.push(readOf(query.compile(trx), (rows) => view.load(table, rows)));
    }
  return reads;
}
