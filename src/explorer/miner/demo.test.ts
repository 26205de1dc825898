/** Storage providers of the demo chain: figures against sums over the chain's own rows, and what its makers wrote down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BURNT_FUNDS_ID } from '#filecoin/address.ts';
import { unpackVesting, vestedAt } from '#filecoin/mining/vesting.ts';
import { DEMO_CHAIN } from '#node/testing/demo-node.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accountDetailSchema } from '../account/schema.ts';
import { createExplorer, type Explorer } from '../index.ts';
import { untold } from '../testing/truth.ts';
import type { Answer } from '../wire.ts';
import {
  growthStatsSchema,
  minerRankingSchema,
  topMinersBriefSchema,
  topMinersSchema,
} from './rankingSchema.ts';
import { minerEarningsSchema } from './earningsSchema.ts';
import {
  infoChangesSchema,
  minerBlocksSchema,
  minerBriefSchema,
  minerFeesSchema,
  minerPowerStatsSchema,
  minerSectorStatsSchema,
  miningStatsSchema,
  peerSchema,
  type InfoChanges,
} from './schema.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(join(DEMO_CHAIN, path), 'utf8'));
const { head } = z.object({ head: z.object({ height: z.number() }) }).parse(read('manifest.json'));
const truth = z
  .object({
    genesisProviders: z.array(z.object({ Address: z.string(), Owner: z.string() })),
    providers: z.array(z.object({ address: z.string(), owner: z.string() })),
    events: z.array(
      z.object({
        height: z.number(),
        kind: z.string(),
        provider: z.string().optional(),
        to: z.string().optional(),
      }),
    ),
  })
  .parse(read('truth/providers.json'));

const DURATIONS = { '24h': 2880, '7d': 20160, '30d': 86400, '1y': 1051200 };

/** The answer as it goes over the wire, checked by its schema. */
async function checked<T>(schema: z.ZodType<T>, answer: Promise<Answer<T>>): Promise<T> {
  const { data } = await answer;
  const wire: unknown = JSON.parse(JSON.stringify(data));
  expect(schema.parse(wire)).toEqual(wire);
  return data;
}

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

  it('answers in their shapes', async () => {
    expect(ids).toHaveLength(17);
    for (const id of ids) {
      const address = `f0${id}`;
      const account = await checked(accountDetailSchema, explorer.account.get(address));
      expect(account.miner?.miningStats).toEqual(
        await checked(miningStatsSchema, explorer.miner.miningStats(address)),
      );
      const brief = await checked(minerBriefSchema, explorer.miner.brief(address));
      expect(brief).toMatchObject({
        rawBytePower: account.miner?.rawBytePower,
        totalRewards: account.miner?.totalRewards,
        faultySectors: account.miner?.sectors.faulty,
      });
      const power = await checked(minerPowerStatsSchema, explorer.miner.powerStats(address));
      expect(power.at(-1)?.qualityAdjPower).toBe(brief.qualityAdjPower);
      // What the genesis gave a provider did not grow.
      const whole = (await explorer.miner.powerStats(address, { duration: '1y' })).data;
      if (account.createHeight === 0) expect(whole[0]?.qualityAdjPowerDelta).toBe('0');
      const balances = (await explorer.account.balanceStats(address)).data;
      expect(balances.at(-1)).toMatchObject({
        balance: account.balance,
        availableBalance: account.miner?.availableBalance,
        sectorPledgeBalance: account.miner?.sectorPledgeBalance,
        vestingFunds: account.miner?.vestingFunds,
        preCommitDeposits: account.miner?.preCommitDeposits,
        feeDebt: account.miner?.feeDebt,
      });
      const sectors = await checked(minerSectorStatsSchema, explorer.miner.sectorStats(address));
      expect(sectors.at(-1)).toMatchObject(account.miner?.sectors ?? {});
      const fees = await checked(minerFeesSchema, explorer.miner.fees(address, { duration: '1y' }));
      expect(fees.totalCount).toBe(fees.fees.count + fees.penalties.count);
      for (const duration of ['24h', '7d'] as const) {
        const shown = await explorer.miner.fees(address, {
          duration,
          windowed: 'true',
          pageSize: 5,
        });
        const { totalCount, fees: paid, penalties, costs, next } = shown.data;
        expect(totalCount).toBe(paid.count + penalties.count);
        expect(costs).toEqual(
          (await explorer.miner.fees(address, { pageSize: 5 })).data.costs.slice(0, totalCount),
        );
        expect(next === null).toBe(totalCount <= 5);
      }
      const peerId = account.miner?.peerId ?? '';
      const peer = await checked(peerSchema, explorer.miner.peer(peerId));
      expect(peer).toMatchObject({ miners: [address] });
      expect(peer.multiAddresses).toEqual(account.miner?.multiAddresses);
      expect((await explorer.search.find({ id: peerId })).data).toEqual({
        type: 'peer',
        id: peerId,
      });
    }
  });

  it('counts what has vested by the height that is asked for', async () => {
    const { db } = store;
    const rows = await db
      .selectFrom('miner_funds')
      .selectAll()
      .orderBy('miner_id')
      .orderBy('since')
      .execute();
    const tipsets = await db.selectFrom('tipset').select('height').orderBy('height').execute();
    const cases = rows.flatMap((row, at) => {
      const next = rows[at + 1];
      const until = next?.miner_id === row.miner_id ? next.since : Infinity;
      const height = tipsets.findLast((tipset) => tipset.height < until)?.height ?? 0;
      const vested = vestedAt(unpackVesting(row.vesting ?? new Uint8Array(0)), height);
      return vested > 0n && height >= row.since ? [{ row, height, vested }] : [];
    });
    expect(cases.length).toBeGreaterThan(20);
    for (const { row, height, vested } of cases.slice(0, 20)) {
      const address = `f0${row.miner_id}`;
      const { miner } = await checked(
        accountDetailSchema,
        explorer.account.get(address, { height }),
      );
      expect(miner, `${address} at ${height}`).toMatchObject({
        availableBalance: String(BigInt(row.available) + vested),
        vestingFunds: row.locked_funds,
        vestedFunds: String(vested),
      });
    }
  });

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

  it('lists blocks and costs to their ends', async () => {
    const address = 'f01003';
    let rows = 0;
    let rewards = 0n;
    let before: string | undefined;
    do {
      const page = await checked(
        minerBlocksSchema,
        explorer.miner.blocks(address, { pageSize: 100, before }),
      );
      rows += page.blocks.length;
      rewards += page.blocks.reduce((sum, { reward }) => sum + BigInt(reward), 0n);
      before = page.next ?? undefined;
    } while (before !== undefined);
    const miner = (await explorer.account.get(address)).data.miner;
    expect(miner).toMatchObject({ blocksMined: rows, totalRewards: rewards.toString() });
    const pages = [
      ...(await explorer.miner.fees('f01080', { pageSize: 60 })).data.costs,
      ...(await explorer.miner.fees('f01080', { pageSize: 60, page: 1 })).data.costs,
    ];
    const { totalCount } = (await explorer.miner.fees('f01080')).data;
    expect(pages).toHaveLength(totalCount);
    const terminated = truth.events.filter(
      ({ kind, provider }) => kind === 'terminated' && provider === 'f01080',
    );
    expect(pages.filter(({ kind }) => kind === 'termination')).toHaveLength(terminated.length);
  });

  it('tells every row that the makers wrote down', async () => {
    const { rows, missing } = await untold(explorer);
    expect(missing).toEqual([]);
    expect(rows).toBe(940);
  }, 120_000);

  it('knows owners, now and then', async () => {
    for (const { Address: address, Owner: owner } of truth.genesisProviders) {
      expect((await explorer.account.get(address)).data.miner?.owner.address).toBe(owner);
      expect((await explorer.account.get(owner)).data).toMatchObject({
        ownedMiners: [address],
        workerMiners: [address],
        benefitedMiners: [address],
      });
    }
    const changes = truth.events.filter(({ kind }) => kind === 'owner changed');
    expect(changes.length).toBeGreaterThan(5);
    for (const { height, provider = '', to = '' } of changes) {
      const ownerAt = async (at: number): Promise<string | undefined> =>
        (await explorer.account.get(provider, { height: at })).data.miner?.owner.address;
      const later = changes.find(
        (change) => change.provider === provider && change.height > height,
      );
      // The makers wrote it down when they saw it, some epochs later than it was.
      expect(await ownerAt(height - 60)).not.toBe(to);
      expect(await ownerAt(height + 5)).toBe(to);
      if (!later) expect((await explorer.account.get(to)).data.ownedMiners).toContain(provider);
    }
    const early = (await explorer.account.get('f01080', { height: 500 })).data;
    expect(early).toMatchObject({ height: 500, balance: '0' });
    expect(early.miner).toBeUndefined();
    await expect(explorer.account.get('f01080', { height: 99_999 })).rejects.toMatchObject({
      code: 'noTipset',
    });
    await expect(explorer.miner.brief('f0104')).rejects.toMatchObject({ code: 'noMiner' });
    await expect(explorer.miner.peer('12D3KooWNobody')).rejects.toMatchObject({ code: 'noPeer' });
  });

  it('tells how people and places changed', async () => {
    const changes = new Map<string, InfoChanges>();
    for (const id of ids)
      changes.set(
        `f0${id}`,
        await checked(infoChangesSchema, explorer.miner.infoChanges(`f0${id}`)),
      );
    const seen = (provider: string, field: string, to: string, height: number): boolean =>
      (changes.get(provider) ?? []).some(
        (change) =>
          change.field === field &&
          change.to.includes(to) &&
          // The makers wrote it down when they saw it, up to a day later.
          change.height > height - 2880 &&
          change.height <= height,
      );
    const kinds = {
      'owner changed': 'owner',
      beneficiary: 'beneficiary',
      'worker changed': 'worker',
    };
    for (const [kind, field] of Object.entries(kinds)) {
      const events = truth.events.filter((event) => event.kind === kind);
      expect(events.length).toBeGreaterThan(5);
      for (const { provider = '', to = '', height } of events)
        expect([kind, provider, height, seen(provider, field, to, height)]).toEqual([
          kind,
          provider,
          height,
          true,
        ]);
    }
    const moved = [...changes.values()].flat().filter(({ field }) => field === 'multiAddresses');
    expect(moved).toHaveLength(truth.events.filter(({ kind }) => kind === 'readdressed').length);
    for (const { from, to, fromIds, toIds } of moved) {
      expect(from).not.toEqual(to);
      expect([...fromIds, ...toIds]).toEqual([]);
    }
  });
});
