/** The state of the network on an even grid of heights: its money and who takes part. */
import type { SampleInput } from '../parameters.ts';
import { blockReward, totalSupply, totalsAt } from '../network/states.ts';
import { sumsThrough } from '../network/sums.ts';
import { gridOf } from '../samples.ts';
import { timeOf, type View } from '../view.ts';
import type { NetworkStats } from './schema.ts';

/** What is not known at a height is null. */
export async function networkStats(view: View, input: SampleInput): Promise<NetworkStats> {
  const heights = gridOf(view, input);
  const totals = await totalsAt(view, heights);
  // The state at a height is the one before its own messages.
  const sums = await sumsThrough(
    view,
    heights.map((height) => height - 1),
  );
  return heights.map((height, index) => {
    const [state, counts] = [totals[index], sums[index]];
    return {
      height,
      timestamp: timeOf(view.network, height),
      accounts: counts?.accounts ?? null,
      contracts: counts?.contracts ?? null,
      activeMiners: counts?.activeMiners ?? null,
      totalSupply: state ? totalSupply(state) : null,
      circulatingSupply: state?.fil_circulating ?? null,
      filVested: state?.fil_vested ?? null,
      filMined: state?.fil_mined ?? null,
      filReserveDisbursed: state?.fil_reserve_disbursed ?? null,
      filLocked: state?.fil_locked ?? null,
      burntSupply: state?.fil_burnt ?? null,
      totalPledgeCollateral: state?.pledge_collateral ?? null,
      totalMarketPledge: state?.market_pledge ?? null,
      epochReward: state?.this_epoch_reward ?? null,
      blockReward: state ? blockReward(state) : null,
      baselinePower: state?.baseline_power ?? null,
    };
  });
}
