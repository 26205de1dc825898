/** Bands of charts of a made chain, whose figures are any. */
import { hourEnd, makeHours } from '#store/series.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createExplorer, type Explorer } from './index.ts';
import { sectorPledge } from './network/states.ts';
import {
  DAYS,
  DURATIONS,
  heldAt,
  expectBands,
  expectNested,
  grids,
  type Duration,
  type Sample,
  type Value,
} from './testing/bands.ts';
import { makeChain, writeChain } from './testing/chain.ts';
import { writeNetwork } from './testing/network.ts';

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
        // A bucket of the genesis alone, of which nothing is counted.
        { numRuns: 5, examples: [[0, [1, 1, 217, 1]]] },
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
      // One that changes often, and one that seldom does: tipsets after their changes are found in two ways.
      for (const [id, each] of [
        [101, 7],
        [102, 61],
      ] as const)
        await sql`insert into balance (actor_id, height, balance)
          select ${id}::int8, height, abs(hashtext(height::text) % 1000000) from tipset
          where executed and hashtext(height::text) % ${each}::int4 = 0
          on conflict (actor_id, height) do update set balance = excluded.balance`.execute(
          store.db,
        );
      const { rows } = await sql<{ id: number; at: number; value: string }>`
        select b.actor_id as id, b.balance as value,
          (select min(height) from tipset t where t.height > b.height) as at
        from balance b order by b.actor_id, b.height`.execute(store.db);
      const byAccount = Map.groupBy(rows, ({ id }) => id);
      const busiest = [...byAccount].sort(([, a], [, b]) => b.length - a.length).slice(0, 3);
      const seldom = byAccount.get(102) ?? [];
      expect(seldom.length).toBeGreaterThan(10);
      for (const [id, changes] of [...busiest, [102, seldom] as const]) {
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
});
