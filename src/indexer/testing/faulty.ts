/** An index of a short stretch of the demo chain, made through a node that can be made to fail. */
import { createNodeClient, type NodeClientOptions } from '#node/client.ts';
import { startFaultyProxy, type Fault, type FaultyProxy } from '#node/testing/faulty-proxy.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { expect } from 'vitest';
import type { Indexer, IndexerConfig } from '../index.ts';
import { demoAt, startDemo, startIndexer, until, type Demo } from './demo.ts';
import { clear, differences } from './facts.ts';

/** Dense traffic. */
export const START = 19_560;
export const HEAD = 19_576;

/** A client that tries again soon; it waits for answers as long as the work takes. */
export function eagerClient(url: string, options: Partial<NodeClientOptions> = {}): NodeClient {
  return createNodeClient({
    url,
    attempts: 2,
    retryDelayMs: 10,
    reconnectMs: 20,
    confirmMs: 0,
    ...options,
  });
}

/** What the tests of a file share; faults are healed and indexers stopped after each. */
export class Faulty {
  readonly demo: Demo;
  readonly proxy: FaultyProxy;
  /** By the proxy. */
  readonly node: NodeClient;
  /** The index that an honest node leads to. */
  readonly reference: Store;
  readonly store: Store;
  /** To be done after the test, the last first. */
  readonly closing: (() => Promise<void>)[] = [];

  private constructor(demo: Demo, proxy: FaultyProxy, reference: Store, store: Store) {
    this.demo = demo;
    this.proxy = proxy;
    this.node = eagerClient(proxy.url);
    this.reference = reference;
    this.store = store;
  }

  static async start(): Promise<Faulty> {
    const demo = await startDemo(HEAD);
    const proxy = await startFaultyProxy({ target: demo.recorded.url });
    const reference = await openEither(demoAt(HEAD, START));
    const store = await openEither();
    return new Faulty(demo, proxy, reference, store);
  }

  async heal(): Promise<void> {
    this.proxy.setFaults(null);
    this.proxy.setSocketFilter(null);
    for (const close of this.closing.splice(0).reverse()) await close();
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.proxy.close();
    await this.store.close();
    await this.reference.close();
    await this.demo.close();
  }

  /** An indexer on the empty database. */
  async begin(config: IndexerConfig = {}, node = this.node): Promise<Indexer> {
    await clear(this.store);
    const { indexer } = startIndexer(this.store, node, { startHeight: START, ...config });
    this.closing.push(() => indexer.stop());
    return indexer;
  }

  /**
   * Lets the fault happen, waits for the state and the reason it leads to, heals the node and expects a
   * whole index.
   */
  async getsOver(
    fault: (methods: readonly string[]) => Fault | null,
    state: 'waiting' | 'stopped',
    { because = /./, node = this.node }: { because?: RegExp; node?: NodeClient } = {},
  ): Promise<{ reason: string; height: number | null; indexer: Indexer }> {
    this.proxy.setFaults(({ methods }) => fault(methods));
    const indexer = await this.begin({}, node);
    let reason: string | null = null;
    await until(async () => {
      const told = indexer.status();
      reason = told.reason;
      if (told.state !== state || !because.test(reason ?? '')) return false;
      const row = await this.store.db.selectFrom('status').selectAll().executeTakeFirst();
      return row?.state === state && row.reason === reason;
    }, `the state ${state}`);
    const checkpoint = await this.store.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
    this.proxy.setFaults(null);
    await indexer.sync();
    expect(indexer.status()).toMatchObject({ state: 'following', reason: null, nodeHeight: HEAD });
    expect(await differences(this.store, this.reference)).toEqual([]);
    return { reason: reason ?? '', height: checkpoint?.executed_height ?? null, indexer };
  }
}
