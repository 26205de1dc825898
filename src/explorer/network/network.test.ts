/** The network's figures and the index's state on a made chain. */
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Explorer } from '../index.ts';
import { MESSAGES, TOP, writeNamed } from '../testing/named.ts';
import { writeNetwork } from '../testing/network.ts';
import { GENESIS_TIME, MULTISIG } from '../testing/rows.ts';
import { baseFeeStatsSchema, indexStatusSchema, overviewSchema } from './schema.ts';

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;
  beforeAll(async () => {
    store = await open();
    const made = await writeNamed(store);
    ({ explorer } = made);
    await writeNetwork(store, made.chain);
  });

  describe('the network', () => {
    test('gives the figures that it knows, and null for the others', async () => {
      const { data } = await explorer.network.overview();
      expect(overviewSchema.parse(data)).toEqual(data);
      expect(data).toMatchObject({
        height: TOP,
        accounts: 5,
        activeMiners: 2,
        totalMultisigLockedBalance: '500',
        blockReward: '10',
        totalSupply: String(1 + TOP + 6),
        circulatingSupply: '5',
        dailyMessages: 36 * MESSAGES,
        averageTipsetBlocks: 2,
        averageTipsetWeightedBlocks: 3,
        baseFee: '140',
        lowestBaseFee: '100',
        highestBaseFee: '140',
      });
      expect(data.averageTipsetInterval).toBeCloseTo((41 * 30) / 36, 9);
      // 35 executed tipsets earned 22 attoFIL each; at height h the power is h · 64 GiB.
      const power = Array.from({ length: TOP }, (_, h) => (h % 7 === 6 ? h - 1 : h) * 2 ** 36);
      const sum = power.reduce((all, own) => all + own, 0);
      expect(data.averageRewardPerByte).toBeCloseTo((35 * 22) / sum, 20);
      expect(data).toMatchObject({
        estimatedInitialPledgeCollateral: null,
        sealCost: null,
        price: null,
        priceChangePercentage: null,
        burntSupply: null,
        totalMarketPledge: null,
        dailyCoinsMined: null,
        inputs: { filVested: expect.any(String), filMinedBefore: null },
      });
    });

    test('does not know what multisigs have locked where one is not known', async () => {
      const known = await store.db
        .selectFrom('actor')
        .selectAll()
        .where('id', '=', MULTISIG)
        .executeTakeFirstOrThrow();
      const unknown = { ...known, id: 401, nonce: 0 };
      await store.db.insertInto('actor').values(unknown).execute();
      const { data } = await explorer.network.overview();
      expect(data.totalMultisigLockedBalance).toBeNull();
      await store.db.deleteFrom('actor').where('id', '=', 401).execute();
    });

    test('samples the base fee', async () => {
      const { data } = await explorer.network.baseFee({ samples: 288 });
      expect(baseFeeStatsSchema.parse(data)).toEqual(data);
      // 20 is a null round: the fee of 19 carries on.
      expect(data.map((sample) => sample.baseFee)).toEqual(['100', '110', '119', '130', '140']);
    });

    test('says how far the index is, by the clock of a recording', async () => {
      const seen = new Date((GENESIS_TIME + 50 * 30 - 7) * 1000);
      await store.db
        .insertInto('status')
        .values({
          state: 'backfilling',
          reason: null,
          node_height: 90,
          from_height: 0,
          target_height: 80,
          updated_at: seen,
          head_seen_at: seen,
          node: null,
        })
        .execute();
      const status = await explorer.network.status();
      expect(indexStatusSchema.parse(status)).toEqual(status);
      expect(status).toMatchObject({
        state: 'backfilling',
        progress: 0.5,
        lagEpochs: 50,
        headHeight: TOP,
        revision: 5,
        recorded: true,
        ended: false,
      });
      expect(status.clock).toEqual({
        // The node's head, not the index's: what is old does not look new while the index fills.
        now: GENESIS_TIME + 90 * 30 + 7,
        offset: (90 - 50) * 30 + 7,
      });
      await store.db
        .updateTable('status')
        .set({ state: 'ended', node_height: TOP, head_seen_at: new Date(0) })
        .execute();
      expect((await explorer.network.status()).clock.now).toBe(GENESIS_TIME + TOP * 30 + 30);
      await store.db.updateTable('network').set({ recorded: false }).execute();
      expect(await explorer.network.status()).toMatchObject({
        lagEpochs: 10,
        clock: { offset: 0 },
      });
    });
  });
});
