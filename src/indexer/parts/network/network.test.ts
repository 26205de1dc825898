/** The network's sums over the demo chain, against the same figures counted anew from the facts. */
import { initialPledge } from '#filecoin/mining/pledge.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAt, startDemo, type Demo } from '../../testing/demo.ts';

const HEAD = 20_300;
/** Null rounds and tipsets, from before the first message to the last executed one. */
const HEIGHTS = [0, 1, 5, 700, 1300, 4220, 9119, 12_511, 15_900, 18_320, 19_720, HEAD - 1];
const METHODS = ['Send', 'SubmitWindowedPoSt', 'ProveCommitSectors3', 'InvokeContract'];

type Row = Record<string, string | number | null>;

eachDatabase((open) => {
  describe('the network over the demo chain', () => {
    let demo: Demo;
    let store: Store;
    const one = async (query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> =>
      (await query.execute(store.db)).rows[0];

    beforeAll(async () => {
      demo = await startDemo(HEAD);
      store = await open(demoAt(HEAD));
    }, 600_000);
    afterAll(() => demo.close());

    it.each(HEIGHTS)('sums what is at or below %i', async (height) => {
      const counted = {
        ...(await one(sql<Row>`
          select count(*) as tipsets, coalesce(sum(block_count), 0) as blocks,
            sum(win_count) as wins, sum(message_count) as messages, sum(base_fee) as base_fee
          from tipset where height <= ${height} and executed`)),
        ...(await one(sql<Row>`
          select coalesce(sum(block_reward), 0) as rewards, coalesce(sum(tips), 0) as tips,
            coalesce(sum(penalty), 0) as penalties
          from block where height <= ${height} and not orphaned`)),
        ...(await one(sql<Row>`
          select count(*) as executed, coalesce(sum(base_fee_burn + over_estimation_burn + miner_tip), 0) as fees,
            coalesce(sum(m.gas_premium), 0) as gas_premium, coalesce(sum(m.gas_limit), 0) as gas_limit,
            coalesce(sum(gas_used), 0) as gas_used
          from execution e join message m on m.cid = e.cid where height <= ${height}`)),
      };
      const own = await one(sql<Row>`
        select * from network_sum where height <= ${height} order by height desc limit 1`);
      expect(texts(own)).toMatchObject(texts(counted));
    });

    it('sums the power of every epoch, null rounds included', async () => {
      const states = await store.db
        .selectFrom('network_state')
        .select(['height', 'quality_adj_power', 'raw_byte_power'])
        .orderBy('height')
        .execute();
      const wanted = new Set(HEIGHTS);
      let sum = { qa: 0n, raw: 0n, inverse: 0n };
      let at = 0;
      const own = new Map(
        (await store.db.selectFrom('network_sum').selectAll().execute()).map((row) => [
          row.height,
          row,
        ]),
      );
      let compared = 0;
      for (let epoch = 0; epoch < HEAD; epoch++) {
        if (states[at + 1]?.height === epoch) at++;
        const qa = BigInt(states[at]?.quality_adj_power ?? 0);
        sum = {
          qa: sum.qa + qa,
          raw: sum.raw + BigInt(states[at]?.raw_byte_power ?? 0),
          inverse: sum.inverse + 2n ** 128n / qa,
        };
        const row = own.get(epoch);
        if (!row || !(wanted.has(epoch) || epoch % 50 === 0)) continue;
        compared++;
        expect([row.power_epochs, row.qa_power, row.raw_power, row.inverse_power]).toEqual([
          epoch + 1,
          sum.qa.toString(),
          sum.raw.toString(),
          sum.inverse.toString(),
        ]);
      }
      expect(compared).toBeGreaterThan(80);
    });

    it('sums each method’s messages', async () => {
      for (const name of METHODS)
        for (const height of HEIGHTS) {
          const counted = await one(sql<Row>`
            select count(*) as count, coalesce(sum(m.gas_premium), 0) as gas_premium,
              coalesce(sum(m.gas_limit), 0) as gas_limit, coalesce(sum(e.gas_used), 0) as gas_used,
              coalesce(sum(e.base_fee_burn + e.over_estimation_burn + e.miner_tip), 0) as fee
            from execution e join message m on m.cid = e.cid join method on method.id = e.method_id
            where method.name = ${name} and e.height <= ${height}`);
          const own = await one(sql<Row>`
            select s.* from method_sum s join method on method.id = s.method_id
            where method.name = ${name} and s.height <= ${height} order by s.height desc limit 1`);
          const none = { count: 0, gas_premium: 0, gas_limit: 0, gas_used: 0, fee: 0 };
          expect(texts(own ?? none)).toMatchObject(texts(counted));
        }
      const totals = await sql<Row>`
        select method_id, height, count, gas_premium, gas_limit, gas_used, fee from method_total
        order by method_id`.execute(store.db);
      const newest = await sql<Row>`
        select distinct on (method_id) method_id, height, count, gas_premium, gas_limit, gas_used, fee
        from method_sum order by method_id, height desc`.execute(store.db);
      expect(totals.rows).toEqual(newest.rows);
      expect(totals.rows.length).toBeGreaterThan(20);
    });

    it.each([
      ['network_hour', 3600],
      ['network_day', 86_400],
    ] as const)('keeps %s as counted anew', async (table, length) => {
      const own = await sql<Row>`
        select start, tipsets, base_fee_min, base_fee_max, base_fee_sum from ${sql.table(table)}
        order by start`.execute(store.db);
      const counted = await sql<Row>`
        select timestamp / ${length}::bigint * ${length}::bigint as start, count(*)::int as tipsets,
          min(base_fee) as base_fee_min, max(base_fee) as base_fee_max, sum(base_fee) as base_fee_sum
        from tipset where executed group by 1 order by 1`.execute(store.db);
      expect(own.rows).toEqual(counted.rows);
    });

    it('counts each sender once a day', async () => {
      const own = await sql<Row>`select start, senders from network_day order by start`.execute(
        store.db,
      );
      const counted = await sql<Row>`
        select t.timestamp / 86400 * 86400 as start, count(distinct e.from_id)::int as senders
        from tipset t left join execution e on e.height = t.height
        where t.executed group by 1 order by 1`.execute(store.db);
      expect(own.rows).toEqual(counted.rows);
    });

    it('counts what was sealed as the providers’ sectors tell', async () => {
      // Sectors committed above the genesis, 32 GiB each, by the node's events.
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from event
        where position(convert_to('sector-activated', 'UTF8') in entries) > 0`.execute(store.db);
      const total = await store.db
        .selectFrom('network_total')
        .select('sealed_bytes')
        .executeTakeFirstOrThrow();
      expect(BigInt(total.sealed_bytes)).toBe(BigInt(rows[0]?.count ?? 0) * 2n ** 35n);
      expect(rows[0]?.count).toBeGreaterThan(300);
    });

    it('has the state of the head, as the node tells it there', async () => {
      const now = await store.db.selectFrom('network_now').selectAll().executeTakeFirstOrThrow();
      const head = await demo.node.chainHead();
      const power = await demo.node.stateMinerPower('', head.Cids);
      const supply = await demo.node.stateCirculatingSupply(head.Cids);
      expect(now).toMatchObject({
        height: head.Height,
        raw_byte_power: power.TotalPower.RawBytePower,
        quality_adj_power: power.TotalPower.QualityAdjPower,
        fil_vested: supply.FilVested,
        fil_mined: supply.FilMined,
        fil_burnt: supply.FilBurnt,
        fil_locked: supply.FilLocked,
        fil_circulating: supply.FilCirculating,
        fil_reserve_disbursed: supply.FilReserveDisbursed,
      });
      const burnt = await store.db
        .selectFrom('actor')
        .select('balance')
        .where('id', '=', 99)
        .executeTakeFirstOrThrow();
      expect(now.fil_burnt).toBe(burnt.balance);
    });

    it('has the certificates of the last 900 epochs, one after the other', async () => {
      const certificates = await store.db
        .selectFrom('certificate as c')
        .leftJoin('tipset as t', (join) =>
          join.onRef('t.height', '=', 'c.height').onRef('t.key', '=', 'c.key'),
        )
        .select(['c.instance', 'c.base_height', 'c.height', 't.ordinal'])
        .orderBy('c.instance')
        .execute();
      const latest = await demo.node.f3LatestCertificate();
      expect(certificates.at(-1)?.instance).toBe(latest?.GPBFTInstance);
      // The first one of all, from where F3 began.
      expect(certificates[0]).toMatchObject({ instance: 0, base_height: 19_550 });
      // The recording has about every third one.
      expect(certificates.length).toBeGreaterThan(250);
      for (const [index, { base_height, height, ordinal }] of certificates.entries()) {
        expect(base_height).toBeGreaterThanOrEqual(certificates[index - 1]?.height ?? 0);
        expect(height).toBeGreaterThanOrEqual(base_height);
        expect(ordinal).not.toBeNull();
      }
    });

    it('knows the network version, which no upgrade has changed', async () => {
      const rows = await store.db
        .selectFrom('network_version')
        .selectAll()
        .orderBy('height')
        .execute();
      expect(rows).toEqual([{ height: 0, version: 29 }]);
    });

    it('tells what sectors pledged when they were committed', async () => {
      // f01080 committed sector 70 in the tipset at 20,024; its pledge stands in its state.
      const state = await store.db
        .selectFrom('network_state')
        .selectAll()
        .where('height', '=', 20_024)
        .executeTakeFirstOrThrow();
      const part = (value: string | null): bigint => BigInt(value ?? 0);
      expect(
        initialPledge(
          {
            height: state.height,
            reward: {
              position: part(state.reward_position),
              velocity: part(state.reward_velocity),
            },
            power: { position: part(state.power_position), velocity: part(state.power_velocity) },
            baselinePower: part(state.baseline_power),
            circulatingSupply: part(state.fil_circulating),
            rampStart: state.ramp_start ?? 0,
            rampEpochs: state.ramp_epochs ?? 0,
          },
          32n << 30n,
        ),
      ).toBe(999999984306749440n);
    });
  });
});

/** Counts come as numbers or texts, by the query. */
function texts(row: Row | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, String(value)]));
}
