import {
  createIndexer,
  createMempool,
  createPeers,
  createPriceFeed,
  createTokenReader,
  type Indexer,
} from '#indexer/index.ts';
import { followContracts } from '#verification/follow.ts';
import { indexThreads, priceSource, type Config } from './config.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { openNode } from './node.ts';
import type { Services } from './services.ts';

export interface IndexingOptions {
  config: Config;
  log: Logger;
  services: Services;
  metrics: Metrics;
  /** Told the URL of the node that is followed, once it answers. */
  onNode(url: string): void;
  /** Told when the node that is followed cannot be started. */
  onFailure(error: unknown): void;
}

/**
 * Starts the node (when it is the recorded one) and the indexer, in the background: a recording has
 * to be unpacked first. Returns how to stop both.
 */
export function startIndexing(options: IndexingOptions): () => Promise<void> {
  const { config, log, services, metrics } = options;
  let stopped = false;
  const running = open().catch((error: unknown) => {
    options.onFailure(error);
    return null;
  });

  async function open(): Promise<() => Promise<void>> {
    const { store, tracker } = services;
    const node = await openNode(config, log, tracker.snapshot.head?.height ?? null);
    if (stopped) return () => node.close();
    options.onNode(node.client.url);
    const indexer: Indexer = createIndexer({
      node: node.client,
      store,
      log,
      config: {
        startHeight: config.START_HEIGHT,
        openingRate: config.OPENING_RATE,
        passHeight: config.PASS_HEIGHT,
      },
      threads: { count: indexThreads(config), node: node.address },
    });
    metrics.follow(indexer.metrics);
    indexer.start();
    const mempool = createMempool({ node: node.client, store, log });
    metrics.followMempool(() => mempool.status());
    mempool.onChange(() => {
      store
        .notifyPool()
        .catch((error: unknown) => log.warn({ err: error }, 'The pool’s change was not told'));
    });
    mempool.start();
    const beside = [
      createPeers({ node: node.client, store, log }),
      createPriceFeed({ store, log, source: priceSource(config) }),
    ];
    for (const periodic of beside) periodic.start();
    const tokens = createTokenReader({ node: node.client, store, log });
    tokens.start();
    const stopAdopting = followContracts({
      store,
      onChange: () => tracker.refresh(),
      onError: (error) =>
        log.warn({ err: error }, 'New contracts were not compared with verified ones'),
    });
    return async () => {
      await stopAdopting();
      await tokens.stop();
      await Promise.all(beside.map((periodic) => periodic.stop()));
      await mempool.stop();
      await indexer.stop();
      await node.close();
    };
  }

  return async () => {
    stopped = true;
    const close = await running;
    await close?.();
  };
}
