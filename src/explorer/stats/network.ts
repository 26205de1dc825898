/** The state of the network on an even grid of heights: its money and who takes part. */
import { bandsAt, bucketsOf, networkBands, raised, type Bands } from '../bands.ts';
import type { SampleInput } from '../parameters.ts';
import { blockReward, totalSupply, totalsAt } from '../network/states.ts';
import { olderCounts, sumsThrough } from '../network/sums.ts';
import { timeOf, type View } from '../view.ts';
import { COUNT_FIGURES, STATE_FIGURES, type NetworkStats } from './schema.ts';

/** What is not known at a height is null. */
export async function networkStats(view: View, input: SampleInput): Promise<NetworkStats> {
  const buckets = bucketsOf(view, input);
  const heights = buckets.map(({ through }) => through);
  const [totals, sums, counted, older, states] = await Promise.all([
    totalsAt(view, heights),
    // The state at a height is the one before its own messages.
    sumsThrough(
      view,
      heights.map((height) => height - 1),
    ),
    networkBands(view, 'network_sum', COUNT_FIGURES, buckets),
    olderCounts(view.db, view.network.startHeight),
    networkBands(view, 'network_state', STATE_FIGURES, buckets),
  ]);
  const bands = { ...withOlder(counted, older), ...states };
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
      bands: bandsAt(bands, index),
    };
  });
}

type Counts = Bands<(typeof COUNT_FIGURES)[number]>;

/** What an index that begins after the genesis found there comes on top; null while that is not known. */
function withOlder(bands: Counts, older: Readonly<Record<keyof Counts, number | null>>): Counts {
  const of = (name: keyof Counts) => bands[name].map((band) => raised(band, older[name]));
  return { accounts: of('accounts'), contracts: of('contracts'), activeMiners: of('activeMiners') };
}
