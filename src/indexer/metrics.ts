import type { WrittenStretch } from './chain/sink.ts';
import type { OpeningStatus } from './opening/opening.ts';

/** What the indexer counts since it started, for /metrics. */
export interface IndexerMetrics {
  /** Tipsets whose execution was written. */
  tipsets: number;
  /** Messages executed in them. */
  messages: number;
  /** Rows appended. */
  rows: number;
  /** Transactions committed. */
  commits: number;
  /** Payloads that no decoder could read, by `kind.method.params|return`. */
  undecoded: Map<string, number>;
  reorganisations: number;
  /** Deepest of them, in tipsets taken back. */
  deepestReorganisation: number;
  /** Times that the node was away, slow or answered nonsense. */
  nodeFailures: number;
  /** Times that a tipset was in doubt. */
  invariantFailures: number;
  lastError: { at: Date; message: string } | null;
  /** How far what no message tells of is taken over, by kind (opening/opening.ts); null where there is nothing. */
  opening: OpeningStatus | null;
  /** Epochs between the node's head and the index's; null while either is unknown. */
  lag: number | null;
}

export function createMetrics(): IndexerMetrics {
  return {
    tipsets: 0,
    messages: 0,
    rows: 0,
    commits: 0,
    undecoded: new Map(),
    reorganisations: 0,
    deepestReorganisation: 0,
    nodeFailures: 0,
    invariantFailures: 0,
    lastError: null,
    opening: null,
    lag: null,
  };
}

/** Counts what was written. */
export function countStretch(
  metrics: IndexerMetrics,
  { units, rows, revert, reverted }: WrittenStretch,
): void {
  metrics.commits++;
  metrics.tipsets += units.length;
  metrics.rows += rows;
  for (const { executed } of units) {
    metrics.messages += executed.executions.length;
    for (const payload of executed.undecoded)
      metrics.undecoded.set(payload, (metrics.undecoded.get(payload) ?? 0) + 1);
  }
  if (!revert) return;
  metrics.reorganisations++;
  metrics.deepestReorganisation = Math.max(metrics.deepestReorganisation, reverted);
}
