/**
 * Bands of charts and figures of fees, against the same made of what the demo chain's node recorded:
 * nothing of the index is read here but by the answers that are checked.
 */
import { demoAt, startDemo } from '#indexer/testing/demo.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExplorer, type Explorer } from './index.ts';
import type { Band } from './wire.ts';

const HEAD = 20_300;
const DAY = 2880;
const EPOCH_SECONDS = 30;
/** A message's answer is long: one of so many is asked for. */
const EACH = 20;
const DAYS = { '24h': 1, '7d': 7, '30d': 30 } as const;
type Duration = keyof typeof DAYS;
const DURATIONS = Object.keys(DAYS) as Duration[];

/** A tipset as the node tells it, and what it tells of the state before its messages. */
interface Recorded {
  key: TipsetKey;
  height: number;
  timestamp: number;
  figures: Readonly<Record<string, bigint>>;
}

/** What a message's gas cost, by the node's trace of its tipset. */
interface Paid {
  cid: string;
  height: number;
  timestamp: number;
  gasLimit: bigint;
  gasPremium: bigint;
  gasUsed: bigint;
  baseFeeBurn: bigint;
  overEstimationBurn: bigint;
  minerTip: bigint;
  refund: bigint;
  totalCost: bigint;
}

/** The whole chain, oldest first. */
async function recordedChain(node: NodeClient): Promise<Recorded[]> {
  const chain: Recorded[] = [];
  for (let key: TipsetKey = (await node.chainHead()).Cids; key.length > 0;) {
    const { Cids, Height, Blocks } = await node.chainGetTipSet(key);
    const [block] = Blocks;
    if (!block) throw new Error('A tipset without blocks');
    const [{ TotalPower }, supply] = await Promise.all([
      node.stateMinerPower('', Cids),
      node.stateCirculatingSupply(Cids),
    ]);
    const figures = {
      baseFee: block.ParentBaseFee,
      rawBytePower: TotalPower.RawBytePower,
      qualityAdjPower: TotalPower.QualityAdjPower,
      circulatingSupply: supply.FilCirculating,
      filMined: supply.FilMined,
      burntSupply: supply.FilBurnt,
    };
    chain.push({
      key: Cids,
      height: Number(Height),
      timestamp: Number(block.Timestamp),
      figures: Object.fromEntries(
        Object.entries(figures).map(([name, value]) => [name, BigInt(value)]),
      ),
    });
    key = Number(Height) === 0 ? [] : block.Parents;
  }
  return chain.reverse();
}

/** What was executed from the newest tipset of which the child is known down to above a height. */
async function recordedFees(node: NodeClient, chain: readonly Recorded[]): Promise<Paid[]> {
  const paid: Paid[] = [];
  for (const [index, { key, height, timestamp }] of chain.entries()) {
    const [child] = chain[index + 1]?.key ?? [];
    if (height <= HEAD - 1 - DAY || child === undefined) continue;
    const messages = await node.chainGetParentMessages(child);
    if (messages.length === 0) continue;
    const { Trace } = await node.stateCompute(height, key);
    const costs = new Map(Trace.map(({ MsgCid, GasCost }) => [MsgCid['/'], GasCost]));
    for (const { Cid, Message } of messages) {
      const cost = costs.get(Cid['/']);
      if (!cost) throw new Error(`${Cid['/']} has no trace`);
      paid.push({
        cid: Cid['/'],
        height,
        timestamp,
        gasLimit: BigInt(Message.GasLimit),
        gasPremium: BigInt(Message.GasPremium),
        gasUsed: BigInt(cost.GasUsed),
        baseFeeBurn: BigInt(cost.BaseFeeBurn),
        overEstimationBurn: BigInt(cost.OverEstimationBurn),
        minerTip: BigInt(cost.MinerTip),
        refund: BigInt(cost.Refund),
        totalCost: BigInt(cost.TotalCost),
      });
    }
  }
  return paid;
}

/** The band of a figure over the epochs above one up to another: an epoch has what its newest tipset tells. */
function bandOf(chain: readonly Recorded[], name: string, above: number, through: number): Band {
  const value = (tipset: Recorded | undefined): bigint => tipset?.figures[name] ?? -1n;
  const before = chain.findLast(({ height }) => height <= above + 1);
  const within = chain.filter(({ height }) => height > above && height <= through);
  const reached: [bigint, number][] = [
    [value(before), above + 1],
    ...within.map((tipset): [bigint, number] => [value(tipset), tipset.height]),
  ];
  const low = reached.reduce((a, b) => (b[0] < a[0] ? b : a));
  const high = reached.reduce((a, b) => (b[0] > a[0] ? b : a));
  const last = value(within.at(-1) ?? before);
  const sum = within.reduce((all, tipset) => all + value(tipset), 0n);
  return {
    first: String(value(before)),
    last: String(last),
    min: String(low[0]),
    minHeight: low[1],
    max: String(high[0]),
    maxHeight: high[1],
    mean: String(within.length === 0 ? last : sum / BigInt(within.length)),
  };
}

/** The methods of executed messages from a height on, by their CIDs. */
async function methodsOf(explorer: Explorer, startHeight: number): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let before = ''; ;) {
    const { data } = await explorer.message.list({ startHeight, pageSize: 100, before });
    for (const { cid, method } of data.messages) names.set(cid, method);
    if (data.next === null) return names;
    before = data.next;
  }
}

const sumOf = (paid: readonly Paid[], of: (one: Paid) => bigint): bigint =>
  paid.reduce((sum, one) => sum + of(one), 0n);

