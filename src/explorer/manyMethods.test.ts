/** What lists of methods cost where somebody has called a hundred thousand numbers that no actor knows. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Explorer } from './index.ts';
import { idText, makeChain, writeChain } from './testing/chain.ts';
import { openJudged, type Judged } from './testing/judged.ts';
import { writeNetwork } from './testing/network.ts';
import { SENDERS } from './testing/rows.ts';

const TOP = 20;
const CALLED = 100_000;
const TABLES = ['method', 'account_method', 'method_total', 'method_sum'];

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')(
  'methods of hostile senders',
  () => {
    let index: Judged;

    beforeAll(async () => {
      index = await openJudged(TABLES, async (store) => {
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
      });
    });
    afterAll(() => index?.close());

    /** Whether methods that exist stand in it, though others were called far more often. */
    const LISTS: [string, boolean, (explorer: Explorer) => Promise<Answer<unknown>>][] = [
      ['messages', false, ({ message }) => message.list({})],
      ['an account’s messages', true, ({ account }) => account.messages(idText(SENDERS[0]), {})],
      ['fees', true, ({ stats }) => stats.messageFee()],
      ['what is called how often', false, ({ stats }) => stats.methods({})],
    ];

    it.each(LISTS)('%s: no more than a few thousand rows are read', async (_, existing, read) => {
      const { data, statements, offences } = await index.judge(read, 5000);
      expect(statements).toBeGreaterThan(0);
      expect(offences).toEqual([]);
      if (existing) expect(JSON.stringify(data)).toContain('Send');
    });
  },
);
