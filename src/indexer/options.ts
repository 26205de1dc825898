/** What an indexer is made with, and what it is to others. */
import type { Logger } from '#node/log.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import type { NodeAddress } from './chain/threads/protocol.ts';
import type { IndexerMetrics } from './metrics.ts';
import type { IndexerStatus } from './write/status.ts';

export interface IndexerOptions {
  node: NodeClient;
  store: Store;
  log: Logger;
  config?: IndexerConfig;
  /**
   * Threads that ask the node, check and decode during a backfill, and how they reach the node.
   * Unset: this thread does it, by `node`.
   */
  threads?: { count: number; node: NodeAddress };
}

export interface IndexerConfig {
  /** Where a new index begins. Unset: the genesis of a young chain, else the last final day. */
  startHeight?: number | undefined;
  /** A height whose sums of gas or balances need not add up: the difference is kept as `rebalance`. */
  passHeight?: number | undefined;
  /** First and longest pause after a failure, ms. Default 1,000 and 60,000. */
  retryMs?: number | undefined;
  maxRetryMs?: number | undefined;
  /** How often the node's head is asked for when it announces nothing, ms. Default 10,000. */
  pollMs?: number | undefined;
  /** How often the node is asked again for what it could not tell or do, ms. Default 600,000. */
  gapMs?: number | undefined;
  /** How long gaps are filled at a time, ms: new heads wait for it. Default 15,000. */
  gapRunMs?: number | undefined;
  /** Objects per second that are read, at most, of what was there before the index began. Default 500. */
  openingRate?: number | undefined;
  /** Sectors of one provider that such an index reads at once; further ones come by slices. Default 10,000. */
  openingRoom?: number | undefined;
  /** From when on a node that answers nothing is told of, ms. Default 15,000. */
  silenceMs?: number | undefined;
}

export interface Indexer {
  /** Begins; failures are retried and told by `status`, never thrown. */
  start(): void;
  /** Ends after the transaction under way. */
  stop(): Promise<void>;
  status(): IndexerStatus;
  /** Asks the node for its head at once; resolves when the index has nothing more to take from it (or has ended). */
  sync(): Promise<void>;
  readonly metrics: IndexerMetrics;
}
