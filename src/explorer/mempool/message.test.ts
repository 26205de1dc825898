/** The page of one message that waits, or that left the pool. */
import { delegatedFromEth, formatAddress, idAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain, type MadeChain } from '../testing/chain.ts';
import { digest, NOBODY, robustOf } from '../testing/rows.ts';
import { pooled, writePool } from '../testing/pool.ts';
import { BASE_FEE, cid, NEXT, TOP, writeUsual } from './testing/usual.ts';

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

    describe('a message', () => {
      test('that waits has a page', async () => {
        await usual();
        for (const id of [cid('b'), `0x${toHex(digest('eth of b'))}`]) {
          const { data, fresh } = await explorer.message.get(id);
          expect(fresh).toBe(true);
          expect(data).toMatchObject({
            cid: cid('b'),
            status: 'pending',
            height: null,
            createTimestamp: 1_700_001_002,
            nonceGap: 1,
            feeTooLow: false,
            maxFee: '1000000',
            method: 'InvokeContract',
            evmMethod: 'transfer(address,uint256)',
            receipt: null,
            blocks: [],
          });
          expect(data).not.toHaveProperty('replaced');
        }
        expect((await explorer.search.find({ id: cid('b') })).data).toEqual({
          type: 'message',
          cid: cid('b'),
        });
        expect((await explorer.message.others(cid('b'))).data.receipt).toBeNull();
        expect((await explorer.message.events(cid('b'))).data).toEqual([]);
        expect((await explorer.message.subcalls(cid('b'))).data).toEqual([]);
      });

      test('that waits has its place among the offers, and what would replace it', async () => {
        await usual();
        const offerOf = async (name: string) => (await explorer.message.get(cid(name))).data.offer;
        // By what the fee cap leaves: a, b and e offer 1, d nothing, c less than the base fee.
        const places = await Promise.all(['a', 'b', 'e', 'd', 'c'].map(offerOf));
        expect(places.map((offer) => [offer?.premium, offer?.rank, offer?.of])).toEqual([
          ['1', 1, 5],
          ['1', 1, 5],
          ['1', 1, 5],
          ['0', 4, 5],
          ['-1', 5, 5],
        ]);
        expect(places.map((offer) => offer?.gasAhead)).toEqual(['0', '0', '0', '6000', '8000']);
        // All messages of the made chain leave their miners 1.
        expect(places.map((offer) => offer?.level)).toEqual(['fast', 'fast', 'fast', null, null]);
        expect(places.map((offer) => offer?.earlier)).toEqual([0, 1, 0, 2, 0]);
        expect(places.map((offer) => offer?.missingNonces)).toEqual([
          [],
          [{ from: 247, to: 247 }],
          [],
          [
            { from: 247, to: 247 },
            { from: 249, to: 249 },
          ],
          [],
        ]);
        let highest = BASE_FEE;
        for (let epoch = 0; epoch < 20; epoch++) highest += (highest + 7n) / 8n;
        const cap = highest + 2n;
        const replacement = { premium: '2', feeCap: String(cap), maxFee: String(cap * 2000n) };
        expect(places.map((offer) => offer?.replacement)).toEqual([
          replacement,
          null,
          replacement,
          null,
          replacement,
        ]);
        expect((await explorer.message.get(cid('gone'))).data).not.toHaveProperty('offer');
      });

      test('is found by its sender and nonce: the one that ran, else the newest of the pool', async () => {
        await usual();
        const found = async (id: string) => (await explorer.search.find({ id })).data;
        const message = (name: string) => ({ type: 'message', cid: cid(name) });
        const robust = formatAddress(robustOf(100));
        for (const text of [`f0100 248`, `${robust} 248`, `${robust}  nonce #248`])
          expect(await found(text)).toEqual(message('b'));
        // What took the place of a message that the index never heard of.
        const ran = chain.executed.find(({ from_id }) => from_id === 100);
        expect(await found(`f0100 ${String(ran?.nonce)}`)).toEqual({
          type: 'message',
          cid: cidOf(ran?.cid ?? new Uint8Array()),
        });
        expect(await found('f0100 999999')).toEqual({});
        expect(await found('f0999999 1')).toEqual({});
      });

      test('to an address that no actor has is named by what that becomes', async () => {
        const call = { method: 3844450837, params: Uint8Array.of(0x44, 0xa9, 0x05, 0x9c, 0xbb) };
        const eth = delegatedFromEth(new Uint8Array(20).fill(9));
        await writePool(store, [
          pooled('eth', 100, NEXT[100], 1, { ...call, to_addr: eth }),
          pooled('key', 100, NEXT[100] + 1, 2, { method: 2, to_addr: NOBODY }),
          pooled('id', 100, NEXT[100] + 2, 3, { ...call, to_addr: idAddress(999_999) }),
        ]);
        const detail = async (name: string) => {
          const { data } = await explorer.message.get(cid(name));
          return [data.method, data.evmMethod, data.toId];
        };
        expect(await detail('eth')).toEqual(['InvokeContract', '', null]);
        expect(await detail('key')).toEqual(['PubkeyAddress', '', null]);
        expect((await detail('id'))[0]).toBe('Unknown (3844450837)');
      });

      test('that was dropped says so', async () => {
        await usual();
        const { data } = await explorer.message.get(cid('gone'));
        expect(data).toMatchObject({ status: 'dropped', createTimestamp: 1_700_001_006 });
      });

      test('that left the pool a moment ago still waits', async () => {
        await writePool(store, [
          pooled('left', 100, 246, 1, { departure: 2, departed_at: 1, departed_height: TOP }),
        ]);
        expect((await explorer.message.get(cid('left'))).data.status).toBe('pending');
        // Nor does it leave a gap: a block has it that the index has not seen yet.
        await writePool(store, [pooled('after', 100, 247, 3), pooled('later', 100, 249, 4)]);
        expect((await explorer.message.get(cid('after'))).data.nonceGap).toBe(0);
        expect((await explorer.message.get(cid('later'))).data.nonceGap).toBe(1);
        // One that took the other's place fills its place once.
        await writePool(store, [pooled('again', 100, 246, 5)]);
        expect((await explorer.message.get(cid('after'))).data.nonceGap).toBe(0);
        expect((await explorer.message.get(cid('later'))).data.nonceGap).toBe(1);
      });

      test('that was replaced leads to the last that took its place', async () => {
        const end = { departed_at: 1, departed_height: TOP, fate: 2 };
        await writePool(store, [
          pooled('a', 100, 246, 1, { ...end, departure: 4, replaced_by: digest('b') }),
          pooled('b', 100, 246, 2, { ...end, departure: 5, replaced_by: digest('c') }),
          pooled('c', 100, 246, 3),
        ]);
        for (const old of ['a', 'b']) {
          const { data, fresh } = await explorer.message.get(cid(old));
          expect(data).toMatchObject({
            cid: cid('c'),
            oldCid: cid(old),
            replaced: true,
            status: 'pending',
            replaces: [cid('b')],
          });
          expect(fresh).toBe(true);
        }
        expect((await explorer.message.get(cid('c'))).data).not.toHaveProperty('oldCid');
      });

      test('whose sender and nonce the chain has executed leads there, whatever the pool says', async () => {
        const winner = digest('message 10 0');
        const execution = chain.executed.find(({ cid }) => toHex(cid) === toHex(winner));
        if (!execution) throw new Error('The chain has no such message');
        const from_id = execution.from_id ?? 0;
        const nonce = Number(execution.nonce);
        await writePool(store, [
          pooled('x', from_id, nonce, 1, {
            departure: 3,
            departed_at: 1,
            departed_height: TOP,
            fate: 2,
            replaced_by: digest('y'),
          }),
          pooled('y', from_id, nonce, 2),
        ]);
        for (const old of ['x', 'y'])
          expect((await explorer.message.get(cid(old))).data).toMatchObject({
            cid: cidOf(winner),
            oldCid: cid(old),
            replaced: true,
            height: 10,
          });
        expect((await explorer.message.get(cidOf(winner))).data).not.toHaveProperty('replaced');
      });

      test('that a fork gave back to the pool waits again', async () => {
        const id = cid('orphaned message');
        expect((await explorer.message.get(id)).data.status).toBe('orphaned');
        await writePool(store, [pooled('orphaned message', 100, 999, 1)]);
        expect((await explorer.message.get(id)).data).toMatchObject({
          status: 'pending',
          nonceGap: 999 - NEXT[100],
        });
      });

      test('that points in a circle is answered', async () => {
        const end = { departed_at: 1, departed_height: TOP, fate: 2 };
        await writePool(store, [
          pooled('a', 100, 246, 1, { ...end, departure: 3, replaced_by: digest('b') }),
          pooled('b', 100, 246, 2, { ...end, departure: 4, replaced_by: digest('a') }),
        ]);
        expect((await explorer.message.get(cid('a'))).data.cid).toBe(cid('b'));
      });
    });
  });
});
