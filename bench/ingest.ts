import { readSync } from 'node:fs';
import { sql } from 'kysely';
import { openAnswers } from '#node/recorded/file.ts';
import { scanLines } from '#node/recorded/lines.ts';
import type { Database } from '#store/schema.ts';
import { createDatabase, setup } from '#store/testing/server.ts';
import { openStore, type CopyRow, type CopyValue, type Store } from '#store/store.ts';
import { spend, type Spent } from './spent.ts';
import { DEMO_CHAIN, openBenchStore, report, type BenchStore } from './support.ts';

/** Calls that indexing needs; the rest of the recording is not parsed in the comparison either. */
const NEEDED = new Set([
  'ChainGetBlockMessages',
  'ChainGetParentMessages',
  'ChainGetParentReceipts',
  'ChainGetEvents',
  'StateCompute',
  'StateChangedActors',
  'StateVMCirculatingSupplyInternal',
]);
/** Of these only the network's own actors are asked for at every tipset. */
const NETWORK_STATE = /^\["(?:f02|f04|f05|)",/;

const isTableName = (name: string, tables: ReadonlySet<string>): name is keyof Database & string =>
  tables.has(name);

/** Texts of the answers that the tipsets up to `height` need. */
async function neededTexts(height: number): Promise<string[]> {
  const file = await openAnswers(DEMO_CHAIN);
  const texts: string[] = [];
  let current = 0;
  const take = (offset: number, length: number) => {
    const buffer = Buffer.allocUnsafe(length);
    readSync(file.fd, buffer, 0, length, offset);
    texts.push(buffer.toString('utf8'));
  };
  scanLines(file.fd, file.size, (line) => {
    if (line.kind === 'tipset') {
      current = Number(/"Height":(\d+),"ParentStateRoot"/.exec(line.json)?.[1] ?? 0);
      if (current <= height) texts.push(line.json);
    } else if (current <= height && !line.failed) {
      const network =
        ['StateReadState', 'StateMinerPower'].includes(line.method) &&
        NETWORK_STATE.test(line.params);
      if (NEEDED.has(line.method) || network) take(line.offset, line.length);
    }
  });
  await file.close();
  return texts;
}

interface TableRows {
  table: keyof Database & string;
  columns: string[];
  rows: CopyRow[];
}

async function allRows(store: Store): Promise<TableRows[]> {
  const { rows: found } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    store.db,
  );
  const names = new Set(found.map(({ name }) => name));
  const tables: TableRows[] = [];
  for (const name of names) {
    if (!isTableName(name, names)) continue;
    const rows: Record<string, CopyValue>[] = await store.db
      .selectFrom(sql<Record<string, CopyValue>>`${sql.table(name)}`.as('t'))
      .selectAll()
      .execute();
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length > 0)
      tables.push({
        table: name,
        columns,
        rows: rows.map((row) => columns.map((column) => row[column])),
      });
  }
  return tables;
}

/** COPY of the same rows into an empty database, indexes included. */
async function copyAlone(tables: readonly TableRows[], databaseUrl?: string): Promise<Spent> {
  const store = await openStore({ dataDir: 'memory://', databaseUrl });
  try {
    // Some tables have rows from the beginning.
    const names = sql.join(tables.map(({ table }) => sql.table(table)));
    await sql`truncate ${names}`.execute(store.db);
    return await spend('copy', {}, () =>
      store.transaction(async (trx) => {
        for (const { table, columns, rows } of tables)
          // Columns come from the table itself.
          await store.copy(table, columns as never[], rows, trx);
      }),
    );
  } finally {
    await store.close();
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A line per part, the ratio, and where indexing spent its time. */
function tell(
  title: string,
  tipsets: number,
  indexing: Spent,
  parts: readonly (readonly [string, Spent])[],
): void {
  const line = (label: string, { wallMs, cpuMs }: Spent): string[] => [
    label,
    seconds(wallMs),
    `${(tipsets / (wallMs / 1000)).toFixed(0)} tipsets/s`,
    (wallMs / indexing.wallMs).toFixed(2),
    `${seconds(cpuMs)} CPU`,
    (cpuMs / indexing.cpuMs).toFixed(2),
  ];
  report(title, [
    line('indexed, node and database included', indexing),
    ...parts.map(([label, spent]) => line(label, spent)),
  ]);
  const slower = Math.max(...parts.map(([, { wallMs }]) => wallMs));
  console.log(`  ratio to the slower part: ${(slower / indexing.wallMs).toFixed(2)}`);
  const { cpuMs, idleMs, threads } = indexing;
  const rest = threads.reduce((left, [, ms]) => left - ms, cpuMs);
  const spent = [...threads, ['compiler and garbage collector', rest] as const];
  console.log(
    `  CPU: ${spent.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')}; the indexer's thread waited ${seconds(idleMs)}`,
  );
}

/** The address of an empty database, where this machine has PostgreSQL. */
async function emptyDatabase(): Promise<string | null> {
  try {
    return (await createDatabase()).databaseUrl;
  } catch (error) {
    console.log(`\nWithout PostgreSQL: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/**
 * Tipsets per second, indexed, against the parts that indexing is made of; the same on PostgreSQL,
 * by then with compiled code.
 */
export async function benchIngest({ store, height, tipsets, indexing }: BenchStore): Promise<void> {
  const stopServer = setup();
  try {
    const databaseUrl = await emptyDatabase();
    const server = databaseUrl === null ? null : await openBenchStore(height, databaseUrl);
    await server?.close();
    const texts = await neededTexts(height);
    const bytes = texts.reduce((sum, text) => sum + text.length, 0);
    const parsing = await spend('parse', {}, () => {
      for (const text of texts) JSON.parse(text);
    });
    const tables = await allRows(store);
    const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
    const size = `${tipsets} tipsets (${(bytes / 1e6).toFixed(0)} MB of answers, ${rows} rows)`;
    const parts = async (url?: string) =>
      [
        ['JSON.parse of the same answers alone', parsing],
        ['COPY of the same rows alone', await copyAlone(tables, url)],
      ] as const;
    tell(`Indexing ${size}, embedded database`, tipsets, indexing, await parts());
    if (server) {
      const empty = (await createDatabase()).databaseUrl;
      tell(
        `Indexing ${size}, PostgreSQL (its own CPU not counted)`,
        tipsets,
        server.indexing,
        await parts(empty),
      );
    }
  } finally {
    await stopServer();
  }
}
