/** The canonical contents of an index, for comparing two of them row for row. */
import { sql } from 'kysely';
import type { Store } from '#store/store.ts';
import { FACT_TABLES, STATE_TABLES } from '../fold/tables.ts';

/**
 * Of each table what does not depend on how the chain was learnt: no orphans, no undo log, no arrival
 * times, no messages that only orphans include.
 */
const CORE: Readonly<Record<string, string>> = {
  block: 'select * from block where not orphaned',
  block_message: `select bm.* from block_message bm join block b on b.cid = bm.block_cid
    where not b.orphaned`,
  message: `select distinct m.* from message m join block_message bm on bm.cid = m.cid
    join block b on b.cid = bm.block_cid where not b.orphaned`,
};
/** Those of which all rows are canonical, as are all that execution wrote. */
const WHOLE = ['network', 'tipset', 'progress'];

const CANONICAL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...STATE_TABLES, ...FACT_TABLES, ...WHOLE].map((table) => [table, `select * from "${table}"`]),
  ),
  ...CORE,
};

export const CANONICAL_TABLES = Object.keys(CANONICAL);

/** A table's canonical rows as JSON texts (bytes as hex). */
async function canonicalRows(store: Store, table: string): Promise<string[]> {
  const { rows } = await sql`select * from (${sql.raw(CANONICAL[table] ?? '')}) t
    order by t::text collate "C"`.execute(store.db);
  return rows.map((row) =>
    JSON.stringify(row, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ),
  );
}

/** Tables asked for by one statement. */
const AT_ONCE = 30;

/** By table, a digest of its canonical rows in whatever order they come. */
async function fingerprints(
  store: Store,
  tables: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < tables.length; at += AT_ONCE) {
    const parts = tables.slice(at, at + AT_ONCE).map(
      (table) => sql`select ${sql.lit(table)} as name, count(*)::int as count,
        sum(hashtextextended(t::text, 0)::numeric)::text as digest
        from (${sql.raw(CANONICAL[table] ?? '')}) t`,
    );
    const { rows } = await sql<{ name: string; count: number; digest: string | null }>`
      ${sql.join(parts, sql` union all `)}`.execute(store.db);
    for (const { name, count, digest } of rows) found.set(name, `${count} ${digest}`);
  }
  return found;
}

/** What an index holds, by table. */
export type Canonical = ReadonlyMap<string, { digest: string; rows: readonly string[] }>;

export async function canonical(store: Store): Promise<Canonical> {
  const digests = await fingerprints(store, CANONICAL_TABLES);
  const tables = new Map<string, { digest: string; rows: readonly string[] }>();
  for (const [table, digest] of digests)
    tables.set(table, { digest, rows: await canonicalRows(store, table) });
  return tables;
}

/** Differences between two indexes, a few per table: empty when they are equal row for row. */
export async function differences(
  a: Store,
  b: Store,
  tables: readonly string[] = CANONICAL_TABLES,
): Promise<string[]> {
  const found: string[] = [];
  const [left, right] = [await fingerprints(a, tables), await fingerprints(b, tables)];
  for (const table of tables) {
    if (left.get(table) === right.get(table)) continue;
    found.push(...unlike(table, await canonicalRows(a, table), await canonicalRows(b, table)));
  }
  return found;
}

/** Differences between an index and what it should hold, as `differences` tells them. */
export async function differencesFrom(store: Store, expected: Canonical): Promise<string[]> {
  const found: string[] = [];
  const digests = await fingerprints(store, [...expected.keys()]);
  for (const [table, { digest, rows }] of expected)
    if (digests.get(table) !== digest)
      found.push(...unlike(table, await canonicalRows(store, table), rows));
  return found;
}

function unlike(table: string, left: readonly string[], right: readonly string[]): string[] {
  const found: string[] = [];
  if (left.length !== right.length) found.push(`${table}: ${left.length} rows and ${right.length}`);
  const at = left.findIndex((row, index) => row !== right[index]);
  if (at >= 0) found.push(`${table} row ${at}: ${String(left[at])} | ${String(right[at])}`);
  return found;
}

/** Empties all tables but the record of migrations. Truncating one that is empty costs as much. */
export async function clear(store: Store): Promise<void> {
  await sql`do $$
    declare
      name text;
      has_rows boolean;
      filled text[] := '{}';
    begin
      for name in select table_name from information_schema.tables
        where table_schema = current_schema() and table_name not like '%migration%'
      loop
        execute format('select exists (select 1 from %I)', name) into has_rows;
        if has_rows then filled := filled || format('%I', name); end if;
      end loop;
      if filled <> '{}' then
        execute 'truncate table ' || array_to_string(filled, ', ') || ' cascade';
      end if;
    end $$`.execute(store.db);
}
