/** An index many times as long as the recorded chain, and whether any read goes through its tables. */
import { Kysely, type CompiledQuery } from 'kysely';
import { demoAt } from '#indexer/testing/demo.ts';
import { MAX_DEPTH } from '#explorer/parameters.ts';
import { SEARCHED_ROWS } from '#explorer/searched.ts';
import { poolDialect } from '#store/postgres/dialect.ts';
import { openPool } from '#store/postgres/pool.ts';
import type { Database } from '#store/schema.ts';
import { openStore } from '#store/store.ts';
import { copyOnServer } from '#store/testing/kept.ts';
import { multiply } from '#store/testing/multiply.ts';
import { createJudge } from '#store/testing/plan.ts';
import { maintain } from '#store/testing/server.ts';
import { everyRead, type Asked, type EveryRead } from './every-read.ts';

/** Rows of one table that a read may look at: pages of 100 rows, 400 samples, with all that is joined. */
const MOST = 5000;
/** Rows of charts of a year with 400 samples; pages ask for 48. */
const CHART = 130_000;
/** Reads whose answers are longer. */
const LONG: Readonly<Record<string, number>> = {
  'sitemap.shard': 10_000,
  // What is searched of a list at a time.
  '/message/list': SEARCHED_ROWS,
  '/address/{address}/messages': SEARCHED_ROWS,
  '/address/{address}/transfers': SEARCHED_ROWS,
  '/address/{address}/token-transfers': SEARCHED_ROWS,
  '/deal/list': SEARCHED_ROWS,
  // The tipsets of two hours for each sample, and the hours of a year for each figure.
  '/stats/base-fee': CHART,
  '/stats/power': CHART,
  '/stats/network': CHART,
  // All changes of an account, as many as there may be tipsets.
  '/address/{address}/balance-stats': CHART,
  '/address/{address}/power-stats': CHART,
  '/address/{address}/sector-stats': CHART,
};

export interface LargeIndex {
  /** Of all tables. */
  rows: number;
  /** Asks everything that can be asked. */
  askAll(): Promise<EveryRead>;
  /** What is wrong with a query's plan, or with that for all values (`generic`); empty when nothing is. */
  offences(asked: Asked, generic?: boolean): Promise<string[]>;
  close(): Promise<void>;
}

/** The index of the demo chain up to a height, `copies` times as long, in a database of the test server. */
export async function openLargeIndex(height: number, copies: number): Promise<LargeIndex> {
  const { databaseUrl, name } = await copyOnServer(demoAt(height));
  const store = await openStore({ databaseUrl });
  const judge = await createJudge(store.db, await multiply(store.db, copies));
  let hear: (query: CompiledQuery) => void = () => {};
  const pool = await openPool(databaseUrl, () => {});
  const logged = new Kysely<Database>({
    dialect: poolDialect(pool),
    log: (event) => hear(event.query),
  });
  return {
    rows: judge.rows,
    askAll: () => everyRead(store, logged, (listener) => (hear = listener)),
    offences({ by, query }, generic) {
      // Lists that reorder are read from their beginning to a page of a number.
      const whole = query.parameters.includes(MAX_DEPTH) ? MAX_DEPTH : MOST;
      return judge.offences(query, LONG[by.replace(/ of .*/s, '')] ?? whole, generic);
    },
    async close() {
      await logged.destroy();
      await store.close();
      await maintain(`drop database "${name}" with (force)`);
    },
  };
}
