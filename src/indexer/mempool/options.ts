/** What following the pool takes, and what it tells. */
import type { Logger } from '#node/log.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';

export interface MempoolOptions {
  node: NodeClient;
  store: Store;
  log: Logger;
  config?: MempoolConfig;
}

export interface MempoolConfig {
  /** First and longest pause after a failure, ms. Default 1,000 and 60,000. */
  retryMs?: number | undefined;
  maxRetryMs?: number | undefined;
  /** How often the whole pool is asked for without a stream, ms. Default 10,000. */
  pollMs?: number | undefined;
  /** How often with one: a stream does not tell everything. Default 300,000. */
  resyncMs?: number | undefined;
}

export type MempoolState = 'starting' | 'subscribed' | 'polling' | 'waiting' | 'stopped';

export interface MempoolStatus {
  state: MempoolState;
  /** Why, in words, when it waits. */
  reason: string | null;
  /** Messages that are pending. */
  size: number;
  /** Since the start: messages that arrived, departed, of these were replaced; refused as nonsense. */
  arrived: number;
  departed: number;
  replaced: number;
  refused: number;
  failures: number;
}

/** What a batch of changes did, for whoever shows the pool live. */
export interface MempoolChange {
  /** CIDs' digests, hex. */
  added: string[];
  removed: string[];
  /** [the one that went, the one that took its place] */
  replaced: [string, string][];
}

export interface Mempool {
  /** Begins; failures are retried and told by `status`, never thrown. */
  start(): void;
  stop(): Promise<void>;
  status(): MempoolStatus;
  /** Asks for the whole pool; resolves when the store has what the node had then (or it has stopped). */
  sync(): Promise<void>;
  /** Hears of changes once they are written; returns how to stop. */
  onChange(listener: (change: MempoolChange) => void): () => void;
}
