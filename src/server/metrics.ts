import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { IndexerMetrics, MempoolStatus } from '#indexer/index.ts';
import type { Snapshot } from './tracker.ts';

export type Area = 'api' | 'rpc' | 'page' | 'file' | 'system' | 'redirect' | 'other';

/** What this process measures, for Prometheus. */
export interface Metrics {
  registry: Registry;
  httpDuration: Histogram<'area' | 'route' | 'method' | 'status'>;
  cache: Counter<'area' | 'result'>;
  liveClients: Gauge;
  liveDropped: Counter;
  /** Adds what an indexer of this process counts. */
  follow(indexer: IndexerMetrics): void;
  /** Adds what the message pool of this process counts. */
  followMempool(status: () => MempoolStatus): void;
}

/** What an indexer counts: name, help, value. */
const INDEXER_COUNTERS: readonly [string, string, (metrics: IndexerMetrics) => number][] = [
  ['tipsets', 'Tipsets whose execution was written', (m) => m.tipsets],
  ['messages', 'Messages executed in them', (m) => m.messages],
  ['rows', 'Rows appended', (m) => m.rows],
  ['commits', 'Transactions committed', (m) => m.commits],
  [
    'undecoded',
    'Payloads that no decoder could read',
    (m) => [...m.undecoded.values()].reduce((sum, count) => sum + count, 0),
  ],
  ['reorganisations', 'Reorganisations followed', (m) => m.reorganisations],
  [
    'node_failures',
    'Times that the node was away, slow or answered nonsense',
    (m) => m.nodeFailures,
  ],
  ['invariant_failures', 'Times that a tipset was in doubt', (m) => m.invariantFailures],
];

function followIndexer(registry: Registry, metrics: IndexerMetrics): void {
  for (const [name, help, value] of INDEXER_COUNTERS)
    new Counter({
      name: `sextant_indexer_${name}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(value(metrics));
      },
    });
}

/** What the message pool counts: name, help, value. */
const MEMPOOL_COUNTERS: readonly [string, string, (status: MempoolStatus) => number][] = [
  ['arrived', 'Messages that came into the pool', (s) => s.arrived],
  ['departed', 'Messages that left it', (s) => s.departed],
  ['replaced', 'Of these, replaced by another of their sender and nonce', (s) => s.replaced],
  ['refused', 'Messages that the node told wrongly', (s) => s.refused],
  ['failures', 'Times that the pool could not be followed', (s) => s.failures],
];

function followMempool(registry: Registry, status: () => MempoolStatus): void {
  const registers = [registry];
  new Gauge({
    name: 'sextant_mempool_messages',
    help: 'Messages that are pending',
    registers,
    collect() {
      this.set(status().size);
    },
  });
  new Gauge({
    name: 'sextant_mempool_state',
    help: '1 for the way in which the message pool is followed',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.reset();
      this.set({ state: status().state }, 1);
    },
  });
  for (const [name, help, value] of MEMPOOL_COUNTERS)
    new Counter({
      name: `sextant_mempool_${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value(status()));
      },
    });
}

/**
 * All metrics of a process; those of the index are read from `snapshot` when they are asked for
 * (null until the database is open).
 */
export function createMetrics(snapshot: () => Snapshot | null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'sextant_height',
    help: 'Heights of the index: head, executed, final; and of the node',
    labelNames: ['of'] as const,
    aggregator: 'first',
    registers,
    collect() {
      const status = snapshot()?.status;
      const values = {
        head: status?.headHeight,
        executed: status?.executedHeight,
        final: status?.finalHeight,
        node: status?.nodeHeight,
      };
      this.reset();
      for (const [of, value] of Object.entries(values)) if (value != null) this.set({ of }, value);
    },
  });
  new Gauge({
    name: 'sextant_lag_epochs',
    help: "Epochs from the index's head to the chain's",
    aggregator: 'first',
    registers,
    collect() {
      this.reset();
      const lag = snapshot()?.status.lagEpochs;
      if (lag != null) this.set(lag);
    },
  });
  new Gauge({
    name: 'sextant_index_state',
    help: '1 for the state in which the indexer is',
    labelNames: ['state'] as const,
    aggregator: 'first',
    registers,
    collect() {
      this.reset();
      const status = snapshot()?.status;
      if (status !== undefined) this.set({ state: status.state }, 1);
    },
  });
  new Gauge({
    name: 'sextant_index_revision',
    help: 'Transactions by which the index was changed',
    aggregator: 'first',
    registers,
    collect() {
      this.set(snapshot()?.status.revision ?? 0);
    },
  });
  return {
    registry,
    httpDuration: new Histogram({
      name: 'sextant_http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['area', 'route', 'method', 'status'] as const,
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    cache: new Counter({
      name: 'sextant_answers_total',
      help: 'Answers by whether they were in the cache (hit), had to be made (miss), or the reader had them (unchanged)',
      labelNames: ['area', 'result'] as const,
      registers,
    }),
    liveClients: new Gauge({
      name: 'sextant_live_clients',
      help: 'Connected websocket clients',
      registers,
    }),
    liveDropped: new Counter({
      name: 'sextant_live_dropped_total',
      help: 'Websocket clients dropped because they did not keep up',
      registers,
    }),
    follow: (indexer) => followIndexer(registry, indexer),
    followMempool: (status) => followMempool(registry, status),
  };
}
