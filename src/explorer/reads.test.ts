/** Tipsets and blocks on a made chain, and what is refused. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import { revise } from '#store/revise.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { blockDetailSchema, blockMessagesSchema } from './block/schema.ts';
import type { Explorer } from './index.ts';
import { idText } from './testing/chain.ts';
import { address, at, block, MESSAGES, TOP, writeNamed } from './testing/named.ts';
import { CONTRACT, digest, GENESIS_TIME } from './testing/rows.ts';
import { tipsetDetailSchema, tipsetMessagesSchema } from './tipset/schema.ts';

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;
  beforeAll(async () => {
    store = await open();
    ({ explorer } = await writeNamed(store));
  });

  describe('a tipset', () => {
    test('stands between its neighbours, its orphans beside it', async () => {
      const { data, head } = await explorer.tipset.at('4');
      expect(tipsetDetailSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        height: 4,
        timestamp: GENESIS_TIME + 120,
        messageCount: MESSAGES,
        key: [block(4), block(4, 1001)],
        parentKey: [block(3), block(3, 1001)],
        previousHeight: 3,
        nextHeight: 5,
        nullRound: false,
        executed: true,
        final: true,
        baseFee: '104',
      });
      expect(data.blocks.map((row) => row.cid)).toEqual(data.key);
      expect(data.blocks[0]).toMatchObject({
        miner: 'f01000',
        reward: '11',
        blockReward: '10',
        tips: '1',
        winCount: 1,
      });
      expect(data.orphans.map((row) => row.cid)).toEqual([cidOf(digest('orphan'))]);
      expect(head).toMatchObject({ height: TOP });
    });

    test('may be a null round', async () => {
      const { data } = await explorer.tipset.at(13);
      expect(tipsetDetailSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        nullRound: true,
        blocks: [],
        key: [],
        previousHeight: 12,
        nextHeight: 14,
        timestamp: GENESIS_TIME + 390,
      });
    });

    test('has the messages that it executed, page by page, and their gas', async () => {
      const { data } = await explorer.tipset.messages('4', { pageSize: 4 });
      expect(tipsetMessagesSchema.parse(data)).toEqual(data);
      expect(data.totalCount).toBe(MESSAGES);
      const rest = await explorer.tipset.messages('4', { before: data.next ?? '' });
      expect([...data.messages, ...rest.data.messages].map((row) => row.cid)).toEqual(
        Array.from({ length: MESSAGES }, (_, position) => at(4, position)),
      );
      expect(rest.data.next).toBeNull();
      expect(data.fill).toBeCloseTo(Number(data.gasLimit) / (2 * 1e10), 12);
      expect(BigInt(data.gasLimit)).toBeGreaterThanOrEqual(BigInt(data.gasUsed));
      const none = { totalCount: 0, messages: [], gasUsed: '0', next: null };
      for (const height of [13, TOP])
        expect((await explorer.tipset.messages(height)).data).toMatchObject(none);
      await expect(explorer.tipset.messages('4', { before: 'x' })).rejects.toThrow('badCursor');
      await expect(explorer.tipset.messages(TOP + 5)).rejects.toThrow();
    });

    test('at the head has no rewards yet', async () => {
      const { data } = await explorer.tipset.at(TOP);
      expect(data).toMatchObject({ executed: false, final: false, nextHeight: null, reward: null });
      expect(data.blocks.every((row) => row.reward === null)).toBe(true);
    });

    test('that the node has and the index has not yet, says so', async () => {
      const now = new Date();
      await store.db
        .insertInto('status')
        .values({
          state: 'backfilling',
          reason: null,
          node_height: TOP + 5,
          from_height: 0,
          target_height: TOP + 5,
          updated_at: now,
          head_seen_at: now,
          node: null,
        })
        .execute();
      await expect(explorer.tipset.at(TOP + 5)).rejects.toMatchObject({
        name: 'NotFound',
        code: 'tipsetNotIndexed',
        params: { indexed: TOP, node: TOP + 5 },
      });
      await expect(explorer.tipset.at(TOP + 6)).rejects.toMatchObject({ code: 'noTipset' });
      await store.db.deleteFrom('status').execute();
    });

    test('a height before the index began is told as such', async () => {
      const begins = async (height: number) => {
        await store.db.updateTable('network').set({ start_height: height }).execute();
        await revise(store.db);
      };
      await begins(2);
      await expect(explorer.tipset.at(1)).rejects.toMatchObject({
        name: 'NotFound',
        code: 'tipsetBeforeIndex',
        params: { start: 2 },
      });
      await begins(0);
    });

    test('outside of the index does not exist; nonsense is refused', async () => {
      await expect(explorer.tipset.at(TOP + 1)).rejects.toMatchObject({
        name: 'NotFound',
        code: 'noTipset',
      });
      for (const height of ['-1', 'x', '', '1.0', '1e3', undefined])
        await expect(explorer.tipset.at(height)).rejects.toMatchObject({
          name: 'BadInput',
          code: 'badHeight',
        });
      await expect(explorer.tipset.recent({ count: 0 })).rejects.toMatchObject({
        code: 'badCount',
      });
      expect((await explorer.tipset.recent({ count: '500' })).data).toHaveLength(36);
    });
  });

  describe('a block', () => {
    test('tells its rewards, parents and place', async () => {
      const { data } = await explorer.block.get(block(8, 1001));
      expect(blockDetailSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        height: 8,
        miner: 'f01001',
        position: 1,
        orphaned: false,
        parents: [block(7), block(7, 1001)],
        reward: '11',
        canonical: { height: 8, key: [block(8), block(8, 1001)] },
      });
    });

    test('that was orphaned points to what came instead', async () => {
      const { data } = await explorer.block.get(cidOf(digest('orphan')));
      expect(data).toMatchObject({
        orphaned: true,
        executed: false,
        final: false,
        reward: null,
        canonical: { height: 4, key: [block(4), block(4, 1001)] },
      });
    });

    test('that was orphaned gives no results of its messages, though another block brought them', async () => {
      const both = { block_cid: digest('orphan'), position: 1, cid: digest('message 4 0') };
      await store.db.insertInto('block_message').values(both).execute();
      const { data } = await explorer.block.messages(cidOf(digest('orphan')));
      // Clients ask for the key before they read the receipt's fields.
      expect(data.messages.map((row) => [row.cid, 'receipt' in row])).toEqual([
        [cidOf(digest('orphaned message')), false],
        [at(4, 0), false],
      ]);
      const canonical = await explorer.block.messages(block(4));
      expect(canonical.data.messages[0]).toMatchObject({ cid: at(4, 0), receipt: { exitCode: 0 } });
      await store.db
        .deleteFrom('block_message')
        .where('block_cid', '=', both.block_cid)
        .where('position', '=', 1)
        .execute();
    });

    test('lists its own messages, those of the head without a receipt', async () => {
      const { data } = await explorer.block.messages(block(8, 1001));
      expect(blockMessagesSchema.parse(data)).toEqual(data);
      expect(data.messages.map((row) => row.cid)).toEqual([at(8, 1), at(8, 3), at(8, 5)]);
      expect(data.messages[0]).toMatchObject({
        method: 'InvokeContract',
        evmMethod: 'transfer(address,uint256)',
        params: '0x44a9059cbb',
        receipt: { exitCode: 0, return: '0x40' },
      });
      const ofHead = await explorer.block.messages(block(TOP), { method: 'InvokeContract' });
      expect(ofHead.data.messages.map((row) => row.cid)).toEqual([
        at(TOP, 1),
        at(TOP, 3),
        at(TOP, 5),
      ]);
      expect(ofHead.data.messages[0]).toMatchObject({
        to: address(CONTRACT),
        toId: idText(CONTRACT),
        evmMethod: 'transfer(address,uint256)',
      });
      expect(ofHead.data.messages[0]).not.toHaveProperty('receipt');
      expect(ofHead.data.methods).toEqual(['InvokeContract', 'Send']);
    });

    test('is refused or not found', async () => {
      await expect(explorer.block.get('nonsense')).rejects.toMatchObject({
        name: 'BadInput',
        code: 'badCid',
      });
      await expect(explorer.block.get(cidOf(digest('no such')))).rejects.toMatchObject({
        name: 'NotFound',
        code: 'noBlock',
      });
      await expect(explorer.block.get('b'.repeat(10_000))).rejects.toMatchObject({
        name: 'BadInput',
      });
    });
  });
});
