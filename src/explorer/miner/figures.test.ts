/** Figures of the demo chain's storage providers, and their ranks, against sums over the chain's own rows. */
import { BURNT_FUNDS_ID } from '#filecoin/address.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { minerEarningsSchema } from './earningsSchema.ts';
import {
  growthStatsSchema,
  minerRankingSchema,
  topMinersBriefSchema,
  topMinersSchema,
} from './rankingSchema.ts';
import { checked, head, truth } from './testing/demo.ts';

const DURATIONS = { '24h': 2880, '7d': 20160, '30d': 86400, '1y': 1051200 };

describe('storage providers', () => {
  let store: Store;
  let explorer: Explorer;
  let ids: number[];

  beforeAll(async () => {
    store = await openEither(demoAt(head.height));
    explorer = createExplorer(store);
    const rows = await store.db.selectFrom('miner').select('id').orderBy('id').execute();
    ids = rows.map((row) => row.id);
  }, 600_000);
  afterAll(() => store.close());

  it('sums every window exactly', async () => {
    const network = await store.db
      .selectFrom('network_state')
      .select(['height', 'quality_adj_power'])
      .orderBy('height')
      .execute();
    const networkPower: number[] = [];
    let at = -1;
    for (let epoch = 0; epoch < head.height; epoch++) {
      if (network[at + 1]?.height === epoch) at++;
      networkPower.push(Number(network[at]?.quality_adj_power));
    }
    for (const id of [1000, 1003, 1077, 1080, 1160]) {
      const powers = await store.db
        .selectFrom('miner_power')
        .selectAll()
        .where('miner_id', '=', id)
        .orderBy('since')
        .execute();
      const blocks = await store.db
        .selectFrom('block')
        .selectAll()
        .where('miner_id', '=', id)
        .where('orphaned', '=', false)
        .execute();
      const burnt = await store.db
        .selectFrom('transfer')
        .select(['height', 'amount'])
        .where('from_id', '=', id)
        .where('to_id', '=', BURNT_FUNDS_ID)
        .execute();
      const miner = await store.db
        .selectFrom('miner')
        .select('created_height')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      for (const [duration, epochs] of Object.entries(DURATIONS)) {
        const from = Math.max(0, head.height - epochs);
        const stats = (await explorer.miner.miningStats(`f0${id}`, { duration })).data;
        const powerAt = (epoch: number): (typeof powers)[number] | undefined =>
          powers.findLast((row) => row.since <= epoch);
        let expected = 0;
        let own = 0;
        for (let epoch = from; epoch < head.height; epoch++) {
          const power = Number(powerAt(epoch)?.adjusted_power ?? 0);
          own += power;
          expected += (5 * power) / (networkPower[epoch] ?? Number.NaN);
        }
        const inside = blocks.filter(({ height }) => height >= from && height < head.height);
        const wins = inside.reduce((sum, block) => sum + block.win_count, 0);
        const rewards = inside.reduce(
          (sum, block) => sum + BigInt(block.block_reward ?? 0) + BigInt(block.tips ?? 0),
          0n,
        );
        const label = `f0${id} ${duration}`;
        expect(stats, label).toMatchObject({
          blocksMined: inside.length,
          weightedBlocksMined: wins,
          totalRewards: rewards.toString(),
          rawBytePowerDelta: (
            BigInt(powerAt(head.height)?.raw_power ?? 0) - BigInt(powerAt(from)?.raw_power ?? 0)
          ).toString(),
          totalPenalties: burnt
            .filter(({ height }) => height >= from)
            .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
            .toString(),
          durationPercentage: (head.height - Math.max(from, miner.created_height ?? 0)) / epochs,
        });
        if (expected === 0) expect(stats.luckyValue, label).toBeNull();
        else expect(stats.luckyValue, label).toBeCloseTo(wins / expected, 9);
        if (own === 0) expect(stats.rewardPerByte, label).toBeNull();
        else
          expect((stats.rewardPerByte ?? 0) * 1e9, label).toBeCloseTo(
            (Number(rewards) / own) * 1e9,
            6,
          );
      }
    }
    // The network wins what its providers win.
    const all = await Promise.all(
      ids.map((id) => explorer.miner.miningStats(`f0${id}`, { duration: '7d' })),
    );
    const total = all.reduce((sum, { data }) => sum + BigInt(data.totalRewards), 0n);
    expect(all[0]?.data.networkTotalRewards).toBe(total.toString());
  });

  it('tells what they earned and paid by day', async () => {
    const day = (timestamp: number): string =>
      new Date(timestamp * 1000).toISOString().slice(0, 10);
    const all = [
      ...truth.genesisProviders.map(({ Address }) => Address),
      ...truth.providers.map(({ address }) => address),
    ];
    const met = { won: 0, paid: 0 };
    for (const address of all) {
      const { days } = await checked(
        minerEarningsSchema,
        explorer.miner.earnings(address, { duration: '30d' }),
      );
      // Every day of the chain, from the genesis to the head.
      expect(days.at(-1)).toMatchObject({ startHeight: 0 });
      expect(days[0]).toMatchObject({ endHeight: head.height - 1, complete: false });
      expect(days.slice(1).every(({ complete }) => complete)).toBe(true);
      for (const [index, { startHeight }] of days.slice(0, -1).entries())
        expect(days[index + 1]?.endHeight).toBe(startHeight - 1);
      // What the lists have, one by one, of the days of which their first pages have all.
      const sumsOf = (rows: readonly { timestamp: number }[], amountOf: (at: number) => string) => {
        const sums = new Map<string, bigint>();
        for (const [at, { timestamp }] of rows.entries())
          sums.set(day(timestamp), (sums.get(day(timestamp)) ?? 0n) + BigInt(amountOf(at)));
        const oldest = rows.length < 100 ? '' : day(rows.at(-1)?.timestamp ?? 0);
        return (of: string): bigint | null => (of > oldest ? (sums.get(of) ?? 0n) : null);
      };
      const { blocks } = (await explorer.miner.blocks(address, { pageSize: 100 })).data;
      const { costs } = (await explorer.miner.fees(address, { pageSize: 100 })).data;
      const won = sumsOf(blocks, (at) => blocks[at]?.reward ?? '');
      const paid = sumsOf(costs, (at) => costs[at]?.value ?? '');
      for (const told of days) {
        const out = BigInt(told.totalFees) + BigInt(told.totalPenalties);
        expect(BigInt(told.net)).toBe(BigInt(told.totalRewards) - out);
        const listed = { won: won(told.day), paid: paid(told.day) };
        if (listed.won !== null) expect(BigInt(told.totalRewards)).toBe(listed.won);
        if (listed.paid !== null) expect(out).toBe(listed.paid);
        if (listed.won) met.won += 1;
        if (listed.paid) met.paid += 1;
      }
      const stats = (await explorer.miner.miningStats(address, { duration: '30d' })).data;
      for (const key of ['totalRewards', 'totalFees', 'totalPenalties'] as const)
        expect(
          days.reduce((sum, told) => sum + BigInt(told[key]), 0n),
          key,
        ).toBe(BigInt(stats[key]));
      const wins = days.reduce((sum, told) => sum + told.weightedBlocksMined, 0);
      expect(wins).toBe(stats.weightedBlocksMined);
      const two = (await explorer.miner.earnings(address, { duration: '24h' })).data;
      expect(two.days).toEqual(days.slice(0, 2));
    }
    expect(Math.min(met.won, met.paid)).toBeGreaterThan(0);
  });

  it('ranks them, page by page of one snapshot', async () => {
    for (const kind of ['power', 'blocks', 'power-growth'] as const) {
      const ranking = await checked(
        minerRankingSchema,
        explorer.miner.ranking[kind]({ duration: '7d', pageSize: 100 }),
      );
      expect(ranking.miners).toHaveLength(ranking.totalCount);
      expect(ranking.totalCount).toBe({ power: 6, blocks: 4, 'power-growth': 8 }[kind]);
      const by = ranking.miners.map((miner) =>
        Number(
          {
            power: miner.qualityAdjPower,
            blocks: miner.weightedBlocksMined,
            'power-growth': miner.qualityAdjPowerGrowth,
          }[kind],
        ),
      );
      expect(by).toEqual([...by].sort((a, b) => b - a));
      for (const miner of ranking.miners) {
        const stats = (await explorer.miner.miningStats(miner.id, { duration: '7d' })).data;
        expect(miner).toMatchObject({
          luckyValue: stats.luckyValue,
          totalRewards: stats.totalRewards,
          qualityAdjPowerGrowth: stats.qualityAdjPowerGrowth,
          equivalentMiners: stats.equivalentMiners,
          rewardPerByte: stats.rewardPerByte,
        });
      }
      const turned: unknown[] = [];
      let before: string | undefined;
      do {
        const page = (await explorer.miner.ranking[kind]({ duration: '7d', pageSize: 3, before }))
          .data;
        turned.push(...page.miners);
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(turned).toEqual(ranking.miners);
      const top = await checked(
        topMinersSchema,
        explorer.miner.top[kind]({ duration: '7d', count: 2 }),
      );
      expect(top.miners).toEqual(ranking.miners.slice(0, 2));
      const nowhere = await explorer.miner.ranking[kind]({ continent: 'EU' });
      expect(nowhere.data).toMatchObject({ totalCount: 0, miners: [] });
    }
    const { miners } = await checked(topMinersBriefSchema, explorer.miner.topBrief({ count: 3 }));
    expect(miners.map(({ address }) => address)).toEqual(['f01000', 'f01001', 'f01002']);
    const ranks = (await explorer.account.get('f01001')).data.miner;
    expect(ranks).toMatchObject({ rawBytePowerRank: 2, qualityAdjPowerRank: 2 });
    expect((await explorer.account.get('f01127')).data.miner?.rawBytePowerRank).toBeNull();
    await expect(explorer.miner.ranking.power({ continent: 'XX' })).rejects.toMatchObject({
      code: 'badContinent',
    });
  });

  it('shows growth over time that sums up to the window', async () => {
    const samples = await checked(
      growthStatsSchema,
      explorer.miner.growth({ duration: '7d', samples: 7 }),
    );
    expect(samples).toHaveLength(7);
    const [first] = (await explorer.miner.ranking['power-growth']({ duration: '7d' })).data.miners;
    const grown = samples.reduce(
      (sum, { miners }) => sum + BigInt(miners[0]?.powerGrowth ?? 0),
      0n,
    );
    expect(samples[0]?.miners).toHaveLength(5);
    expect(samples[0]?.miners[0]?.address).toBe(first?.address);
    expect(grown.toString()).toBe(first?.qualityAdjPowerGrowth);
  });
});
