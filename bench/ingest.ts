import { readSync } from 'node:fs';
import { sql } from 'kysely';
import { openAnswers } from '#node/recorded/file.ts';
import { scanLines } from '#node/recorded/lines.ts';
import type { Database } from '#store/schema.ts';
import { openStore, type CopyRow, type CopyValue, type Store } from '#store/store.ts';
import { DEMO_CHAIN, report, type BenchStore } from './support.ts';

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

/** COPY of the same rows into an empty database of the same kind, indexes included. */
async function copyAlone(tables: readonly TableRows[]): Promise<number> {
  const store = await openStore({ dataDir: 'memory://' });
  try {
    const began = performance.now();
    await store.transaction(async (trx) => {
      for (const { table, columns, rows } of tables)
        // Columns come from the table itself.
        await store.copy(table, columns as never[], rows, trx);
    });
    return performance.now() - began;
  } finally {
    await store.close();
  }
}

/** Tipsets per second, indexed, against the parts that indexing is made of. */
export async function benchIngest({
  store,
  height,
  tipsets,
  indexingMs,
}: BenchStore): Promise<void> {
  const texts = await neededTexts(height);
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const began = performance.now();
  for (const text of texts) JSON.parse(text);
  const parseMs = performance.now() - began;
  const tables = await allRows(store);
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const copyMs = await copyAlone(tables);

  const line = (label: string, ms: number) => [
    label,
    `${(ms / 1000).toFixed(1)} s`,
    `${(tipsets / (ms / 1000)).toFixed(0)} tipsets/s`,
    (ms / indexingMs).toFixed(2),
  ];
  report(`Indexing ${tipsets} tipsets (${(bytes / 1e6).toFixed(0)} MB of answers, ${rows} rows)`, [
    [
      'indexed, node and database included',
      `${(indexingMs / 1000).toFixed(1)} s`,
      `${(tipsets / (indexingMs / 1000)).toFixed(0)} tipsets/s`,
      '1.00',
    ],
    line('JSON.parse of the same answers alone', parseMs),
    line('COPY of the same rows alone', copyMs),
  ]);
  const slower = Math.max(parseMs, copyMs);
  console.log(`  ratio to the slower part: ${(slower / indexingMs).toFixed(2)}`);
}
