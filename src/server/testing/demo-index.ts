import { readContent } from '#content/networks.ts';
import { createExplorer, type Explorer } from '#explorer/index.ts';
import { createIndexer, type Indexer } from '#indexer/index.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import { createNodeClient } from '#node/client.ts';
import { SILENT } from '#node/log.ts';
import type { RunningRecordedNode } from '#node/recorded/start.ts';
import { startDemoNode } from '#node/testing/demo-node.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { fileURLToPath } from 'node:url';

/** Merchants and a space race for the demo chain, which has none. */
export const SAMPLE_CONTENT = fileURLToPath(
  new URL('../../../data/fixtures/content', import.meta.url),
);

/** An index of the demo chain, followed by an indexer; the chain is moved by hand (`node.step`). */
export interface DemoIndex {
  store: Store;
  explorer: Explorer;
  node: RunningRecordedNode;
  indexer: Indexer;
  /** Resolves when the index has the node's head. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** Indexes the demo chain up to a height. By 1,300 it has messages of most kinds. */
export async function indexDemo(height: number): Promise<DemoIndex> {
  const node = await startDemoNode(height);
  const store = await openEither(demoAt(height));
  const client = createNodeClient({ url: node.url });
  const indexer = createIndexer({ node: client, store, log: SILENT });
  const explorer = createExplorer(store, { contentOf: readContent(SAMPLE_CONTENT) });
  indexer.start();
  const demo: DemoIndex = {
    store,
    explorer,
    node,
    indexer,
    async caughtUp() {
      for (;;) {
        const status = await explorer.network.status();
        if (status.state === 'stopped') throw new Error(status.reason ?? 'The indexer stopped');
        const follows = status.state === 'following' || status.state === 'ended';
        if (follows && status.headHeight === node.position().headHeight) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await indexer.stop();
      await client.close();
      await node.close();
      await store.close();
    },
  };
  await demo.caughtUp();
  return demo;
}
