import { setTimeout as delay } from 'node:timers/promises';
import { createIndexer } from '#indexer/index.ts';
import { createNodeClient } from '#node/client.ts';
import { SILENT } from '#node/log.ts';
import { startRecordedNode } from '#node/recorded/start.ts';
import { openStore, type Store } from '#store/store.ts';
import { newestThread, spend, type Spent } from './spent.ts';

export const DEMO_CHAIN = 'data/demo-chain';

export interface BenchStore {
  store: Store;
  height: number;
  tipsets: number;
  messages: number;
  /** What indexing took, the node's answering included. */
  indexing: Spent;
  close(): Promise<void>;
}

/** Threads that gather, by default as many as `npm start` has on a machine of two processors. */
const BENCH_THREADS = Number(process.env['BENCH_THREADS'] ?? 0);

/**
 * The demo chain up to `height`, indexed by the product's own indexer from the recorded node: in
 * memory, or in an empty database of a PostgreSQL server.
 */
export async function openBenchStore(height: number, databaseUrl?: string): Promise<BenchStore> {
  const node = await startRecordedNode({
    folder: DEMO_CHAIN,
    startHeight: height,
    epochSeconds: null,
  });
  const nodeThread = newestThread();
  const client = createNodeClient({ url: node.url });
  const store = await openStore({ dataDir: 'memory://', databaseUrl });
  const indexer = createIndexer({
    node: client,
    store,
    log: SILENT,
    threads: { count: BENCH_THREADS, node: { url: node.url } },
  });
  const threads = {
    node: nodeThread,
    ...(databaseUrl === undefined ? { database: newestThread() } : {}),
  };
  const indexing = await spend(
    'indexer',
    threads,
    async () => {
      indexer.start();
      for (;;) {
        const { state, reason } = indexer.status();
        if (state === 'following') break;
        if (state === 'stopped' || state === 'waiting')
          throw new Error(`indexing: ${reason ?? state}`);
        await delay(20);
      }
    },
    'gathering',
  );
  await indexer.stop();
  await client.close();
  await node.close();
  const tipset = await store.db
    .selectFrom('tipset')
    .select('ordinal')
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  const counter = await store.db
    .selectFrom('counter')
    .select('value')
    .where('key', '=', 'messages')
    .executeTakeFirst();
  return {
    store,
    height,
    tipsets: (tipset?.ordinal ?? -1) + 1,
    messages: counter?.value ?? 0,
    indexing,
    close: () => store.close(),
  };
}

/** Median of the times that `body` took, ms; `runs` counted ones after a warm-up. */
export async function medianMs(runs: number, body: () => Promise<void> | void): Promise<number> {
  await body();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    await body();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

/** Prints a table: a label, figures, a ratio. */
export function report(title: string, rows: readonly (readonly string[])[]): void {
  console.log(`\n${title}`);
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => (row[i] ?? '').length)),
  );
  for (const row of rows)
    console.log(
      `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`,
    );
}