describe('what the node recorded', () => {
  let chain: Recorded[];
  let paid: Paid[];
  let closed: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const demo = await startDemo(HEAD);
    closed = demo.close;
    chain = await recordedChain(demo.node);
    paid = await recordedFees(demo.node, chain);
    expect(chain[0]?.height).toBe(0);
    expect(paid.length).toBeGreaterThan(500);
  }, 600_000);
  afterAll(() => closed?.());

  eachDatabase((open) => {
    let store: Store;
    let explorer: Explorer;
    beforeAll(async () => {
      store = await open(demoAt(HEAD));
      explorer = createExplorer(store);
    }, 600_000);

    it.each(DURATIONS)('has the bands of the charts of %s', async (duration) => {
      for (const samples of [1, 24, 48, 119]) {
        const asked = { duration, samples };
        const charts = {
          baseFee: (await explorer.network.baseFee(asked)).data,
          rawBytePower: (await explorer.stats.power(asked)).data,
          qualityAdjPower: (await explorer.stats.power(asked)).data,
          circulatingSupply: (await explorer.stats.network(asked)).data,
          filMined: (await explorer.stats.network(asked)).data,
          burntSupply: (await explorer.stats.network(asked)).data,
        };
        for (const [name, data] of Object.entries(charts)) {
          let above = Math.max(-1, HEAD - DAYS[duration] * DAY);
          expect(data.at(-1)?.height).toBe(HEAD);
          for (const { height, bands } of data) {
            const band: unknown = Reflect.get(bands, name);
            expect(band, `${name} up to ${height}`).toEqual(bandOf(chain, name, above, height));
            above = height;
          }
        }
      }
    });

    it('has what a day mined, which a null round began', async () => {
      const day = chain.filter(({ height }) => height >= HEAD - DAY);
      expect(day[0]?.height).toBeGreaterThan(HEAD - DAY);
      const [before = 0n, now = 0n] = [day[0], day.at(-1)].map((at) => at?.figures['filMined']);
      const { data } = await explorer.network.overview();
      expect(data.dailyCoinsMined).toBe(String(now - before));
      // With what messages tipped besides.
      const tips = sumOf(paid, ({ minerTip }) => minerTip);
      expect(BigInt(data.inputs.rewards ?? 0)).toBe(now - before + tips);
    });

    it('has the fees of a day, by method', async () => {
      const { data } = await explorer.stats.messageFee();
      // Which method a message has is not what is checked here.
      const names = await methodsOf(explorer, paid[0]?.height ?? 0);
      const methods = Map.groupBy(paid, ({ cid }) => names.get(cid) ?? '');
      const expected = [['', paid] as const, ...methods].map(([method, all]) => {
        const count = BigInt(all.length);
        const totalFee = sumOf(all, ({ totalCost }) => totalCost);
        return {
          method,
          count: all.length,
          gasPremium: String(sumOf(all, ({ gasPremium }) => gasPremium) / count),
          gasLimit: Number(sumOf(all, ({ gasLimit }) => gasLimit)) / all.length,
          gasUsed: Number(sumOf(all, ({ gasUsed }) => gasUsed)) / all.length,
          fee: String(totalFee / count),
          totalFee: String(totalFee),
        };
      });
      const byMethod = (a: { method: string }, b: { method: string }): number =>
        a.method < b.method ? -1 : 1;
      expect(data[0]?.method).toBe('');
      expect([...data].sort(byMethod)).toEqual(expected.sort(byMethod));
      const totals = data.slice(1).map(({ totalFee }) => BigInt(totalFee));
      expect(totals).toEqual([...totals].sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
    });

    it('has the fees of messages', async () => {
      const some = paid.filter((_, index) => index % EACH === 0);
      expect(some.length).toBeGreaterThan(100);
      for (const one of some) {
        const { fee } = (await explorer.message.get(one.cid)).data;
        expect(fee, one.cid).toMatchObject({
          baseFeeBurn: String(one.baseFeeBurn),
          overEstimationBurn: String(one.overEstimationBurn),
          minerTip: String(one.minerTip),
          refund: String(one.refund),
          totalCost: String(one.totalCost),
        });
      }
    });

    it('has the fees and base fees of hours', async () => {
      const { data } = await explorer.stats.activity({ duration: '24h' });
      // The first hour may have begun before what was recorded here.
      for (const { timestamp, fees, gasUsed, messages, baseFee, tipsets } of data.slice(1)) {
        const within = (at: { timestamp: number }): boolean =>
          at.timestamp >= timestamp && at.timestamp < timestamp + 3600;
        const own = paid.filter(within);
        const executed = chain.slice(0, -1).filter(within);
        const band = executed.map(({ figures }) => figures['baseFee'] ?? -1n);
        const sorted = [...band].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        const mean = band.reduce((sum, fee) => sum + fee, 0n) / BigInt(band.length);
        expect({ timestamp, fees, gasUsed, messages, baseFee, tipsets }).toEqual({
          timestamp,
          fees: String(sumOf(own, ({ totalCost }) => totalCost)),
          gasUsed: String(sumOf(own, (one) => one.gasUsed)),
          messages: own.length,
          baseFee: { min: String(sorted[0]), mean: String(mean), max: String(sorted.at(-1)) },
          tipsets: executed.length,
        });
      }
      expect(data).toHaveLength(25);
      expect((data.at(-1)?.timestamp ?? 0) - (data[0]?.timestamp ?? 0)).toBe(
        24 * 120 * EPOCH_SECONDS,
      );
    });
  });
});
