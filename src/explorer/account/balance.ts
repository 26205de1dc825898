import { sql } from 'kysely';
import type { SampleInput } from '../parameters.ts';
import { minerOf } from '../miner/find.ts';
import { bandsAt, lastsAt } from '../bands.ts';
import { historyBands } from '../histories.ts';
import { fundsStats } from '../miner/funds.ts';
import { gridOf } from '../samples.ts';
import { standsOn } from '../stands.ts';
import { timeOf, type View } from '../view.ts';
import { findAccount } from './find.ts';
import type { BalanceStats } from './schema.ts';

const balanceBands = historyBands('balance', { balance: 'balance' });

/**
 * An account's balance over time, oldest first: each in the state that the newest tipset up to the
 * sample stands on; before the account existed it is 0. Empty for an address without an actor.
 */
export async function balanceStats(
  view: View,
  text: string,
  input: SampleInput,
): Promise<BalanceStats> {
  const heights = gridOf(view, input);
  const { actor } = await findAccount(view, text);
  if (!actor || heights.length === 0) return [];
  const miner = await minerOf(view, actor);
  if (miner) return fundsStats(view, miner, input);
  const bands = await balanceBands(view, { id: actor.id, isOlder: false }, input);
  const lasts = heights.map((_, at) => lastsAt(bands, at)?.balance);
  const untold = heights.filter((_, at) => lasts[at] === undefined);
  const others = untold.length === 0 ? null : await balancesAt(view, actor.id, untold);
  return heights.map((height, at) => ({
    height,
    timestamp: timeOf(view.network, height),
    balance: lasts[at] ?? others?.get(height) ?? '0',
    bands: bandsAt(bands, at),
  }));
}

async function balancesAt(
  view: View,
  id: number,
  heights: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await sql<{ height: number; balance: string | null }>`
    select grid.height, (
      select balance from balance
      where actor_id = ${id} and balance.height < ${standsOn(view, sql`grid.height`)}
      order by balance.height desc limit 1
    ) as balance
    from unnest(${heights}::int4[]) as grid(height)`.execute(view.db);
  return new Map(rows.map(({ height, balance }) => [height, balance]));
}

/** Balance in the state that the newest tipset up to `height` stands on; 0 before the account existed. */
export async function balanceAt(view: View, id: number, height: number): Promise<string> {
  const { rows } = await sql<{ balance: string }>`
    select balance from balance
    where actor_id = ${id} and height < ${standsOn(view, sql`${height}::int4`)}
    order by height desc limit 1`.execute(view.db);
  return rows[0]?.balance ?? '0';
}
