/** The network's totals over time, and the pledge that follows from them. */
import { sql } from 'kysely';
import { ofAnyLength } from '#store/plans.ts';
import { statement, type Places } from '#store/statement.ts';
import { initialPledge } from '#filecoin/mining/pledge.ts';
import type { RowOf } from '#store/schema.ts';
import type { View } from '../view.ts';

export type NetworkTotals = RowOf<'network_state'>;

/** Bytes of the sector that figures of pledge are about. */
export const SECTOR_BYTES = 32n << 30n;

const stateAt = statement((db, { heights }: Places<{ heights: readonly number[] }>) =>
  sql<NetworkTotals & { asked: number }>`
    select grid.asked, s.* from unnest(${ofAnyLength(heights)}) as grid(asked)
    cross join lateral (
      select * from network_state where height <= grid.asked order by height desc limit 1
    ) s`.compile(db),
);
const networkNow = statement((db) => db.selectFrom('network_now').selectAll().compile());

/**
 * What the newest tipset at or below each height stands on: the state before its messages. At the
 * head that is the state after everything executed. Null before the index.
 */
export async function totalsAt(
  { db, head, held }: View,
  heights: readonly number[],
): Promise<(NetworkTotals | null)[]> {
  // A provider's, the market's and the network's pages ask for the same few.
  const found = await held.rows('network totals', heights, async (missing) => {
    const [states, [now]] = await Promise.all([
      stateAt(db, { heights: missing }),
      missing.includes(head.height) ? networkNow(db, {}) : [],
    ]);
    const totals = new Map(states.map(({ asked, ...state }) => [asked, state]));
    if (now?.height === head.height) totals.set(head.height, now);
    return totals;
  });
  return heights.map((height) => found.get(height) ?? null);
}

/** What a new sector's pledge follows from. */
const PLEDGE_TOTALS = [
  'height',
  'reward_position',
  'reward_velocity',
  'power_position',
  'power_velocity',
  'baseline_power',
  'fil_circulating',
  'ramp_start',
  'ramp_epochs',
] as const;
export type PledgeTotals = Pick<NetworkTotals, (typeof PLEDGE_TOTALS)[number]>;

/** Those of `totalsAt` at all epochs from `low` up to `high`. */
export async function totalsIn(
  { db, head }: View,
  low: number,
  high: number,
): Promise<(PledgeTotals | null)[]> {
  const [rows, now] = await Promise.all([
    db
      .selectFrom('network_state')
      .select([...PLEDGE_TOTALS])
      .where('height', '<=', high)
      .where('height', '>=', ({ selectFrom, fn }) =>
        fn.coalesce(
          selectFrom('network_state')
            .select('height')
            .where('height', '<=', low)
            .orderBy('height', 'desc')
            .limit(1),
          sql<number>`0`,
        ),
      )
      .orderBy('height')
      .execute(),
    high < head.height
      ? undefined
      : db
          .selectFrom('network_now')
          .select([...PLEDGE_TOTALS])
          .where('height', '=', head.height)
          .executeTakeFirst(),
  ]);
  const told: (PledgeTotals | null)[] = [];
  for (let epoch = low, place = -1; epoch <= high; epoch++) {
    while ((rows[place + 1]?.height ?? Infinity) <= epoch) place++;
    told.push((epoch === head.height ? now : undefined) ?? rows[place] ?? null);
  }
  return told;
}

/**
 * The totals now, and those on which the first tipset from `from` on stands: between them lies what the
 * tipsets from there on did, whether or not `from` itself was a null round. Null before the index.
 */
export async function totalsOver(
  view: View,
  from: number,
): Promise<[now: NetworkTotals | null, before: NetworkTotals | null]> {
  const { db, head } = view;
  const [now, { rows }] = await Promise.all([
    networkNow(db, {}).then(([row]) => row),
    sql<NetworkTotals>`
      select * from network_state
      where height >= ${from}
        and (select min(height) from network_state) <= ${from}
      order by height limit 1`.execute(db),
  ]);
  const [then = null] = now?.height === head.height ? [now] : await totalsAt(view, [head.height]);
  return [then, rows[0] ?? null];
}

/**
 * Initial pledge of a new sector of 32 GiB without deals, attoFIL, by the protocol's formula; null
 * where something that it takes is not known.
 */
export function sectorPledge(totals: PledgeTotals): bigint | null {
  const { reward_position, reward_velocity, power_position, power_velocity } = totals;
  if (reward_position === null || reward_velocity === null) return null;
  if (power_position === null || power_velocity === null) return null;
  if (totals.baseline_power === null || totals.fil_circulating === null) return null;
  return initialPledge(
    {
      height: totals.height,
      reward: { position: BigInt(reward_position), velocity: BigInt(reward_velocity) },
      power: { position: BigInt(power_position), velocity: BigInt(power_velocity) },
      baselinePower: BigInt(totals.baseline_power),
      circulatingSupply: BigInt(totals.fil_circulating),
      // Before actors version 15 there was no ramp: as if it never began.
      rampStart: totals.ramp_start ?? Number.MAX_SAFE_INTEGER,
      rampEpochs: totals.ramp_epochs ?? 0,
    },
    SECTOR_BYTES,
  );
}

/** Expected winners per epoch: a won block's share of the epoch's reward. */
const BLOCKS_PER_EPOCH = 5n;

/** attoFIL per win, before tips; null where the epoch's reward is not known. */
export function blockReward({ this_epoch_reward }: NetworkTotals): string | null {
  return this_epoch_reward && (BigInt(this_epoch_reward) / BLOCKS_PER_EPOCH).toString();
}

/** Vested, mined and disbursed from the reserve; attoFIL, null where a part of it is not known. */
export function totalSupply(totals: NetworkTotals): string | null {
  let sum = 0n;
  for (const amount of [totals.fil_vested, totals.fil_mined, totals.fil_reserve_disbursed]) {
    if (amount === null) return null;
    sum += BigInt(amount);
  }
  return sum.toString();
}
