/** Every provider of the demo chain at its last head against what the node says of it there. */
import { BURNT_FUNDS_ID } from '#filecoin/address.ts';
import { countRuns } from '#filecoin/encoding/bitfield.ts';
import {
  MINER_COSTS,
  MINER_FEES,
  MINER_PENALTIES,
  minerCostAt,
} from '#filecoin/actors/minercosts.ts';
import { unpackVesting, vestedAt } from '#filecoin/mining/vesting.ts';
import { keyText } from '#node/recorded/catalogue.ts';
import { openRecording } from '#node/recorded/recording.ts';
import { DEMO_CHAIN, demoFile } from '#node/testing/demo-node.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { tipsetKeyOf } from '../../decode/ids.ts';
import { demoAt, startDemo, type Demo } from '../../testing/demo.ts';
import { compareProviders } from '../../testing/providers.ts';
import { decodeSetup } from './setup.ts';
import { decodeMinerState } from './state.ts';

const { head } = z
  .object({ head: z.object({ height: z.number(), key: z.array(z.string()) }) })
  .parse(demoFile('manifest.json'));

const truth = z
  .object({
    events: z.array(z.looseObject({ height: z.number(), kind: z.string() })),
  })
  .parse(demoFile('truth/providers.json'));

describe('providers of the demo chain at its last head', () => {
  let demo: Demo;
  let store: Store;
  beforeAll(async () => {
    demo = await startDemo(head.height);
    store = await openEither(demoAt(head.height));
  }, 600_000);
  afterAll(async () => {
    await store.close();
    await demo.close();
  });

  const key = head.key.map((cid) => ({ '/': cid }));

  it('has them all, each as the node tells it', () => compareProviders(store, demo.node, key));

  it('tells what was available at every tipset', async () => {
    const recording = await openRecording(DEMO_CHAIN);
    const { catalogue } = recording;
    const canonical = new Map(
      (await store.db.selectFrom('tipset').select(['height', 'key']).execute()).map(
        ({ height, key: then }) => [keyText(tipsetKeyOf(then).map((cid) => cid['/'])), height],
      ),
    );
    const rows = await store.db.selectFrom('miner_funds').selectAll().orderBy('since').execute();
    let compared = 0;
    let orphaned = 0;
    let vested = 0;
    for (const [subject, answers] of catalogue.states.get('StateMinerAvailableBalance') ?? []) {
      const id = Number(/^"f0(\d+)"$/.exec(subject)?.[1]);
      const own = rows.filter((row) => row.miner_id === id);
      for (const [place, value] of answers) {
        const height = canonical.get(catalogue.tipsets[place]?.key ?? '');
        if (height === undefined) {
          orphaned++;
          continue;
        }
        const row = own.findLast(({ since }) => since <= height);
        const label = `${subject} at ${height}`;
        if (!row?.vesting) throw new Error(`${label}: no vesting table`);
        const free = vestedAt(unpackVesting(row.vesting), height);
        const told: unknown = JSON.parse(catalogue.read(value).toString());
        expect(String(BigInt(row.available) + free), label).toBe(told);
        compared++;
        if (free > 0n) vested++;
      }
    }
    await recording.close();
    // The others are of tipsets that lost their place.
    expect({ compared, orphaned, vested }).toEqual({ compared: 12_904, orphaned: 391, vested: 50 });
  }, 120_000);

  it('knows what they were at any height', async () => {
    const tipsets = await store.db
      .selectFrom('tipset')
      .select(['height', 'key'])
      .where('executed', '=', true)
      .orderBy('height')
      .execute();
    const seen = new Map<string, Set<string>>();
    for (const [at, tipset] of tipsets.entries()) {
      if (at % 61 !== 7) continue;
      const then = tipsetKeyOf(tipset.key);
      const newest = async (table: string): Promise<{ miner_id: number }[]> => {
        const { rows } = await sql<{ miner_id: number }>`
          select distinct on (miner_id) * from ${sql.table(table)}
          where since <= ${tipset.height} order by miner_id, since desc`.execute(store.db);
        return rows;
      };
      const powers = await newest('miner_power');
      const counts = await newest('miner_sector_count');
      const funds = await newest('miner_funds');
      const infos = await newest('miner_info_change');
      const known = powers.map((row) => row.miner_id);
      for (const rows of [counts, funds, infos])
        expect(rows.map((row) => row.miner_id)).toEqual(known);
      for (const [place, id] of known.entries()) {
        const address = `f0${id}`;
        const label = `${address} at ${tipset.height}`;
        const [power, sectors, recoveries, state, info] = await Promise.all([
          demo.node.stateMinerPower(address, then),
          demo.node.stateMinerSectorCount(address, then),
          demo.node.stateMinerRecoveries(address, then),
          demo.node.stateReadState(address, then),
          demo.node.stateMinerInfo(address, then),
        ]);
        expect(powers[place], label).toMatchObject({
          raw_power: power.MinerPower.RawBytePower,
          adjusted_power: power.MinerPower.QualityAdjPower,
          has_min_power: power.HasMinPower,
        });
        expect(counts[place], label).toMatchObject({
          live: sectors.Live,
          active: sectors.Active,
          faulty: sectors.Faulty,
          recovering: countRuns(recoveries),
        });
        expect(funds[place], label).toMatchObject({
          balance: state.Balance,
          ...decodeMinerState(state, BigInt(state.Balance)).funds,
        });
        expect(infos[place], label).toMatchObject(decodeSetup(info));
        for (const [kind, row] of Object.entries({ power, sectors, info })) {
          const kinds = seen.get(kind) ?? new Set();
          seen.set(kind, kinds.add(JSON.stringify(row)));
        }
      }
    }
    // What never changes proves nothing.
    for (const kinds of seen.values()) expect(kinds.size).toBeGreaterThan(20);
  });

  it('adds up over time', async () => {
    const rows = await store.db.selectFrom('miner').selectAll().execute();
    for (const row of rows) {
      const blocks = await store.db
        .selectFrom('block')
        .selectAll()
        .where('miner_id', '=', row.id)
        .where('orphaned', '=', false)
        .where('block_reward', 'is not', null)
        .orderBy('height')
        .execute();
      const own = await store.db
        .selectFrom('miner_block')
        .selectAll()
        .where('miner_id', '=', row.id)
        .orderBy('ord')
        .execute();
      expect(own.map(({ cid }) => cid)).toEqual(blocks.map(({ cid }) => cid));
      expect(row.win_count).toBe(blocks.reduce((sum, block) => sum + block.win_count, 0));
      expect(row.reward_sum).toBe(
        blocks
          .reduce(
            (sum, block) => sum + BigInt(block.block_reward ?? 0) + BigInt(block.tips ?? 0),
            0n,
          )
          .toString(),
      );
    }
  });

  it('counts fees and penalties by kind', async () => {
    const fees = await store.db
      .selectFrom('execution as e')
      .leftJoin('miner as m', 'm.id', 'e.to_id')
      .leftJoin('method as d', 'd.id', 'e.method_id')
      .select(['m.id', 'd.name', 'base_fee_burn', 'over_estimation_burn', 'miner_tip'])
      .execute();
    const paid = fees
      .filter(({ id, name }) => id !== null || name === 'PublishStorageDeals')
      .reduce(
        (sum, fee) =>
          sum +
          BigInt(fee.base_fee_burn) +
          BigInt(fee.over_estimation_burn) +
          BigInt(fee.miner_tip),
        0n,
      );
    const burnt = await store.db
      .selectFrom('transfer')
      .innerJoin('miner', 'miner.id', 'transfer.from_id')
      .select('amount')
      .where('to_id', '=', BURNT_FUNDS_ID)
      .execute();
    const lost = burnt.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const totals = await store.db.selectFrom('miner_cost_total').selectAll().execute();
    const sumOf = (kinds: readonly string[]): bigint =>
      totals
        .filter(({ kind }) => kinds.includes(minerCostAt(kind) ?? ''))
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(sumOf(MINER_FEES)).toBe(paid);
    expect(sumOf(MINER_PENALTIES)).toBe(lost);
    const counts = Object.fromEntries(
      MINER_COSTS.map((kind, index) => [
        kind,
        totals.filter((row) => row.kind === index).reduce((sum, { count }) => sum + count, 0),
      ]),
    );
    expect(counts).toEqual({
      windowedPoSt: 49,
      preCommit: 86,
      proveCommit: 84,
      replicaUpdate: 0,
      faults: 58,
      termination: 27,
      extension: 5,
      publishDeals: 94,
      withdraw: 22,
      others: 117,
      deadline: 43,
      earlyTermination: 27,
      consensusFault: 0,
      dispute: 0,
      block: 1,
      aggregate: 0,
      debt: 0,
      unknown: 0,
    });
    const costs = await store.db.selectFrom('miner_cost').selectAll().orderBy('ord').execute();
    for (const { miner_id, kind, count, amount } of totals) {
      const own = costs.filter((row) => row.miner_id === miner_id && row.kind === kind);
      expect(own.at(-1)).toMatchObject({ kind_count: count, kind_sum: amount });
      expect(own).toHaveLength(count);
    }
    const events = (kind: string): number =>
      truth.events.filter((event) => event.kind === kind).length;
    expect(counts).toMatchObject({
      proveCommit: events('onboarded'),
      termination: events('terminated'),
      extension: events('extended'),
      withdraw: events('withdrew'),
    });
  });

  it('tells growth from what came back', async () => {
    const rows = await store.db.selectFrom('miner_growth').selectAll().orderBy('since').execute();
    const bySector = 32n << 30n;
    for (const { raw } of rows) expect(BigInt(raw) % bySector).toBe(0n);
    const powers = await store.db.selectFrom('miner_power').selectAll().orderBy('since').execute();
    const miners = await store.db.selectFrom('miner').selectAll().execute();
    for (const { id, raw_power, growth_raw_sum } of miners) {
      const own = powers.filter((row) => row.miner_id === id);
      let raised = 0n;
      own.forEach((row, at) => {
        const step = BigInt(row.raw_power) - BigInt(own[at - 1]?.raw_power ?? row.raw_power);
        if (step > 0n) raised += step;
      });
      // Never more than all that was raised, and that only by what recovered.
      expect(BigInt(growth_raw_sum)).toBeLessThanOrEqual(raised);
      if (id >= 1077 && id !== 1127) expect(own[0]?.raw_power).toBe('0');
      if (raw_power !== '0' && id >= 1077) expect(BigInt(growth_raw_sum)).toBeGreaterThan(0n);
    }
  });

  it('keeps exact sums of power and of shares of the network', async () => {
    const powers = await store.db.selectFrom('miner_power').selectAll().orderBy('since').execute();
    const network = await store.db
      .selectFrom('network_state')
      .select(['height', 'quality_adj_power'])
      .orderBy('height')
      .execute();
    const inverse: bigint[] = [];
    let at = -1;
    for (let epoch = 0; epoch < head.height; epoch++) {
      if (network[at + 1]?.height === epoch) at++;
      inverse.push((1n << 128n) / BigInt(network[at]?.quality_adj_power ?? 1));
    }
    for (const id of [1000, 1003, 1080, 1086]) {
      const own = powers.filter((row) => row.miner_id === id);
      let adjusted = 0n;
      let share = 0n;
      let epoch = own[0]?.since ?? 0;
      for (const [place, row] of own.entries()) {
        const before = BigInt(own[place - 1]?.adjusted_power ?? 0);
        for (; epoch < row.since; epoch++) {
          adjusted += before;
          share += before * (inverse[epoch] ?? 0n);
        }
        expect(row.adjusted_sum).toBe(adjusted.toString());
        expect(row.share_sum).toBe(share.toString());
      }
      if (id >= 1080) expect(own.length).toBeGreaterThan(4);
    }
  });

  it('counts those with power', async () => {
    const counter = await store.db
      .selectFrom('counter')
      .select('value')
      .where('key', '=', 'miners:active')
      .executeTakeFirst();
    expect(counter?.value).toBe(6);
  });
});
