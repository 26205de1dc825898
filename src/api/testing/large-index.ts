/** An index many times as long as the recorded chain, and whether any read goes through its tables. */
import { Kysely, type CompiledQuery } from 'kysely';
import { createIndexer } from '#indexer/index.ts';
import { createNodeClient } from '#node/client.ts';
import { startRecordedNode } from '#node/recorded/start.ts';
import { MAX_DEPTH } from '#explorer/ordered.ts';
import { PostgresPoolDialect } from '#store/postgres/dialect.ts';
import { openPool } from '#store/postgres/pool.ts';
import type { Database } from '#store/schema.ts';
import { openStore, type Store } from '#store/store.ts';
import { multiply } from '#store/testing/multiply.ts';
import { createJudge } from '#store/testing/plan.ts';
import { everyRead, type Asked, type EveryRead } from './every-read.ts';

const DEMO_FOLDER = 'data/demo-chain';
/** Rows of one table that a read may look at: pages of 100 rows, 400 samples, with all that is joined. */
const MOST = 5000;
/** Reads whose answers are longer. */
const LONG: Readonly<Record<string, number>> = { 'sitemap.shard': 10_000 };
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

export interface LargeIndex {
  /** Of all tables. */
  rows: number;
  /** Asks everything that can be asked. */
  askAll(): Promise<EveryRead>;
  /** What is wrong with a query's plan; empty when nothing is. */
  offences(asked: Asked): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * The demo chain up to a height, indexed into an empty database on a server, and `copies` times as
 * long.
 */
export async function openLargeIndex(
  databaseUrl: string,
  height: number,
  copies: number,
): Promise<LargeIndex> {
  const store = await openStore({ databaseUrl });
  await indexDemo(store, height);
  const judge = await createJudge(store.db, await multiply(store.db, copies));
  let hear: (query: CompiledQuery) => void = () => {};
  const pool = await openPool(databaseUrl, () => {});
  const logged = new Kysely<Database>({
    dialect: new PostgresPoolDialect(pool),
    log: (event) => hear(event.query),
  });
  return {
    rows: judge.rows,
    askAll: () => everyRead(store, logged, (listener) => (hear = listener)),
    offences({ by, query }) {
      // Lists that reorder are read from their beginning to a page of a number.
      const whole = query.parameters.includes(MAX_DEPTH) ? MAX_DEPTH : MOST;
      return judge.offences(query, LONG[by] ?? whole);
    },
    async close() {
      await logged.destroy();
      await store.close();
    },
  };
}

async function indexDemo(store: Store, height: number): Promise<void> {
  const recorded = await startRecordedNode({
    folder: DEMO_FOLDER,
    startHeight: height,
    epochSeconds: null,
  });
  const node = createNodeClient({ url: recorded.url });
  const indexer = createIndexer({ node, store, log: QUIET });
  try {
    indexer.start();
    await indexer.sync();
  } finally {
    await indexer.stop();
    await node.close();
    await recorded.close();
  }
}
