/** What lists of methods cost where somebody has called a hundred thousand numbers that no actor knows. */
import { Kysely, sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poolDialect } from '#store/postgres/dialect.ts';
import { openPool } from '#store/postgres/pool.ts';
import type { Database } from '#store/schema.ts';
import { openStore, type Store } from '#store/store.ts';
import { copyOnServer } from '#store/testing/kept.ts';
import { createJudge, type Judge } from '#store/testing/plan.ts';
import { maintain } from '#store/testing/server.ts';
import { createExplorer, type Answer, type Explorer } from './index.ts';
import { idText, makeChain, writeChain } from './testing/chain.ts';
import { writeNetwork } from './testing/network.ts';
import { SENDERS } from './testing/rows.ts';

const TOP = 20;
const CALLED = 100_000;
const TABLES = ['method', 'account_method', 'method_total', 'method_sum'] as const;

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')(
  'methods of hostile senders',
  () => {
    let database: { databaseUrl: string; name: string };
    let store: Store;
    let logged: Kysely<Database>;
    let judge: Judge;
    let explorer: Explorer;
    let asked: CompiledQuery[] = [];

    beforeAll(async () => {
      database = await copyOnServer();
      store = await openStore(database);
      const chain = makeChain({ height: TOP, messages: 2 });
      await writeChain(store, chain);
      await writeNetwork(store, chain);
      const numbers = sql`generate_series(1, ${CALLED}::int) id`;
      for (const insert of [
        sql`insert into method select id, 'Unknown (' || id || ')', 1000 from ${numbers}`,
        sql`insert into account_method select ${SENDERS[0]}::int8, id, 1000 from ${numbers}`,
        sql`insert into method_total select id, ${TOP - 1}::int, 1000, 1, 1, 1, 1 from ${numbers}`,
        sql`insert into method_sum select id, ${TOP - 1}::int, 1000, 1, 1, 1, 1 from ${numbers}`,
      ])
        await insert.execute(store.db);
      await sql`analyze`.execute(store.db);
      judge = await createJudge(store.db, new Set(TABLES));
      const pool = await openPool(database.databaseUrl, () => {});
      logged = new Kysely<Database>({
        dialect: poolDialect(pool),
        log: ({ query }) => void asked.push(query),
      });
      explorer = createExplorer({
        ...store,
        db: logged,
        snapshot: (work) => logged.transaction().execute(work),
      });
    });
    afterAll(async () => {
      await logged?.destroy();
      await store?.close();
      if (database) await maintain(`drop database "${database.name}" with (force)`);
    });

    const LISTS: Readonly<Record<string, () => Promise<Answer<unknown>>>> = {
      messages: () => explorer.message.list({}),
      'an account’s messages': () => explorer.account.messages(idText(SENDERS[0]), {}),
      fees: () => explorer.stats.messageFee(),
      'what is called how often': () => explorer.stats.methods({}),
    };

    /** Lists of what is called most often, and of nothing else. */
    const OFTEN = new Set(['messages', 'what is called how often']);

    it.each(Object.keys(LISTS))('%s: no more than a few thousand rows are read', async (list) => {
      asked = [];
      const answer = await LISTS[list]?.();
      const offences = [];
      for (const query of asked)
        if (TABLES.some((table) => new RegExp(`\\b${table}\\b`).test(query.sql)))
          offences.push(...(await judge.offences(query, 5000)));
      expect(asked.length).toBeGreaterThan(0);
      expect(offences).toEqual([]);
      // Methods that exist are not lost among them, though they were called far less often.
      if (!OFTEN.has(list)) expect(JSON.stringify(answer?.data)).toContain('Send');
    });
  },
);
