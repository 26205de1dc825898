/**
 * What PostgreSQL plans anew for each execution, where it could keep the plan for all values: planning
 * costs several times what executing a statement of many parts does.
 */
import { readContent } from '#content/networks.ts';
import { createExplorer } from '#explorer/index.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import { SAMPLE_CONTENT } from '#server/testing/demo-index.ts';
import { copyOnServer } from '#store/testing/kept.ts';
import { maintain } from '#store/testing/server.ts';
import { openStore, type Store } from '#store/store.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_BASE, createApi } from './app.ts';
import { ENDPOINTS } from './endpoints.ts';
import { findSamples } from './testing/samples.ts';

/** Messages of most kinds are there. */
const HEIGHT = 1300;
/** So often the server plans for the values before it compares. */
const TRIED = 5;
const ASKED = 24;

/** How much these read depends on their values, and so may their plan: from one height to another, lists. */
const BY_VALUES = [
  /from "block" where "height" >= \$1 and "height" <= \$2/,
  /^select string_agg\(.* from \( select \* from balance/,
  /from "mempool"/,
  /from proposal where actor_id = \$1 and status = \$2 and txn_id <> all/,
  /from unnest\(\$\d::(int4|int8|bytea)\[\]/,
  /(where|and) "?(node|id|m.id)"? = any\(\$\d::(int8|bytea)\[\]\)/,
];

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('statements', () => {
  let store: Store;
  let api: ReturnType<typeof createApi>;
  let name: string;

  beforeAll(async () => {
    const copy = await copyOnServer(demoAt(HEIGHT));
    ({ name } = copy);
    // As tables are read that are large, which a small chain's are not.
    await maintain(`alter database "${name}" set enable_seqscan = off`);
    store = await openStore({ databaseUrl: copy.databaseUrl, connections: 1 });
    await sql`vacuum analyze`.execute(store.db);
    const explorer = createExplorer(store, { contentOf: readContent(SAMPLE_CONTENT), heldRows: 0 });
    const onError = (error: unknown): never => {
      throw error;
    };
    api = createApi({ explorer, version: 'test', onError });
  }, 600_000);
  afterAll(async () => {
    await store.close();
    await maintain(`drop database if exists "${name}" with (force)`);
  });

  test.each(ENDPOINTS)('of $path are planned once', { timeout: 60_000 }, async (endpoint) => {
    const { path, part } = endpoint;
    const get = async (at: string): Promise<unknown> => (await api.request(API_BASE + at)).json();
    const samples = await findSamples(part, get);
    for (let turn = 0; turn < ASKED; turn++)
      await get(path.replace(/\{\w+\}/, samples[turn % samples.length] ?? ''));
    const { rows } = await store.snapshot((trx) =>
      sql<{ text: string; custom: number; generic: number }>`
        select trim(regexp_replace(statement, '\\s+', ' ', 'g')) as text,
          custom_plans::int4 as custom, generic_plans::int4 as generic
        from pg_prepared_statements`.execute(trx),
    );
    expect(rows.some(({ generic }) => generic > 0)).toBe(true);
    const anew = rows.filter(({ custom }) => custom > TRIED).map(({ text }) => text);
    expect(anew.filter((text) => !BY_VALUES.some((known) => known.test(text)))).toEqual([]);
  });
});
