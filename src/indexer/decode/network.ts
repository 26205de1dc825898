/** Totals of the network before a tipset's messages ran. */
import { kindOfCode } from '#filecoin/actors/kinds.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { consensusMinMiners } from '#filecoin/mining/minimum.ts';
import type { ActorStateJson, CirculatingSupplyJson } from '#node/types.ts';
import { z } from 'zod';
import type { NetworkStateRow } from '../types.ts';

const amount = z.string().regex(/^-?\d{1,100}$/);

const estimate = z.object({ PositionEstimate: amount, VelocityEstimate: amount });

const rewardState = z.object({
  ThisEpochReward: amount,
  ThisEpochRewardSmoothed: estimate,
  ThisEpochBaselinePower: amount,
});
const minedState = z.object({ TotalStoragePowerReward: amount });
const powerState = z.object({
  TotalRawBytePower: amount,
  TotalBytesCommitted: amount,
  TotalQualityAdjPower: amount,
  TotalQABytesCommitted: amount,
  TotalPledgeCollateral: amount,
  ThisEpochQAPowerSmoothed: estimate,
  MinerCount: z.int32(),
  MinerAboveMinPowerCount: z.int(),
  /** Since actors version 15. */
  RampStartEpoch: z.int32().transform(int32).optional(),
  RampDurationEpochs: z.int32().transform(int32).optional(),
});
const marketState = z.object({
  TotalClientLockedCollateral: amount,
  TotalProviderLockedCollateral: amount,
  TotalClientStorageFee: amount,
});

/** Each is null when the node could not say. */
export interface NetworkAnswers {
  supply: CirculatingSupplyJson | null;
  reward: ActorStateJson | null;
  power: ActorStateJson | null;
  market: ActorStateJson | null;
}

export function networkComplete(answers: NetworkAnswers): boolean {
  return Object.values(answers).every((answer) => answer !== null);
}

/**
 * Whether the supply is that of another state, an answer to another question: what was mined stands
 * in the reward actor's state too (since actors version 2).
 */
export function isOfAnother({ supply, reward }: NetworkAnswers): boolean {
  const { data } = minedState.safeParse(reward?.State);
  return supply !== null && data !== undefined && data.TotalStoragePowerReward !== supply.FilMined;
}

/** Throws ZodError when a state is not that of its actor. */
export function decodeNetwork(
  tipset: { height: number; timestamp: number },
  answers: NetworkAnswers,
): NetworkStateRow {
  const reward = answers.reward ? rewardState.parse(answers.reward.State) : null;
  const power = answers.power ? powerState.parse(answers.power.State) : null;
  const market = answers.market ? marketState.parse(answers.market.State) : null;
  const { supply } = answers;
  // Codes of versions 0 and 1 are the same on all networks; of a code that is not known it is a later one.
  const version = (answers.power && kindOfCode(answers.power.Code['/'])?.version) ?? Infinity;
  const all = power !== null && power.MinerAboveMinPowerCount < consensusMinMiners(version);
  return {
    height: tipset.height,
    timestamp: tipset.timestamp,
    raw_byte_power: power && (all ? power.TotalBytesCommitted : power.TotalRawBytePower),
    quality_adj_power: power && (all ? power.TotalQABytesCommitted : power.TotalQualityAdjPower),
    pledge_collateral: power?.TotalPledgeCollateral ?? null,
    miner_count: power?.MinerCount ?? null,
    this_epoch_reward: reward?.ThisEpochReward ?? null,
    baseline_power: reward?.ThisEpochBaselinePower ?? null,
    reward_position: reward?.ThisEpochRewardSmoothed.PositionEstimate ?? null,
    reward_velocity: reward?.ThisEpochRewardSmoothed.VelocityEstimate ?? null,
    power_position: power?.ThisEpochQAPowerSmoothed.PositionEstimate ?? null,
    power_velocity: power?.ThisEpochQAPowerSmoothed.VelocityEstimate ?? null,
    ramp_start: power?.RampStartEpoch ?? null,
    ramp_epochs: power?.RampDurationEpochs ?? null,
    fil_vested: supply?.FilVested ?? null,
    fil_mined: supply?.FilMined ?? null,
    fil_burnt: supply?.FilBurnt ?? null,
    fil_locked: supply?.FilLocked ?? null,
    fil_circulating: supply?.FilCirculating ?? null,
    fil_reserve_disbursed: supply?.FilReserveDisbursed ?? null,
    market_pledge:
      market &&
      (
        BigInt(market.TotalClientLockedCollateral) +
        BigInt(market.TotalProviderLockedCollateral) +
        BigInt(market.TotalClientStorageFee)
      ).toString(),
  };
}
