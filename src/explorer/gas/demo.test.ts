/** What to pay on the demo chain, against the same made of what its node recorded. */
import { digestOf } from '#filecoin/encoding/cid.ts';
import { demoAt, startDemo } from '#indexer/testing/demo.ts';
import type { CidJson, NodeClient } from '#node/types.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExplorer } from '../index.ts';
import { pooled, writePool } from '../testing/pool.ts';
import { gasSuggestionSchema, type GasSuggestion } from './schema.ts';

const TOP = 2400;
const DAY = 2880;

interface Included {
  cid: string;
  premium: bigint;
  ran: boolean;
}

interface Recorded {
  height: number;
  timestamp: number;
  baseFee: bigint;
  blocks: number;
  gasLimit: bigint;
  messages: Included[];
}

const least = (...values: bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));

/** The last 60 tipsets as the node tells them, oldest first. */
async function recordedTipsets(node: NodeClient): Promise<Recorded[]> {
  const found: Recorded[] = [];
  let tipset = await node.chainHead();
  let child: CidJson | null = null;
  while (found.length < 60) {
    const [block] = tipset.Blocks;
    if (!block) throw new Error('A tipset without blocks');
    const baseFee = BigInt(block.ParentBaseFee);
    const messages = new Map<string, Included>();
    let gasLimit = 0n;
    const add = (
      cid: string,
      one: { GasLimit: number | bigint; GasFeeCap: string; GasPremium: string },
      ran: boolean,
    ): void => {
      if (messages.has(cid)) return;
      gasLimit += BigInt(one.GasLimit);
      const left = least(BigInt(one.GasPremium), BigInt(one.GasFeeCap) - baseFee);
      messages.set(cid, { cid, premium: left < 0n ? 0n : left, ran });
    };
    if (child === null)
      for (const cid of tipset.Cids) {
        const { BlsMessages, SecpkMessages, Cids } = await node.chainGetBlockMessages(cid);
        const all = [...BlsMessages, ...SecpkMessages.map(({ Message }) => Message)];
        all.forEach((one, index) => add(String(Cids[index]?.['/']), one, true));
      }
    else {
      const receipts = await node.chainGetParentReceipts(child);
      const executed = await node.chainGetParentMessages(child);
      executed.forEach(({ Cid, Message }, index) => {
        const { ExitCode, GasUsed } = receipts[index] ?? {};
        add(Cid['/'], Message, ExitCode === 0 || Number(GasUsed) > 0);
      });
    }
    found.push({
      height: Number(tipset.Height),
      timestamp: Number(block.Timestamp),
      baseFee,
      blocks: tipset.Blocks.length,
      gasLimit,
      messages: [...messages.values()],
    });
    child = tipset.Cids[0] ?? null;
    tipset = await node.chainGetTipSet(block.Parents);
  }
  return found.reverse();
}

