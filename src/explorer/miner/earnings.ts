import { MINER_FEES } from '#filecoin/actors/minercosts.ts';
import { DAY_SECONDS } from '#filecoin/epoch.ts';
import { dayOf } from '#format/time.ts';
import { ofAnyLength } from '#store/plans.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { firstEpochOf } from '../narrowing.ts';
import { daysOf, type Duration } from '../parameters.ts';
import type { View } from '../view.ts';
import { costsBelow } from './costs.ts';
import { findMiner } from './find.ts';
import type { MinerEarnings } from './earningsSchema.ts';

/** What a provider had won and paid before a height: blocks, wins, attoFIL. */
interface Before {
  blocks: number;
  wins: number;
  rewards: bigint;
  fees: bigint;
  penalties: bigint;
}

/**
 * What a provider earned and paid on the day of the head so far and on the days (UTC) before it,
 * newest first; days whose beginning the index does not have are left out.
 */
export async function minerEarnings(
  view: View,
  text: string,
  duration: Duration,
): Promise<MinerEarnings> {
  const { head, network } = view;
  const { id } = await findMiner(view, text);
  const days = daysTo(head, network, daysOf(duration));
  const before = await sumsBefore(
    view,
    id,
    days.flatMap(({ from, to }) => [from, to]),
  );
  return {
    days: days.flatMap(({ day, from, to, complete }) => {
      const [start, end] = [before.get(from), before.get(to)];
      if (!start || !end) return [];
      const rewards = end.rewards - start.rewards;
      const fees = end.fees - start.fees;
      const penalties = end.penalties - start.penalties;
      return [
        {
          day: dayOf(day * DAY_SECONDS),
          startHeight: from,
          endHeight: to - 1,
          complete,
          blocksMined: end.blocks - start.blocks,
          weightedBlocksMined: end.wins - start.wins,
          totalRewards: rewards.toString(),
          totalFees: fees.toString(),
          totalPenalties: penalties.toString(),
          net: (rewards - fees - penalties).toString(),
        },
      ];
    }),
  };
}

/**
 * The day of a head so far, and so many whole ones before it, newest first: the number of the day (from
 * 1970, UTC) and its epochs from `from` to before `to`. What begins below the index is left out.
 */
export function daysTo(
  head: Pick<View['head'], 'height' | 'timestamp'>,
  network: Pick<View['network'], 'genesisTimestamp' | 'epochSeconds' | 'startHeight'>,
  back: number,
): { day: number; from: number; to: number; complete: boolean }[] {
  const today = Math.floor(head.timestamp / DAY_SECONDS);
  return Array.from({ length: back + 1 }, (_, ago) => {
    const day = today - ago;
    const from = Math.max(0, firstEpochOf(network, day));
    const end = firstEpochOf(network, day + 1);
    return { day, from, to: Math.min(head.height, end), complete: end <= head.height };
  }).filter(({ from, to }) => from >= network.startHeight && from < to);
}

type AtHeights = Places<{ id: number; heights: readonly number[] }>;

interface BlockSums {
  height: number;
  ord: number | null;
  win_sum: number | null;
  reward_sum: string | null;
}
const blockSums = statement((db, { id, heights }: AtHeights) =>
  sql<BlockSums>`
    select h.height, b.ord, b.win_sum, b.reward_sum
    from unnest(${ofAnyLength(heights)}) h (height)
    left join lateral (
      select ord, win_sum, reward_sum from miner_block
      where miner_id = ${id} and height < h.height
      order by height desc, position desc limit 1
    ) b on true`.compile(db),
);
const costSums = statement((db, { id, heights }: AtHeights) =>
  sql<{ height: number; kind: number; kind_sum: string }>`
    select h.height, t.kind, c.kind_sum
    from unnest(${ofAnyLength(heights)}) h (height)
    cross join miner_cost_total t
    cross join lateral ${costsBelow(sql`h.height`)} c
    where t.miner_id = ${id}`.compile(db),
);

/** By height. */
async function sumsBefore(
  { db }: View,
  id: number,
  heights: readonly number[],
): Promise<ReadonlyMap<number, Before>> {
  const asked = { id, heights: [...new Set(heights)] };
  const [blocks, costs] = await Promise.all([blockSums(db, asked), costSums(db, asked)]);
  const before = new Map<number, Before>(
    blocks.map((row) => [
      row.height,
      {
        blocks: row.ord === null ? 0 : row.ord + 1,
        wins: row.win_sum ?? 0,
        rewards: BigInt(row.reward_sum ?? 0),
        fees: 0n,
        penalties: 0n,
      },
    ]),
  );
  for (const { height, kind, kind_sum: sum } of costs) {
    const at = before.get(height);
    if (at) at[kind < MINER_FEES.length ? 'fees' : 'penalties'] += BigInt(sum);
  }
  return before;
}
