/** Bands of charts of the demo chain, against the values at all epochs. */
import { bundledContent } from '#content/networks.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { networkData } from '#filecoin/networks/index.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import { revise } from '#store/revise.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractIds } from './dapp/projects.ts';
import { heldAt as contractsAt } from './dapp/held.ts';
import { heldIn } from './dapp/heldBands.ts';
import { Held } from './held.ts';
import { createExplorer, type Explorer } from './index.ts';
import { availableAt } from './miner/vested.ts';
import { COUNT_FIGURES, STATE_FIGURES } from './stats/schema.ts';
import {
  DAYS,
  DURATIONS,
  heldAt,
  expectBands,
  rangeOf,
  expectNested,
  type Duration,
  type Sample,
  type Value,
} from './testing/bands.ts';
import type { HeadView } from './view.ts';

eachDatabase((open) => {
  describe('bands of the demo chain', () => {
    const HEAD = 20_300;
    let store: Store;
    let explorer: Explorer;
    beforeAll(async () => {
      store = await open(demoAt(HEAD));
      explorer = createExplorer(store);
    }, 600_000);

    it('show the peak that an even grid steps over', async () => {
      // Within a year one sample has all of the chain, and its genesis cost more.
      for (const duration of ['24h', '7d', '30d'] as const) {
        const { data } = await explorer.network.baseFee({ duration, samples: 48 });
        const peaks = data.filter(({ bands }) => bands.baseFee?.max === '42555664');
        expect(peaks.map(({ bands }) => bands.baseFee?.maxHeight)).toEqual([19_869]);
      }
    });

    it('of a longer time are never narrower', async () => {
      const charts = async <T extends Sample>(
        read: (duration: Duration) => Promise<{ data: T[] }>,
      ) => Promise.all(DURATIONS.map(async (duration) => (await read(duration)).data));
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (samples) => {
          const fees = await charts((duration) => explorer.network.baseFee({ duration, samples }));
          expectNested(fees, 'baseFee');
          const powers = await charts((duration) => explorer.stats.power({ duration, samples }));
          for (const field of ['rawBytePower', 'qualityAdjPower', 'baselinePower'])
            expectNested(powers, field);
          const states = await charts((duration) => explorer.stats.network({ duration, samples }));
          for (const field of [...STATE_FIGURES, ...COUNT_FIGURES]) expectNested(states, field);
          const pledges = await charts((duration) =>
            explorer.stats.sectorInitialPledge({ duration, samples }),
          );
          expectNested(pledges, 'sectorPledge');
          const held = await charts((duration) => explorer.dapp.defiStats({ duration, samples }));
          expectNested(held, 'tvlAmount');
        }),
        { numRuns: 5 },
      );
    }, 120_000);

    it('of a provider have the peak of its deposits', async () => {
      const rows = await store.db
        .selectFrom('miner_funds')
        .select(['since', 'pre_commit_deposits as value'])
        .where('miner_id', '=', 1160)
        .orderBy('since')
        .execute();
      const held = heldAt(
        [[0, 0n], ...rows.map(({ since, value }): Value => [since, BigInt(value)])],
        HEAD,
      );
      const { data } = await explorer.account.balanceStats('f01160', {
        duration: '30d',
        samples: 24,
      });
      const samples = data.map(({ height, bands }) => ({
        height,
        bands: { preCommitDeposits: bands.preCommitDeposits ?? null },
      }));
      expectBands(samples, 'preCommitDeposits', held, {
        start: 0,
        head: HEAD,
        days: 30,
        ofEpochs: true,
      });
      const [, most] = rangeOf(samples, 'preCommitDeposits');
      expect(most).toBeGreaterThan(36_000n * 10n ** 18n);
    });

    it('of a provider have what was available at each epoch', async () => {
      const funds = await store.db
        .selectFrom('miner_funds')
        .select(['since', 'available', 'vesting'])
        .where('miner_id', '=', 1160)
        .orderBy('since')
        .execute();
      const held = heldAt(
        [[0, -1n], ...funds.map(({ since }, at): Value => [since, BigInt(at)])],
        HEAD,
      );
      const epochs = [...held].map(([epoch, at]) => ({ epoch, row: funds[Number(at)] }));
      const all = await availableAt(
        store,
        epochs.map(({ epoch: height, row }) => ({
          funds: { id: 1160, available: row?.available ?? '0', vesting: row?.vesting ?? null },
          height,
        })),
      );
      const available = new Map(
        epochs.map(({ epoch }, at) => [epoch, BigInt(all[at]?.available ?? 0)]),
      );
      for (const duration of DURATIONS) {
        const { data } = await explorer.account.balanceStats('f01160', { duration, samples: 24 });
        const samples = data.map(({ height, bands }) => ({
          height,
          bands: { available: bands.availableBalance ?? null },
        }));
        expectBands(samples, 'available', available, {
          start: 0,
          head: HEAD,
          days: DAYS[duration],
          ofEpochs: true,
        });
        for (const { availableBalance, bands } of data)
          expect(bands.availableBalance?.last).toBe(availableBalance);
        const [least] = rangeOf(samples, 'available');
        expect(least).toBeLessThan(20_000n * 10n ** 18n);
      }
    });

    it('of what is made at each epoch hold what any grid shows', async () => {
      const whole = { duration: '30d', samples: 1 } as const;
      const reward = (await explorer.stats.rewardPerByte(whole)).data[0]?.bands.rewardPerByte;
      const pledge = (await explorer.stats.sectorInitialPledge(whole)).data[0]?.bands.sectorPledge;
      const shown = new Set<number>();
      for (const [duration, samples] of [
        ['24h', 400],
        ['7d', 400],
        ['7d', 397],
        ['30d', 399],
      ] as const) {
        const rewards = (await explorer.stats.rewardPerByte({ duration, samples })).data;
        for (const { rewardPerByte: value, bands } of rewards) {
          expect(Number(bands.rewardPerByte?.last)).toBe(value);
          expect(value).toBeGreaterThanOrEqual(Number(reward?.min));
          expect(value).toBeLessThanOrEqual(Number(reward?.max));
          shown.add(value);
        }
        const pledges = (await explorer.stats.sectorInitialPledge({ duration, samples })).data;
        for (const { sectorPledge, bands } of pledges) {
          expect(bands.sectorPledge?.last).toBe(sectorPledge);
          expect(BigInt(sectorPledge)).toBeGreaterThanOrEqual(BigInt(pledge?.min ?? 0));
          expect(BigInt(sectorPledge)).toBeLessThanOrEqual(BigInt(pledge?.max ?? 0));
        }
      }
      expect(shown.size).toBeGreaterThan(100);
    });

    it('of what is made of floats are never narrower of a longer time', async () => {
      const ranges: [number, number][] = [];
      for (const duration of DURATIONS) {
        const { data } = await explorer.stats.rewardPerByte({ duration, samples: 48 });
        const bands = data.flatMap(({ bands: { rewardPerByte } }) => rewardPerByte ?? []);
        expect(bands).toHaveLength(data.length);
        ranges.push([
          Math.min(...bands.map(({ min }) => Number(min))),
          Math.max(...bands.map(({ max }) => Number(max))),
        ]);
      }
      for (const [index, [low, high]] of ranges.entries()) {
        const [lower, higher] = ranges[index + 1] ?? [low, high];
        expect(lower <= low && higher >= high, ranges.join(' | ')).toBe(true);
      }
      expect(ranges[0]).not.toEqual(ranges[1]);
    });

    it('of what DeFi holds are those of all epochs', async () => {
      const { genesis } = await store.db
        .selectFrom('network')
        .select('genesis')
        .executeTakeFirstOrThrow();
      const data = networkData(cidOf(genesis));
      const view = {
        db: store.db,
        head: { height: HEAD, finalHeight: HEAD - 900 },
        network: { startHeight: 0, data },
        changed: () => Promise.resolve(new Map()),
        past: {},
        held: new Held(0),
        left: false,
      } as unknown as HeadView;
      const projects = bundledContent()(data.slug).ecosystem.filter(({ category }) =>
        ['defi', 'lsd'].includes(category),
      );
      const ids = [...new Set((await contractIds(view, projects)).values())];
      expect(ids).not.toEqual([]);
      const epochs = Array.from({ length: HEAD + 1 }, (_, epoch) => epoch);
      const owners = [...(await contractsAt(view, ids, epochs)).values()];
      const held = new Map(
        epochs.map((epoch) => [
          epoch,
          owners.reduce((sum, { all }) => sum + (all?.[epoch] ?? 0n), 0n),
        ]),
      );
      expect(new Set(held.values()).size).toBeGreaterThan(10);
      for (const duration of DURATIONS) {
        const stats = (await explorer.dapp.defiStats({ duration, samples: 30 })).data;
        expectBands(stats, 'tvlAmount', held, {
          start: 0,
          head: HEAD,
          days: DAYS[duration],
          ofEpochs: true,
        });
        for (const { tvlAmount, bands } of stats) expect(bands.tvlAmount?.last).toBe(tvlAmount);
      }
      // Of more changes than are looked through the newest buckets have bands, all of them what is held.
      const buckets = Array.from({ length: 30 }, (_, at) => ({
        above: Math.floor((HEAD * at) / 30),
        through: Math.floor((HEAD * (at + 1)) / 30),
      }));
      const whole = await heldIn(view, ids, buckets);
      const part = await heldIn(view, ids, buckets, 120);
      const told = part.findIndex(({ band }) => band !== null);
      expect(told).toBeGreaterThan(0);
      expect(part.map(({ band }) => band)).toEqual(
        whole.map(({ band }, at) => (at < told ? null : band)),
      );
      const amounts = buckets.map(({ through }) => held.get(through));
      expect(whole.map(({ amount }) => amount)).toEqual(amounts);
      expect(part.map(({ amount }) => amount)).toEqual(amounts);
    }, 120_000);

    it('of a provider older than the index begin with what is known, and leave out what is not', async () => {
      await store.db
        .updateTable('miner')
        .set({ created_height: null })
        .where('id', '=', 1160)
        .execute();
      await store.db.deleteFrom('miner_sector_count').where('miner_id', '=', 1160).execute();
      const history = [
        [18_000, 4],
        [18_010, 8],
        [19_000, null],
        [19_300, 2],
      ] as const;
      await store.db
        .insertInto('miner_sector_count')
        .values(
          history.map(([since, live]) => ({
            miner_id: 1160,
            height: since - 1,
            since,
            live,
            active: 0,
            faulty: 0,
            recovering: 0,
          })),
        )
        .execute();
      await revise(store.db);
      const { data } = await explorer.miner.sectorStats('f01160', { duration: '24h', samples: 24 });
      const flat = (value: number, height: number) => ({
        ...{ first: `${value}`, last: `${value}`, min: `${value}`, minHeight: height },
        ...{ max: `${value}`, maxHeight: height, mean: `${value}` },
      });
      // Each up to its height, and 120 epochs long.
      const bands = new Map(data.map(({ height, bands: { live } }) => [height, live]));
      expect(bands.get(17_900) ?? null).toBeNull();
      expect(bands.get(18_020)).toEqual({
        ...{ first: '4', last: '8', min: '4', minHeight: 18_000, max: '8', maxHeight: 18_010 },
        // 10 epochs of 4 and 11 of 8.
        mean: '6',
      });
      expect(bands.get(18_140)).toEqual(flat(8, 18_021));
      const unknown = [18_980, 19_100, 19_220, 19_340, 19_460].map((height) => bands.get(height));
      expect(unknown).toEqual([flat(8, 18_861), null, null, null, flat(2, 19_341)]);
    });
  });
});