const sorted = (values: readonly bigint[]): bigint[] =>
  [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
const rank = (values: readonly bigint[], share: number): string =>
  String(sorted(values)[Math.max(0, Math.ceil(share * values.length) - 1)]);

describe('what to pay', () => {
  eachDatabase((open) => {
    let store: Store;
    let recorded: Recorded[];
    const answer = async (): Promise<GasSuggestion> =>
      (await createExplorer(store).gas.suggestion()).data;

    beforeAll(async () => {
      store = await open(demoAt(TOP));
      await store.db.deleteFrom('mempool').execute();
      const demo = await startDemo(TOP);
      recorded = await recordedTipsets(demo.node);
      await demo.close();
    });

    test('base fees and fill are the last 60 tipsets’', async () => {
      const data = await answer();
      expect(gasSuggestionSchema.parse(data)).toEqual(data);
      expect(data.tipsets).toEqual(
        recorded.map(({ height, timestamp, baseFee, blocks, gasLimit, messages }) => ({
          height,
          timestamp,
          baseFee: String(baseFee),
          blocks,
          messages: messages.length,
          gasLimit: String(gasLimit),
          fill: Number(gasLimit) / (blocks * 1e10),
        })),
      );
      expect(recorded.at(-1)?.messages.length).toBeGreaterThan(0);
      const fees = recorded.map(({ baseFee }) => baseFee);
      expect(data.baseFee).toEqual({
        now: String(fees.at(-1)),
        min: String(sorted(fees)[0]),
        max: String(sorted(fees).at(-1)),
        mean: String(fees.reduce((a, b) => a + b) / 60n),
      });
      const gas = recorded.reduce((sum, { gasLimit }) => sum + Number(gasLimit), 0);
      const blocks = recorded.reduce((sum, one) => sum + one.blocks, 0);
      expect(data.fill).toBeCloseTo(gas / (blocks * 1e10), 12);
    });

    test('premiums are those of what got in, fee caps hold while the base fee rises', async () => {
      const data = await answer();
      const premiums = recorded.flatMap(({ messages }) =>
        messages.filter(({ ran }) => ran).map(({ premium }) => premium),
      );
      expect(new Set(premiums).size).toBeGreaterThan(3);
      expect(data.premiums).toEqual({
        messages: premiums.length,
        min: String(sorted(premiums)[0]),
        max: String(sorted(premiums).at(-1)),
      });
      let highest = recorded.at(-1)?.baseFee ?? 0n;
      for (let epoch = 0; epoch < data.feeCapEpochs; epoch++) highest += (highest + 7n) / 8n;
      expect(data.levels.map(({ level, premium, feeCap }) => [level, premium, feeCap])).toEqual(
        (
          [
            ['low', 0.25],
            ['typical', 0.5],
            ['fast', 0.9],
          ] as const
        ).map(([level, share]) => {
          const premium = rank(premiums, share);
          return [level, premium, String(BigInt(premium) + highest)];
        }),
      );
    });

    test('usual actions cost their median gas', async () => {
      const data = await answer();
      const rows = await store.db
        .selectFrom('execution as e')
        .innerJoin('method as m', 'm.id', 'e.method_id')
        .select(['m.name', 'e.gas_used', 'e.exit_code', 'e.selector', 'e.height'])
        .orderBy('e.seq', 'desc')
        .execute();
      const head = recorded.at(-1);
      const gasOf = (names: string[], selector?: string): bigint[] =>
        names
          .flatMap((name) => rows.filter((row) => row.name === name).slice(0, 300))
          .filter((row) => row.height >= (head?.height ?? 0) - DAY && row.exit_code === 0)
          .filter(
            (row) =>
              selector === undefined ||
              (row.selector !== null && Buffer.from(row.selector).toString('hex') === selector),
          )
          .map(({ gas_used }) => BigInt(gas_used));
      const expected = [
        ['send', gasOf(['Send'])],
        ['tokenTransfer', gasOf(['InvokeContract'], 'a9059cbb')],
        ['createContract', gasOf(['CreateExternal'])],
        ['preCommit', gasOf(['PreCommitSectorBatch2'])],
        ['proveCommit', gasOf(['ProveCommitSectors3', 'ProveCommitSectorsNI'])],
        ['windowedPoSt', gasOf(['SubmitWindowedPoSt'])],
        ['publishDeals', gasOf(['PublishStorageDeals'])],
        ['withdraw', gasOf(['WithdrawBalance (miner)', 'WithdrawBalance (market)'])],
      ] as const;
      const known = expected.filter(([, gas]) => gas.length > 0);
      expect(known.length).toBeGreaterThan(5);
      expect(data.actions).toEqual(
        known.map(([action, gas]) => ({
          action,
          messages: gas.length,
          gasUsed: rank(gas, 0.5),
          fees: data.levels.map(({ premium }) =>
            String(BigInt(rank(gas, 0.5)) * ((head?.baseFee ?? 0n) + BigInt(premium))),
          ),
        })),
      );
    });

    test('where nothing is known of arrivals no share is told', async () => {
      const { levels } = await answer();
      for (const { inclusion } of levels)
        expect(inclusion).toEqual(
          [1, 3, 10].map((tipsets) => ({ tipsets, seen: 0, included: 0, share: null })),
        );
    });

    test('shares are of what was seen to come and had its time', async () => {
      const at = (place: number): number => recorded[place]?.timestamp ?? 0;
      /** Seen a second after the tipset at `stood`; the head's place is 59. */
      const seen: { premium: bigint; stood: number; in: number | null }[] = [];
      const rows = recorded.flatMap(({ messages }, place) =>
        messages.flatMap(({ cid, premium, ran }, index) => {
          const stood = place - 1 - ((place + 5 * index) % 13);
          // Every fourth was never heard of.
          if (stood < 0 || (place + index) % 4 === 0) return [];
          if (ran) seen.push({ premium, stood, in: place });
          return pooled(`${cid}`, 100, 1, 0, {
            cid: digestOf(cid),
            first_seen: at(stood) + 1,
            departure: 1,
            fate: 1,
          });
        }),
      );
      // What the index found when it began to watch, and what it heard of too late, say nothing.
      const known = new Set(rows.map(({ cid }) => Buffer.from(cid).toString('hex')));
      const others = recorded
        .flatMap(({ messages }) => messages)
        .filter(({ cid }) => !known.has(Buffer.from(digestOf(cid)).toString('hex')));
      expect(others.length).toBeGreaterThan(0);
      const [late] = others;
      if (late)
        rows.push(
          pooled('late', 100, 1, 0, {
            cid: digestOf(late.cid),
            first_seen: at(59) + 1,
            departure: 1,
            fate: 1,
          }),
        );
      const baseFee = recorded.at(-1)?.baseFee ?? 0n;
      const offers = [...Array(12).keys()].map((index) => BigInt(index) * 20_000n);
      const waiting = offers.map((premium, index) => {
        const stood = 59 - 2 * index;
        seen.push({ premium, stood, in: null });
        return pooled(`waits ${index}`, 5_000_000 + index, 0, 0, {
          gas_premium: premium,
          gas_fee_cap: baseFee + 10_000_000n,
          first_seen: at(stood) + 1,
        });
      });
      const left = [
        pooled('gap', 6_000_000, 3, 0, { gas_premium: 10n ** 9n, first_seen: at(20) + 1 }),
        pooled('low cap', 6_000_001, 0, 0, { gas_fee_cap: 1n, first_seen: at(20) + 1 }),
      ];
      // Of what came before these tipsets only the slow are left to be seen: none of it counts.
      const [, slow] = others;
      expect(slow).toBeDefined();
      const before = [
        pooled('slow', 100, 1, 0, {
          cid: digestOf(slow?.cid ?? ''),
          first_seen: at(0) - 50,
          departure: 1,
          fate: 1,
        }),
        pooled('waits on', 6_000_003, 0, 0, {
          gas_premium: 10n ** 9n,
          gas_fee_cap: baseFee + 10n ** 10n,
          first_seen: at(0) - 50,
        }),
      ];
      const began = pooled('began', 6_000_002, 0, 0, { first_seen: at(0) - 100 });
      const all = [began, ...before, ...rows, ...waiting, ...left];
      await writePool(
        store,
        all.map((row, index) => ({ ...row, arrival: index + 1 })),
      );
      const { levels } = await answer();
      expect(levels).toHaveLength(3);
      for (const { premium, inclusion } of levels)
        expect(inclusion).toEqual(
          [1, 3, 10].map((tipsets) => {
            const counted = seen.filter(
              (one) => one.premium >= BigInt(premium) && one.stood + 10 <= 59,
            );
            const included = counted.filter(
              (one) => one.in !== null && one.in - one.stood <= tipsets,
            ).length;
            expect(counted.length).toBeGreaterThan(included);
            const share = included / counted.length;
            return { tipsets, seen: counted.length, included, share };
          }),
        );
      for (const { inclusion } of levels) {
        const shares = inclusion.map(({ share }) => share ?? NaN);
        expect(shares).toEqual([...shares].sort((a, b) => a - b));
      }
    });
  });
});
