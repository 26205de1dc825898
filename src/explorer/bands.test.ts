/** Bands of charts, against the values at all epochs. */
import { bundledContent } from '#content/networks.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { networkData } from '#filecoin/networks/index.ts';
import { demoAt } from '#indexer/testing/demo.ts';
import { hourEnd, makeHours } from '#store/series.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractIds } from './dapp/projects.ts';
import { heldAt as contractsAt } from './dapp/held.ts';
import { heldIn } from './dapp/heldBands.ts';
import { Held } from './held.ts';
import { createExplorer, type Explorer } from './index.ts';
import { availableAt } from './miner/vested.ts';
import { sectorPledge } from './network/states.ts';
import { COUNT_FIGURES, STATE_FIGURES } from './stats/schema.ts';
import { makeChain, writeChain } from './testing/chain.ts';
import { writeNetwork } from './testing/network.ts';
import type { HeadView } from './view.ts';
import type { Band } from './wire.ts';

const DAYS = { '24h': 1, '7d': 7, '30d': 30, '1y': 365 } as const;
type Duration = keyof typeof DAYS;
const DURATIONS = Object.keys(DAYS) as Duration[];

interface Sample {
  height: number;
  bands: Readonly<Record<string, Band | null>>;
}
type Value = readonly [from: number, value: bigint];

/** What changes hold at every epoch from the first one up to `head`: each from its epoch on. */
function heldAt(changes: readonly Value[], head: number): Map<number, bigint> {
  const held = new Map<number, bigint>();
  changes.forEach(([from, value], index) => {
    const until = changes[index + 1]?.[0] ?? head + 1;
    for (let epoch = from; epoch < until; epoch++) held.set(epoch, value);
  });
  return held;
}

interface Place {
  start: number;
  head: number;
  days: number;
  /** The mean is over epochs; otherwise over tipsets, and not looked at here. */
  ofEpochs?: boolean;
}

/** Every band is that of its epochs, and says where its extremes were reached first. */
function expectBands(
  samples: readonly Sample[],
  field: string,
  held: ReadonlyMap<number, bigint>,
  { start, head, days, ofEpochs = false }: Place,
): void {
  let above = Math.max(head - days * 2880, start - 1);
  for (const { height, bands } of samples) {
    const band = bands[field];
    const values: [bigint, number][] = [];
    for (let epoch = above + 1; epoch <= height; epoch++) {
      const value = held.get(epoch);
      if (value !== undefined) values.push([value, epoch]);
    }
    const sorted = [...values].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
    const top = sorted.at(-1)?.[0];
    const sum = values.reduce((all, [value]) => all + value, 0n);
    const mean = ofEpochs ? String(sum / BigInt(values.length)) : band?.mean;
    expect({ field, height, ...band }).toEqual({
      field,
      height,
      first: String(values[0]?.[0]),
      last: String(values.at(-1)?.[0]),
      min: String(sorted[0]?.[0]),
      minHeight: sorted[0]?.[1],
      max: String(top),
      maxHeight: sorted.find(([value]) => value === top)?.[1],
      mean,
    });
    above = height;
  }
}

/** The least and the most of all of a chart. */
function rangeOf(samples: readonly Sample[], field: string): [bigint, bigint] {
  const bands = samples.flatMap(({ bands: all }) => all[field] ?? []);
  expect(bands).toHaveLength(samples.length);
  const lows = bands.map(({ min }) => BigInt(min));
  const highs = bands.map(({ max }) => BigInt(max));
  return [lows.reduce((a, b) => (b < a ? b : a)), highs.reduce((a, b) => (b > a ? b : a))];
}

/** A longer chart shows no narrower range than a shorter one. */
function expectNested(charts: readonly (readonly Sample[])[], field: string): void {
  const ranges = charts.map((samples) => rangeOf(samples, field));
  for (const [index, [low, high]] of ranges.entries()) {
    const [lower, higher] = ranges[index + 1] ?? [low, high];
    expect(lower <= low && higher >= high, `${field}: ${ranges.join(' | ')}`).toBe(true);
  }
}

