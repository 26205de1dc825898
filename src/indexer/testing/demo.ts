/** The recorded demo chain and indexers on it, for tests. */
import { createNodeClient } from '#node/client.ts';
import type { Logger } from '#node/log.ts';
import type { RunningRecordedNode } from '#node/recorded/start.ts';
import { startDemoNode } from '#node/testing/demo-node.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import type { Filling } from '#store/testing/kept.ts';
import { createIndexer, type Indexer, type IndexerConfig } from '../index.ts';

export interface Demo {
  recorded: RunningRecordedNode;
  node: NodeClient;
  close(): Promise<void>;
}

/** A recorded node whose head is moved by hand. */
export async function startDemo(startHeight: number): Promise<Demo> {
  const recorded = await startDemoNode(startHeight);
  const node = createNodeClient({ url: recorded.url });
  return {
    recorded,
    node,
    close: async () => {
      await node.close();
      await recorded.close();
    },
  };
}

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  message: string;
}

export function collectLog(): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const take =
    (level: LogLine['level']) =>
    (_: object, message: string): void =>
      void lines.push({ level, message });
  const log = { debug: () => {}, info: take('info'), warn: take('warn'), error: take('error') };
  return { log, lines };
}

/** A started indexer that retries quickly. `threads` gather for it, with clients of their own. */
export function startIndexer(
  store: Store,
  node: NodeClient,
  config: IndexerConfig = {},
  threads = 0,
): { indexer: Indexer; lines: LogLine[] } {
  const { log, lines } = collectLog();
  const indexer = createIndexer({
    node,
    store,
    log,
    config: { retryMs: 20, maxRetryMs: 200, ...config },
    threads: { count: threads, node: { url: node.url } },
  });
  indexer.start();
  return { indexer, lines };
}

/** Indexes up to the node's head and stops. */
export async function indexAll(
  store: Store,
  node: NodeClient,
  config: IndexerConfig = {},
  threads = 0,
): Promise<LogLine[]> {
  const { indexer, lines } = startIndexer(store, node, config, threads);
  await indexer.sync();
  await indexer.stop();
  return lines;
}

/** By height of an index of the demo chain: the height of the one that it goes on from. */
const GROWN = new Map([
  [1_150, 520],
  [1_490, 1_300],
  [2_400, 1_490],
]);

/**
 * The index of the demo chain, for a database to begin with; all of it is gathered in threads. Some go on
 * from others, those of the whole chain never: they are what is compared with.
 */
export const demoAt = (height: number, startHeight = 0): Filling => ({
  name: `demo_${startHeight}_${height}`,
  ...grown(startHeight === 0 ? GROWN.get(height) : undefined),
  async fill(store) {
    const demo = await startDemo(height);
    try {
      const lines =
        startHeight > 0
          ? await indexAll(store, demo.node, { startHeight })
          : await indexAll(store, demo.node, {}, 2);
      // Of what is older than the index a recording may know nothing, and the index says so.
      const expected = startHeight > 0 ? ['info', 'warn'] : ['info'];
      const complaint = lines.find(({ level }) => !expected.includes(level));
      if (complaint !== undefined) throw new Error(complaint.message);
    } finally {
      await demo.close();
    }
  },
});

function grown(height: number | undefined): Pick<Filling, 'from'> {
  return height === undefined ? {} : { from: demoAt(height) };
}

/** Only what hangs takes longer; a test's own time limit is longer still. */
const HANGS_MS = 280_000;

/** Waits until the condition holds, however long the work takes. Throws when it never will. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  const end = Date.now() + HANGS_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
