/** The pool as its list tells it, and what waits for an account. */
import { formatAddress } from '#filecoin/address.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain, type MadeChain } from '../testing/chain.ts';
import { CONTRACT, digest, NOBODY, robustOf } from '../testing/rows.ts';
import { pooled, writePool } from '../testing/pool.ts';
import { headToken } from '../head.ts';
import { mempoolListSchema, mempoolOfAddressSchema, pendingMessagesSchema } from './schema.ts';
import { cid, TOP, writeUsual } from './testing/usual.ts';

const names = (messages: readonly { cid: string }[], ...known: string[]): (string | undefined)[] =>
  messages.map((message) => known.find((name) => cid(name) === message.cid));

describe('the pool', () => {
  eachDatabase((open) => {
    let store: Store;
    let explorer: Explorer;
    let chain: MadeChain;

    beforeAll(async () => {
      store = await open();
      chain = makeChain({ height: TOP, messages: 6 });
      await writeChain(store, chain);
      explorer = createExplorer(store);
    });
    beforeEach(async () => {
      await store.db.deleteFrom('mempool').execute();
    });

    const usual = () => writeUsual(store);
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'gone'];

    test('is listed newest first, with what each message waits for', async () => {
      await usual();
      const { data, fresh } = await explorer.mempool.list();
      expect(mempoolListSchema.parse(data)).toEqual(data);
      expect(fresh).toBe(true);
      expect(names(data.messages, ...all)).toEqual(['e', 'd', 'c', 'b', 'a']);
      expect(data).toMatchObject({
        totalCount: 5,
        methods: ['Send', 'InvokeContract'],
        next: null,
      });
      // Of 100 are there 246, 248 and 250: 247 is missing for the second, 249 too for the third.
      expect(data.messages.map(({ nonceGap }) => nonceGap)).toEqual([0, 2, 0, 1, 0]);
      expect(data.messages.map(({ feeTooLow }) => feeTooLow)).toEqual([
        false,
        false,
        true,
        false,
        false,
      ]);
      expect(data.messages[3]).toMatchObject({
        from: formatAddress(robustOf(100)),
        fromId: 'f0100',
        to: formatAddress(robustOf(CONTRACT)),
        toId: `f0${CONTRACT}`,
        nonce: 248,
        value: '7',
        gasLimit: 2000,
        gasFeeCap: '500',
        gasPremium: '1',
        maxFee: '1000000',
        method: 'InvokeContract',
        methodNumber: 3844450837,
        evmMethod: 'transfer(address,uint256)',
        createTimestamp: 1_700_001_002,
      });
    });

    test('is filtered by method', async () => {
      await usual();
      const { data } = await explorer.mempool.list({ method: 'InvokeContract' });
      expect(names(data.messages, ...all)).toEqual(['b']);
      expect(data).toMatchObject({ totalCount: 1, methods: ['Send', 'InvokeContract'] });
      expect((await explorer.mempool.list({ method: 'Nothing' })).data).toMatchObject({
        totalCount: 0,
        messages: [],
      });
    });

    test('keeps its pages while it changes', async () => {
      await usual();
      const first = (await explorer.mempool.list({ pageSize: 2 })).data;
      expect(names(first.messages, ...all)).toEqual(['e', 'd']);
      await writePool(store, [pooled('f', 102, 300, 8)]);
      await store.db
        .updateTable('mempool')
        .set({ departure: 9, departed_at: 1, departed_height: TOP, fate: 1 })
        .where('cid', 'in', [digest('c'), digest('d')])
        .execute();
      const pages = async (input: object) =>
        names((await explorer.mempool.list(input)).data.messages, ...all);
      // By page of the same state, by cursor, by page of the present state.
      const head = first.snapshot;
      expect(await pages({ pageSize: 2, page: 0, head })).toEqual(['e', 'd']);
      expect(await pages({ pageSize: 2, page: 1, head })).toEqual(['c', 'b']);
      expect(await pages({ pageSize: 2, page: 2, head })).toEqual(['a']);
      expect(await pages({ pageSize: 2, page: 9, head })).toEqual([]);
      const before = first.next ?? '';
      expect(await pages({ pageSize: 2, before })).toEqual(['c', 'b']);
      const second = (await explorer.mempool.list({ pageSize: 2, before })).data;
      expect(second.totalCount).toBe(5);
      expect(await pages({ pageSize: 2, before: second.next ?? '' })).toEqual(['a']);
      expect(await pages({ pageSize: 2, page: 1 })).toEqual(['b', 'a']);
      expect(await pages({})).toEqual(['f', 'e', 'b', 'a']);
    });

    test('is told as a head left it for the next one', async () => {
      await usual();
      const past = TOP - 2;
      await writePool(store, [
        pooled('f', 102, 300, 8, {
          departure: 10,
          departed_at: 1,
          departed_height: TOP - 1,
          fate: 1,
        }),
      ]);
      const token = (height: number): string => headToken(height, chain.keyAt(height));
      const at = async (head: string) =>
        names((await explorer.mempool.list({ head })).data.messages, ...all);
      await store.db
        .updateTable('mempool')
        .set({ departed_height: past })
        .where('cid', '=', digest('gone'))
        .execute();
      expect(await at(token(past))).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
      expect(await at(token(TOP))).toEqual(['e', 'd', 'c', 'b', 'a']);
      await expect(at(`${past}:${'0'.repeat(32)}`)).rejects.toMatchObject({ name: 'Gone' });
      await expect(at('1:2:3')).rejects.toMatchObject({ code: 'badHead' });
      await expect(explorer.mempool.list({ before: 'x' })).rejects.toMatchObject({
        code: 'badCursor',
      });
    });

    test('is found by either end, in any form of its address, oldest first', async () => {
      await usual();
      for (const form of ['f0100', formatAddress(robustOf(100))]) {
        const { data, fresh } = await explorer.mempool.ofAddress({ address: form });
        expect(mempoolOfAddressSchema.parse(data)).toEqual(data);
        expect(fresh).toBe(true);
        expect(names(data.messages, ...all)).toEqual(['a', 'b', 'c', 'd', 'e']);
      }
      const contract = (await explorer.mempool.ofAddress({ address: `f0${CONTRACT}` })).data;
      expect(names(contract.messages, ...all)).toEqual(['b']);
      expect(
        (await explorer.mempool.ofAddress({ address: formatAddress(NOBODY) })).data.messages,
      ).toEqual([]);
      expect((await explorer.mempool.ofAddress({ pageSize: 5000 })).data.messages).toHaveLength(5);
      expect((await explorer.mempool.ofAddress({ address: 'f0100' })).data).toMatchObject({
        totalCount: 5,
        methods: ['Send', 'InvokeContract'],
        next: null,
      });
      await expect(explorer.mempool.ofAddress({ address: 'f0999999' })).rejects.toMatchObject({
        name: 'NotFound',
      });
    });

    test('of an account keeps its pages while it changes', async () => {
      await usual();
      type Page = { messages: { cid: string }[]; next: string | null; snapshot: string };
      const lists: [(input: object) => Promise<{ data: Page }>, string[]][] = [
        [
          (input) => explorer.mempool.ofAddress({ address: 'f0100', ...input }),
          ['a', 'b', 'c', 'd', 'e'],
        ],
        [(input) => explorer.mempool.pending('f0100', input), ['e', 'd', 'c', 'b', 'a']],
      ];
      const size = { pageSize: 2, limit: 2 };
      const cids = ({ messages }: Page): string[] => messages.map((message) => message.cid);
      const first: [Page, string[]][] = [];
      for (const [list, order] of lists) {
        const whole = cids((await list({ pageSize: 100, limit: 100 })).data);
        const { data } = await list(size);
        expect(cids(data)).toEqual(order.slice(0, 2).map(cid));
        first.push([data, whole]);
      }
      await writePool(store, [pooled('f', 100, 300, 8), pooled('g', 101, 301, 9)]);
      await store.db
        .updateTable('mempool')
        .set({ departure: 10, departed_at: 1, departed_height: TOP, fate: 1 })
        .where('cid', 'in', [digest('c'), digest('d')])
        .execute();
      for (const [index, [list]] of lists.entries()) {
        const [page, whole] = first[index] ?? [];
        if (!page || !whole) throw new Error('There is no first page');
        const read = cids(page);
        for (let { next } = page; next !== null;) {
          const { data } = await list({ ...size, before: next });
          expect(data.snapshot).toBe(page.snapshot);
          read.push(...cids(data));
          ({ next } = data);
        }
        expect(read).toEqual(whole);
        const held = { head: page.snapshot, pageSize: 100, limit: 100 };
        expect(cids((await list(held)).data)).toEqual(whole);
        // Where an export was broken off: by the rows that were read of it.
        const rest = { pageSize: 100, limit: 100, before: `${page.snapshot}.3` };
        expect(cids((await list(rest)).data)).toEqual(whole.slice(3));
        expect(cids((await list({ pageSize: 100, limit: 100 })).data)).not.toEqual(whole);
        for (const before of ['x', '1', ':.1', '1:2:3.4'])
          await expect(list({ before })).rejects.toMatchObject({ name: 'BadInput' });
      }
    });

    test('is joined with the head’s messages, which have not run either', async () => {
      await usual();
      // One of them has come through the pool, and still is in it.
      await writePool(store, [
        pooled(`message ${TOP} 2`, 100, 242, 7),
        pooled('f', 102, 245, 8, { to_addr: robustOf(102) }),
      ]);
      const { data, fresh } = await explorer.mempool.pending('f0100', { limit: 100 });
      expect(pendingMessagesSchema.parse(data)).toEqual(data);
      expect(fresh).toBe(true);
      const inHead = data.messages.filter(({ height }) => height !== null);
      // 100 sends two, of which both blocks have the second. The others of 101 and 102 are not to it.
      expect(inHead.map((message) => message.cid)).toEqual([
        cid(`message ${TOP} 2`),
        cid(`message ${TOP} 5`),
      ]);
      for (const message of inHead) expect(message.height).toBe(TOP);
      expect(inHead.find((message) => message.cid === cid(`message ${TOP} 2`))).toMatchObject({
        createTimestamp: 1_700_001_007,
      });
      expect(inHead.find((message) => message.cid === cid(`message ${TOP} 5`))).toMatchObject({
        createTimestamp: null,
        method: 'InvokeContract',
      });
      expect(names(data.messages.slice(0, 5), ...all)).toEqual(['e', 'd', 'c', 'b', 'a']);
      expect(data.totalCount).toBe(5 + inHead.length);
      expect(data.methods.toSorted()).toEqual(
        [...new Set(data.messages.map(({ method }) => method))].toSorted(),
      );
      const many = (name: string) => data.messages.filter(({ method }) => method === name).length;
      const counts = data.methods.map(many);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      // Across the joint.
      const paged: string[] = [];
      for (let offset = 0; offset < data.totalCount + 3; offset += 3) {
        const part = await explorer.mempool.pending('f0100', { limit: 3, offset });
        expect(part.data.totalCount).toBe(data.totalCount);
        paged.push(...part.data.messages.map((message) => message.cid));
      }
      expect(paged).toEqual(data.messages.map((message) => message.cid));
      await expect(explorer.mempool.pending('f0100', { offset: '-1' })).rejects.toMatchObject({
        name: 'BadInput',
      });
    });
  });
});