/** Any number of samples for each duration. */
const grids = fc.tuple(...DURATIONS.map(() => fc.integer({ min: 1, max: 400 })));

eachDatabase((open) => {
  describe('bands of a made chain', () => {
    const TOP = 21_500;
    let store: Store;
    let explorer: Explorer;
    beforeAll(async () => {
      store = await open();
      const chain = makeChain({ height: TOP, messages: 0 });
      await writeChain(store, chain);
      await writeNetwork(store, chain);
      explorer = createExplorer(store);
    }, 120_000);

    /** Other figures at every tipset: mostly the same for long, with peaks of one tipset. */
    async function scatter(seed: number): Promise<void> {
      const noise = (salt: string) =>
        sql`abs(hashtext(height || ${`${salt}${seed}`}) % 1000000)::numeric`;
      const figure = (salt: string) => sql`case when ${noise(`${salt}?`)} < 3000
        then ${noise(salt)} * 1000000000007 else 100 + ${noise(salt)} % 3 end`;
      await sql`update tipset set base_fee = ${figure('fee')}`.execute(store.db);
      await sql`update network_state set quality_adj_power = ${figure('power')}`.execute(store.db);
      await sql`update network_sum set active_miners = ${noise('miners')} % 50`.execute(store.db);
      await store.transaction(async (trx) => {
        const ends: number[] = [];
        for (let end = 119; end < hourEnd(TOP); end += 120) ends.push(end);
        await makeHours(trx, ends);
      });
      // What a head has been asked for is held: no chain changes its figures under it.
      explorer = createExplorer(store);
    }

    async function valuesOf(query: ReturnType<typeof sql<{ at: number; value: string }>>) {
      const { rows } = await query.execute(store.db);
      return heldAt(
        rows.map(({ at, value }): Value => [at, BigInt(value)]),
        TOP,
      );
    }

    it('are those of all epochs, at any grid', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), grids, async (seed, samples) => {
          await scatter(seed);
          const fees = await valuesOf(
            sql`select height as at, base_fee as value from tipset order by 1`,
          );
          const powers = await valuesOf(sql`
            select height as at, quality_adj_power as value from network_state
            union all select height, quality_adj_power from network_now order by 1`);
          const miners = await valuesOf(
            sql`select height + 1 as at, active_miners::text as value from network_sum order by 1`,
          );
          const charts: Record<'fee' | 'power' | 'state', Sample[][]> = {
            fee: [],
            power: [],
            state: [],
          };
          for (const [index, duration] of DURATIONS.entries()) {
            const asked = { duration, samples: samples[index] ?? 1 };
            const fee = (await explorer.network.baseFee(asked)).data;
            const power = (await explorer.stats.power(asked)).data;
            const state = (await explorer.stats.network(asked)).data;
            const place = { start: 0, head: TOP, days: DAYS[duration] };
            expectBands(fee, 'baseFee', fees, place);
            expectBands(power, 'qualityAdjPower', powers, place);
            // Nothing is counted at the genesis.
            expectBands(state, 'activeMiners', miners, { ...place, start: 1 });
            for (const { baseFee, bands } of fee) expect(bands.baseFee?.last).toBe(baseFee);
            for (const { qualityAdjPower, bands } of power)
              expect(bands.qualityAdjPower?.last).toBe(qualityAdjPower);
            charts.fee.push(fee);
            charts.power.push(power);
            charts.state.push(state);
          }
          expectNested(charts.fee, 'baseFee');
          expectNested(charts.power, 'qualityAdjPower');
          expectNested(charts.power, 'rawBytePower');
        }),
        { numRuns: 4 },
      );
    }, 300_000);

    it('are not told while hours are missing, and of a day always', async () => {
      await scatter(1);
      const known = async (duration: Duration) => {
        const { data } = await explorer.network.baseFee({ duration, samples: 10 });
        return data.map(({ bands }) => bands.baseFee !== null);
      };
      expect(await known('7d')).not.toContain(false);
      await store.db.deleteFrom('series_hour').where('height', '<', 10_000).execute();
      const some = await known('7d');
      // From one sample on all of them are.
      expect(some.filter((is) => !is)).toHaveLength(some.indexOf(true));
      expect(some.indexOf(true)).toBe(5);
      await store.db.deleteFrom('series_hour').execute();
      expect(await known('7d')).not.toContain(true);
      expect(await known('24h')).not.toContain(false);
    });

    it('of the pledge are those of all epochs', async () => {
      const noise = sql`abs(hashtext(height || 'pledge') % 1000)`;
      for (const table of ['network_state', 'network_now'])
        await sql`update ${sql.table(table)} set reward_position = 0, reward_velocity = 0,
          power_position = ${2n ** 164n}::numeric, power_velocity = 0, baseline_power = ${2n ** 37n}::numeric,
          fil_circulating = ${10n ** 18n}::numeric + ${noise}::numeric * 1000000000000,
          ramp_start = 0, ramp_epochs = 0`.execute(store.db);
      explorer = createExplorer(store);
      const rows = await store.db
        .selectFrom('network_state')
        .selectAll()
        .orderBy('height')
        .execute();
      const now = await store.db.selectFrom('network_now').selectAll().executeTakeFirstOrThrow();
      const held = heldAt(
        [...rows, now].map((row): Value => [row.height, sectorPledge(row) ?? 0n]),
        TOP,
      );
      expect(new Set(held.values()).size).toBeGreaterThan(500);
      const charts: Sample[][] = [];
      for (const [index, duration] of DURATIONS.entries()) {
        const asked = { duration, samples: [47, 400, 33, 5][index] ?? 1 };
        const { data } = await explorer.stats.sectorInitialPledge(asked);
        const days = DAYS[duration];
        expectBands(data, 'sectorPledge', held, { start: 0, head: TOP, days, ofEpochs: true });
        for (const { sectorPledge: value, bands } of data)
          expect(bands.sectorPledge?.last).toBe(value);
        charts.push(data);
      }
      expectNested(charts, 'sectorPledge');
    });

    it('of an account are those of its balance, whatever it was between the samples', async () => {
      await sql`insert into balance (actor_id, height, balance)
        select 101, height, abs(hashtext(height::text) % 1000000) from tipset
        where executed and hashtext(height::text) % 7 = 0
        on conflict (actor_id, height) do update set balance = excluded.balance`.execute(store.db);
      const { rows } = await sql<{ id: number; at: number; value: string }>`
        select b.actor_id as id, b.balance as value,
          (select min(height) from tipset t where t.height > b.height) as at
        from balance b order by b.actor_id, b.height`.execute(store.db);
      const byAccount = Map.groupBy(rows, ({ id }) => id);
      const busiest = [...byAccount].sort(([, a], [, b]) => b.length - a.length).slice(0, 3);
      for (const [id, changes] of busiest) {
        const own = changes
          .filter(({ at }) => at !== null)
          .map(({ at, value }): Value => [at, BigInt(value)]);
        const held = heldAt([[0, 0n], ...own], TOP);
        const charts: Sample[][] = [];
        for (const duration of DURATIONS) {
          const { data } = await explorer.account.balanceStats(`f0${id}`, {
            duration,
            samples: 48,
          });
          const samples = data.map(({ height, bands }) => ({
            height,
            bands: { balance: bands.balance ?? null },
          }));
          expectBands(samples, 'balance', held, {
            start: 0,
            head: TOP,
            days: DAYS[duration],
            ofEpochs: true,
          });
          for (const { balance, bands } of data) expect(bands.balance?.last).toBe(balance);
          charts.push(samples);
        }
        expectNested(charts, 'balance');
      }
    });
  });

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
