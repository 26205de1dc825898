/** Paging of every list: nothing lost, nothing twice, stable under new heads and forks. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from './index.ts';
import { makeChain, writeChain, isNull } from './testing/chain.ts';
import { byCursor, byPages, CASES } from './testing/lists.ts';
import { headToken } from './head.ts';

const TOP = 40;
const MESSAGES = 6;

eachDatabase((open) => {
  const chain = makeChain({ height: TOP, messages: MESSAGES });
  let store: Store;
  let explorer: Explorer;
  beforeAll(async () => {
    store = await open();
    await writeChain(store, chain);
    explorer = createExplorer(store);
  });

  describe.each(CASES)('$name', (list) => {
    test('pages and cursors give every row once', async () => {
      const { data } = await list.read(explorer, {});
      const pages = await byPages(list, explorer);
      expect(pages.length).toBeGreaterThan(list.name.includes('block') ? 5 : 14);
      expect(pages).toHaveLength(data.totalCount);
      expect(new Set(pages).size).toBe(pages.length);
      expect(await byCursor(list, explorer)).toEqual(pages);
    });

    test('beyond the end is empty', async () => {
      for (const page of [10_000, '99999999999999999999']) {
        const { data } = await list.read(explorer, { page });
        expect(list.rows(data)).toEqual([]);
        expect(data.next).toBeNull();
        expect(data.totalCount).toBeGreaterThan(0);
      }
    });

    test('sizes are clamped, nonsense is refused', async () => {
      const { data } = await list.read(explorer, { pageSize: 100_000 });
      expect(list.rows(data)).toHaveLength(Math.min(100, data.totalCount));
      for (const pageSize of ['0', '-1', 'x', '1.5', 'NaN', -3, 0])
        await expect(list.read(explorer, { pageSize })).rejects.toMatchObject({
          name: 'BadInput',
          code: 'badPageSize',
        });
      for (const page of ['-1', 'x', '1e3', -1])
        await expect(list.read(explorer, { page })).rejects.toMatchObject({
          name: 'BadInput',
          code: 'badPage',
        });
      await expect(list.read(explorer, { before: 'no cursor' })).rejects.toMatchObject({
        code: 'badCursor',
      });
    });
  });

  test('a list of messages agrees with what was executed', async () => {
    const all = CASES[1];
    if (!all) throw new Error('no case');
    expect(await byPages(all, explorer)).toEqual(
      chain.executed.map((row) => cidOf(row.cid)).reverse(),
    );
  });

  describe('pinned to an earlier head', () => {
    const height = 31;
    const head = headToken(height, chain.keyAt(height));
    let then: Explorer;
    beforeAll(async () => {
      const fresh = await open();
      await writeChain(fresh, makeChain({ height, messages: MESSAGES }));
      then = createExplorer(fresh);
    });

    const lists = CASES.filter((list) => list.name !== 'messages of a block');
    test.each(lists)('$name are as they were then', async (list) => {
      const expected = await byPages(list, then);
      expect(await byPages(list, explorer, { head })).toEqual(expected);
      expect(await byCursor(list, explorer, { head })).toEqual(expected);
      const { data } = await list.read(explorer, { head });
      expect(data.totalCount).toBe(expected.length);
    });
  });

  test('a head that is too old, replaced or malformed is refused', async () => {
    const token = headToken(19, chain.keyAt(19));
    expect((await explorer.message.list({ head: token })).data.totalCount).toBeGreaterThan(0);
    await expect(
      explorer.message.list({ head: token.replace(/.$/, (c) => (c === '0' ? '1' : '0')) }),
    ).rejects.toMatchObject({ name: 'Gone', code: 'goneHead' });
    // A null round was never a head.
    await expect(explorer.message.list({ head: `20${token.slice(2)}` })).rejects.toMatchObject({
      name: 'Gone',
    });
    await expect(explorer.message.list({ head: `99${token.slice(2)}` })).rejects.toMatchObject({
      name: 'Gone',
    });
    await expect(explorer.message.list({ head: 'x' })).rejects.toMatchObject({
      name: 'BadInput',
      code: 'badHead',
    });
    const current = (await explorer.network.info()).head;
    expect((await explorer.message.list({ head: current?.token })).data.totalCount).toBe(
      chain.executed.length,
    );
  });

  test('a cursor beyond the last row of its tipset stands at the end of that', async () => {
    const within = await explorer.message.list({ before: '19.999999' });
    const after = await explorer.message.list({ before: '20' });
    expect(within.data).toEqual(after.data);
    const before = await explorer.message.list({ before: '19' });
    expect(before.data.messages).not.toEqual(within.data.messages);
  });

  test('a cursor goes on at its place when rows above it were replaced', async () => {
    const shorter = await open();
    const all = CASES[1];
    if (!all) throw new Error('no case');
    const first = await explorer.message.list({ pageSize: 30 });
    // The same chain with another end: what is below the cursor is the same.
    await writeChain(shorter, makeChain({ height: TOP - 2, messages: MESSAGES }));
    const rest = await byCursor(all, createExplorer(shorter), { before: first.data.next ?? '' });
    const expected = (await byPages(all, explorer)).slice(30);
    expect(rest).toEqual(expected);
    expect(rest.length).toBeGreaterThan(0);
  });

  test('null rounds are not tipsets', async () => {
    const { data } = await explorer.tipset.list({ pageSize: 100 });
    expect(data.tipsets.map((tipset) => tipset.height)).toEqual(chain.heights.toReversed());
    expect(data.tipsets.some((tipset) => isNull(tipset.height))).toBe(false);
  });
});
