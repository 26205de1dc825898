import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { ratio } from '../network/sums.ts';
import { epochsOf, type Duration } from '../parameters.ts';
import type { View } from '../view.ts';
import { costsIn, feeSums, penaltySums, proofFees } from './costs.ts';
import { figuresNow, networkIn, rewardsIn, windowOf, type Window } from './figures.ts';
import { findMiner } from './find.ts';
import type { CostSums, MiningStats } from './schema.ts';

/** What a provider did in a window that ends at the head. */
export async function miningStats(
  view: View,
  text: string,
  duration: Duration,
): Promise<MiningStats> {
  return statsOf(view, (await findMiner(view, text)).id, epochsOf(duration));
}

export async function statsOf(
  view: View,
  id: number,
  epochs = EPOCHS_PER_DAY,
): Promise<MiningStats> {
  const window = windowOf(view, epochs);
  const [{ network, own }, costs] = await Promise.all([
    figuresIn(view, id, window),
    costsIn(view, id, window),
  ]);
  const fees = feeSums(costs);
  const penalties = penaltySums(costs);
  return {
    rawBytePowerGrowth: own.rawGrowth.toString(),
    qualityAdjPowerGrowth: own.adjustedGrowth.toString(),
    rawBytePowerDelta: own.rawDelta.toString(),
    qualityAdjPowerDelta: own.adjustedDelta.toString(),
    blocksMined: own.blocks,
    weightedBlocksMined: own.wins,
    totalRewards: own.rewards.toString(),
    networkTotalRewards: rewardsIn(network).toString(),
    equivalentMiners: own.equivalentMiners,
    rewardPerByte: own.rewardPerByte,
    windowedPoStFeePerByte: own.rawEpochs > 0n ? ratio(proofFees(costs), own.rawEpochs) : null,
    luckyValue: own.luck,
    durationPercentage: own.durationPercentage,
    fees: byKind(fees),
    totalFees: fees.total,
    penalties: byKind(penalties),
    totalPenalties: penalties.total,
    inputs: {
      epochs: window.to - window.from,
      meanRawBytePower: mean(own.rawEpochs, window),
      meanQualityAdjPower: mean(own.adjustedEpochs, window),
      expectedWins: own.expectedWins,
      referenceSectors: own.referenceSectors,
      windowedPoStFees: proofFees(costs).toString(),
    },
  };
}

async function figuresIn(view: View, id: number, window: Window) {
  const network = await networkIn(view, window);
  const own = await figuresNow(view, window, network, id);
  if (!own) throw new Error(`f0${id} is no provider`);
  return { network, own };
}

/** Bytes, cut off. */
function mean(byteEpochs: bigint, { from, to }: Window): string {
  return to === from ? '0' : (byteEpochs / BigInt(to - from)).toString();
}

function byKind({ kinds }: CostSums): Record<string, string> {
  return Object.fromEntries(kinds.map(({ kind, amount }) => [kind, amount]));
}
