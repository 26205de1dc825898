/**
 * On a server, with a hundred times the rows: no answer goes through a table that grows with the
 * chain, and each reads one small part of it. `npm run bench -- plans` does the same with the whole
 * chain.
 */
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPlannedForValues } from '#store/plans.ts';
import type { EveryRead } from './testing/every-read.ts';
import { openLargeIndex, type LargeIndex } from './testing/large-index.ts';

/** By here the chain has rows of every kind. */
const HEIGHT = 2400;
const COPIES = 100;
const SETUP_MS = 600_000;

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('plans', () => {
  let index: LargeIndex;
  let every: EveryRead;

  beforeAll(async () => {
    index = await openLargeIndex(HEIGHT, COPIES);
    every = await index.askAll();
  }, SETUP_MS);
  afterAll(() => index.close());

  test('everything that can be asked is asked, and answered', () => {
    expect(index.rows).toBeGreaterThan(5_000_000);
    expect(every.unread).toEqual([]);
    expect(every.failures).toEqual([]);
  });

  test.each([
    ['planned for its values', false],
    ['planned once for all values, as prepared statements may be', true],
  ])(
    'every answer reads one small part of each table, %s',
    { timeout: SETUP_MS },
    async (_, generic) => {
      const offences: string[] = [];
      const judged = generic
        ? every.asked.filter(({ query }) => !isPlannedForValues(query.sql))
        : every.asked;
      for (const asked of judged)
        for (const offence of await index.offences(asked, generic))
          offences.push(`${asked.by}: ${offence}\n${asked.query.sql}`);
      expect(offences).toEqual([]);
    },
  );

  test.each([
    ['counts a table', 'select count(*) from message'],
    ['counts a long list', 'select count(*) from account_transfer where actor_id = 99'],
    ['sorts a table', 'select cid from execution order by gas_used desc limit 20'],
    ['leaves out rows', 'select cid from execution order by seq desc offset 50000 limit 20'],
    ['searches without an index', "select uri from nft where uri like '%a%' limit 20"],
    [
      'joins whole tables',
      'select count(*) from certificate c join tipset t on t.height = c.height and t.key = c.key',
    ],
  ])('a query that %s is found out', async (_, text) => {
    expect(await index.offences({ by: 'a test', query: CompiledQuery.raw(text, []) })).not.toEqual(
      [],
    );
  });
});
