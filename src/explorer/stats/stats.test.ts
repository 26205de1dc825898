/** The figures of a made chain, against the same counted from its rows. */
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { networkRows, writeNetwork } from '../testing/network.ts';
import { isNull, makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, GENESIS_TIME, MULTISIG } from '../testing/rows.ts';
import {
  activityStatsSchema,
  feeStatsSchema,
  methodStatsSchema,
  networkStatsSchema,
  pledgeStatsSchema,
  powerStatsSchema,
  rewardStatsSchema,
} from './schema.ts';

const TOP = 3101;
const DAY = 2880;

eachDatabase((open) => {
  describe('figures over time', () => {
    let store: Store;
    let explorer: Explorer;
    const chain = makeChain({ height: TOP, messages: 3 });

    beforeAll(async () => {
      store = await open();
      await writeChain(store, chain);
      await writeNetwork(store, chain);
      explorer = createExplorer(store);
    });

    test('power, with what it changed since the sample before', async () => {
      const { data } = await explorer.stats.power({ samples: 8 });
      expect(powerStatsSchema.parse(data)).toEqual(data);
      expect(data.map(({ height }) => height)).toEqual(
        Array.from({ length: 8 }, (_, i) => TOP - (7 - i) * 360),
      );
      const power = (height: number): number => (isNull(height) ? height - 1 : height) * 2 ** 35;
      for (const row of data) {
        expect(row.rawBytePower).toBe(String(power(row.height)));
        expect(row.qualityAdjPower).toBe(String(2 * power(row.height)));
        expect(row.rawBytePowerDelta).toBe(String(power(row.height) - power(row.height - 360)));
      }
    });

    test('rewards per byte, each over its day', async () => {
      const { data } = await explorer.stats.rewardPerByte({ duration: '7d', samples: 336 });
      expect(rewardStatsSchema.parse(data)).toEqual(data);
      // One sample per half hour, as far as a whole day lies before it.
      expect(data.map(({ height }) => height)).toEqual([2921, 2981, 3041, 3101]);
      for (const { height, rewardPerByte } of data) {
        let rewards = 0;
        let power = 0;
        for (let epoch = height - DAY; epoch < height; epoch++) {
          if (!isNull(epoch)) rewards += 22;
          power += (isNull(epoch) ? epoch - 1 : epoch) * 2 ** 36;
        }
        expect(rewardPerByte / (rewards / power)).toBeCloseTo(1, 9);
      }
    });

    test('fees by method of the last day', async () => {
      const { data } = await explorer.stats.messageFee();
      expect(feeStatsSchema.parse(data)).toEqual(data);
      const inWindow = chain.executed.filter(({ height }) => height >= TOP - DAY);
      const messages = new Map(chain.rows.message.map((one) => [toHex(one.cid), one]));
      const names = new Map(chain.rows.method.map(({ id, name }) => [id, name]));
      expect(data.map(({ method }) => method).sort()).toEqual(['', ...names.values()].sort());
      expect(data[0]?.method).toBe('');
      for (const row of data) {
        const own = inWindow.filter(
          ({ method_id }) => row.method === '' || names.get(method_id) === row.method,
        );
        const sum = (of: (one: (typeof own)[number]) => number): number =>
          own.reduce((all, one) => all + of(one), 0);
        expect(row.count).toBe(own.length);
        expect(row.totalFee).toBe(String(111 * own.length));
        expect(row.fee).toBe('111');
        expect(row.gasUsed).toBeCloseTo(sum((one) => Number(one.gas_used)) / own.length, 6);
        expect(row.gasLimit).toBeCloseTo(
          sum((one) => Number(messages.get(toHex(one.cid))?.gas_limit)) / own.length,
          6,
        );
        const premiums = sum((one) => Number(messages.get(toHex(one.cid))?.gas_premium));
        expect(row.gasPremium).toBe(String(Math.floor(premiums / own.length)));
      }
    });

    test.each([
      ['24h', 3600],
      ['7d', 86_400],
    ])('activity of %s', async (duration, length) => {
      const { data } = await explorer.stats.activity({ duration });
      expect(activityStatsSchema.parse(data)).toEqual(data);
      const end = GENESIS_TIME + TOP * 30;
      const from = end - (duration === '24h' ? 86_400 : 7 * 86_400);
      const first = Math.max(from - (from % length), GENESIS_TIME - (GENESIS_TIME % length));
      expect(data.map(({ timestamp }) => timestamp)).toEqual(
        Array.from({ length: Math.ceil((end - first) / length) }, (_, i) => first + i * length),
      );
      for (const row of data) {
        const within = ({ timestamp }: { timestamp: number }): boolean =>
          timestamp >= row.timestamp && timestamp < row.timestamp + length;
        const tipsets = chain.rows.tipset.filter((one) => one.executed && within(one));
        const executed = chain.executed.filter(within);
        expect(row).toMatchObject({
          tipsets: tipsets.length,
          blocks: 2 * tipsets.length,
          averageTipsetInterval: (epochsOf(row.timestamp, length) * 30) / tipsets.length,
          messages: executed.length,
          fees: String(executed.length * 111),
          rewards: String(tipsets.length * 22),
          gasUsed: String(executed.length * 1000),
        });
        const fees = tipsets.map(({ base_fee }) => Number(base_fee));
        expect(row.baseFee?.min).toBe(String(Math.min(...fees)));
        expect(row.baseFee?.max).toBe(String(Math.max(...fees)));
        if (length === 3600) expect(row).not.toHaveProperty('activeAddresses');
        else expect(row.activeAddresses).toBe(new Set(executed.map(({ from_id }) => from_id)).size);
      }
    });

    test('activity has hours in which nothing was executed, too', async () => {
      const whole = (await explorer.stats.activity()).data;
      const hours = store.db.selectFrom('network_hour').selectAll();
      const emptied = await hours.orderBy('start', 'desc').limit(1).executeTakeFirstOrThrow();
      await store.db.deleteFrom('network_hour').where('start', '=', emptied.start).execute();
      const { data } = await explorer.stats.activity();
      expect(activityStatsSchema.parse(data)).toEqual(data);
      expect(data).toEqual(
        whole.map((row) =>
          row.timestamp === emptied.start
            ? { ...row, tipsets: 0, averageTipsetInterval: null, baseFee: null }
            : row,
        ),
      );
      expect(data.filter(({ baseFee }) => baseFee === null)).toHaveLength(1);
      await store.db.insertInto('network_hour').values(emptied).execute();
    });

    /** Epochs of a period that are executed. */
    function epochsOf(start: number, length: number): number {
      let epochs = 0;
      for (let epoch = 0; epoch < TOP; epoch++) {
        const time = GENESIS_TIME + epoch * 30;
        if (time >= start && time < start + length) epochs++;
      }
      return epochs;
    }

    test.each([
      ['24h', 3600],
      ['7d', 86_400],
    ])('messages by method of %s', async (duration, length) => {
      const { data } = await explorer.stats.methods({ duration, count: 2 });
      expect(methodStatsSchema.parse(data)).toEqual(data);
      const starts = (await explorer.stats.activity({ duration })).data;
      expect(data.map(({ timestamp }) => timestamp)).toEqual(
        starts.map(({ timestamp }) => timestamp),
      );
      const names = new Map(chain.rows.method.map(({ id, name }) => [id, name]));
      const first = data[0]?.timestamp ?? 0;
      const totals = new Map<string, number>();
      for (const { timestamp, method_id } of chain.executed) {
        const name = names.get(method_id) ?? '';
        if (timestamp >= first) totals.set(name, (totals.get(name) ?? 0) + 1);
      }
      const most = [...totals].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 2);
      for (const { timestamp, methods } of data) {
        expect(methods.map(({ method }) => method)).toEqual(most.map(([name]) => name));
        for (const { method, count, gasUsed, totalFee } of methods) {
          const own = chain.executed.filter(
            (one) =>
              names.get(one.method_id) === method &&
              one.timestamp >= timestamp &&
              one.timestamp < timestamp + length,
          );
          expect([count, totalFee]).toEqual([own.length, String(111 * own.length)]);
          expect(gasUsed).toBe(String(1000 * own.length));
        }
      }
      const all = (await explorer.stats.methods({ duration, count: 100 })).data;
      const counted = all.flatMap(({ methods }) => methods.map(({ count }) => count));
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(
        [...totals.values()].reduce((sum, count) => sum + count, 0),
      );
    });

    test('the network at each height, by the totals and the sums below it', async () => {
      const { data } = await explorer.stats.network({ samples: 8 });
      expect(networkStatsSchema.parse(data)).toEqual(data);
      const totals = await store.db.selectFrom('network_state').selectAll().execute();
      const now = await store.db.selectFrom('network_now').selectAll().executeTakeFirstOrThrow();
      const sums = await store.db.selectFrom('network_sum').selectAll().execute();
      for (const row of data) {
        const state = row.height === TOP ? now : totals.findLast((one) => one.height <= row.height);
        const counts = sums.findLast((one) => one.height < row.height);
        expect(row).toMatchObject({
          accounts: counts?.accounts,
          activeMiners: counts?.active_miners,
          circulatingSupply: state?.fil_circulating,
          filMined: state?.fil_mined,
          filLocked: state?.fil_locked,
          burntSupply: state?.fil_burnt,
          totalPledgeCollateral: state?.pledge_collateral,
          epochReward: state?.this_epoch_reward,
          baselinePower: state?.baseline_power,
        });
      }
      expect(data).toHaveLength(8);
    });

    test('the pledge is left out where the formula lacks an input', async () => {
      const { data } = await explorer.stats.sectorInitialPledge();
      expect(pledgeStatsSchema.parse(data)).toEqual([]);
      await store.db
        .updateTable('network_now')
        .set({
          reward_position: 0n,
          reward_velocity: 0n,
          power_position: 1n << 164n,
          power_velocity: 0n,
          baseline_power: 2n ** 37n,
          fil_circulating: 10n ** 18n,
          ramp_start: int32(0),
          ramp_epochs: int32(0),
        })
        .execute();
      // What a head has been asked for is held.
      const { data: known } = await createExplorer(store).stats.sectorInitialPledge();
      // A quarter of 30 % of 1 FIL by the baseline (70 %), half of it by the network's power (30 %).
      const share = (3n * 10n ** 17n * (7n * 1n + 3n * 2n)) / 40n + 1n;
      expect(known).toEqual([
        {
          height: TOP,
          timestamp: GENESIS_TIME + TOP * 30,
          // Clients show it times 32 GiB.
          initialPledge: Number(share) / 2 ** 35,
          sectorPledge: share.toString(),
          bands: { sectorPledge: null },
        },
      ]);
    });

    test('the made sums are the chain’s', () => {
      const last = networkRows(chain).network_sum?.at(-1);
      expect(last?.executed).toBe(chain.executed.length);
    });
  });

  describe('the rich list', () => {
    let explorer: Explorer;
    let store: Store;
    const chain = makeChain({ height: 40, messages: 2 });

    beforeAll(async () => {
      store = await open();
      await writeChain(store, chain);
      await writeNetwork(store, chain);
      explorer = createExplorer(store);
    });

    test('holds accounts by balance, all or of one kind', async () => {
      const { data } = await explorer.richList.list({ pageSize: 100 });
      const actors = chain.rows.actor
        .filter(({ balance }) => BigInt(balance) > 0n)
        .sort((a, b) => (BigInt(a.balance) < BigInt(b.balance) ? 1 : -1));
      expect(data.totalCount).toBe(actors.length);
      expect(data.richList.map(({ id }) => id)).toEqual(actors.map(({ id }) => `f0${id}`));
      expect(data.richList.map(({ rank }) => rank)).toEqual(actors.map((_, index) => index + 1));
      expect(data.totalSupply).toBe(String(1 + 40 + 6));
      const miners = await explorer.richList.list({ actor: 'storageminer' });
      expect(miners.data.richList.map(({ id }) => id)).toEqual(['f01001', 'f01000']);
      const accounts = await explorer.richList.list({ actor: 'account' });
      expect(accounts.data.richList.map(({ id }) => id)).toEqual([
        'f0102',
        'f0101',
        'f0100',
        'f099',
      ]);
      const multisigs = await explorer.richList.list({ actor: 'multisig' });
      expect(multisigs.data.richList.map(({ id }) => id)).toEqual([`f0${MULTISIG}`]);
      expect(multisigs.data.totalCount).toBe(1);
      const contracts = await explorer.richList.list({ actor: 'evm' });
      expect(contracts.data.richList.map(({ id }) => id)).toEqual([`f0${CONTRACT}`]);
      expect(contracts.data.totalCount).toBe(1);
      await expect(explorer.richList.list({ actor: 'cron' })).rejects.toMatchObject({
        code: 'badActor',
      });
    });

    test('ends, and refuses heads and cursors that are none of its own', async () => {
      const beyond = await explorer.richList.list({ pageSize: 3, page: 1_000 });
      expect(beyond.data).toMatchObject({ richList: [], next: null });
      const gone = `39:${'0'.repeat(32)}`;
      await expect(explorer.richList.list({ head: gone })).rejects.toMatchObject({
        code: 'goneHead',
      });
      await expect(explorer.richList.list({ before: 'x' })).rejects.toMatchObject({
        code: 'badCursor',
      });
    });
  });
});
