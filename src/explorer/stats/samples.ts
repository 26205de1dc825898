/** Figures of the network on an even grid of heights, oldest first. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { ratio, rewardPerByte, sumsThrough } from '../network/sums.ts';
import { SECTOR_BYTES, sectorPledge, totalsAt } from '../network/states.ts';
import { epochsOf, type SampleInput } from '../parameters.ts';
import { bandsAt, bucketsOf, networkBands } from '../bands.ts';
import { gridOf } from '../samples.ts';
import { timeOf, type View } from '../view.ts';
import type { PledgeStats, PowerStats, RewardStats } from './schema.ts';

const POWER_FIGURES = ['rawBytePower', 'qualityAdjPower', 'baselinePower'] as const;

/** Samples at which the node could not tell the power are left out. */
export async function powerStats(view: View, input: SampleInput): Promise<PowerStats> {
  const buckets = bucketsOf(view, input);
  const heights = buckets.map(({ through }) => through);
  const first = heights[0];
  if (first === undefined) return [];
  const step = Math.max(1, Math.floor(epochsOf(input.duration) / input.samples));
  const earlier = first - step;
  const [totals, bands] = await Promise.all([
    totalsAt(view, [earlier, ...heights]),
    networkBands(view, 'network_state', POWER_FIGURES, buckets),
  ]);
  const stats: PowerStats = [];
  let before = powerOf(totals[0] ?? null);
  for (const [index, height] of heights.entries()) {
    const row = totals[index + 1] ?? null;
    const power = powerOf(row);
    if (power === null) continue;
    const from = before ?? power;
    before = power;
    stats.push({
      height,
      timestamp: timeOf(view.network, height),
      rawBytePower: power.raw.toString(),
      qualityAdjPower: power.adjusted.toString(),
      rawBytePowerDelta: (power.raw - from.raw).toString(),
      qualityAdjPowerDelta: (power.adjusted - from.adjusted).toString(),
      baselinePower: row?.baseline_power ?? null,
      bands: bandsAt(bands, index),
    });
  }
  return stats;
}

function powerOf(
  row: { raw_byte_power: string | null; quality_adj_power: string | null } | null,
): { raw: bigint; adjusted: bigint } | null {
  if (row === null || row.raw_byte_power === null || row.quality_adj_power === null) return null;
  return { raw: BigInt(row.raw_byte_power), adjusted: BigInt(row.quality_adj_power) };
}

/** Each over the day before; samples on the chain's first day, or without a known power, are left out. */
export async function rewardStats(view: View, input: SampleInput): Promise<RewardStats> {
  const heights = gridOf(view, input).filter(
    (height) => height - EPOCHS_PER_DAY >= view.network.startHeight,
  );
  const [ends, starts] = await Promise.all(
    [0, EPOCHS_PER_DAY].map((before) =>
      sumsThrough(
        view,
        heights.map((height) => height - 1 - before),
      ),
    ),
  );
  return heights.flatMap((height, index) => {
    const [start, end] = [starts?.[index], ends?.[index]];
    const value = start && end ? rewardPerByte(start, end, EPOCHS_PER_DAY) : null;
    if (value === null) return [];
    return [{ height, timestamp: timeOf(view.network, height), rewardPerByte: value }];
  });
}

/** Samples at which the formula lacks an input are left out. */
export async function pledgeStats(view: View, input: SampleInput): Promise<PledgeStats> {
  const heights = gridOf(view, input);
  const totals = await totalsAt(view, heights);
  return heights.flatMap((height, index) => {
    const row = totals[index];
    const pledge = row ? sectorPledge(row) : null;
    if (pledge === null) return [];
    return [
      {
        height,
        timestamp: timeOf(view.network, height),
        initialPledge: ratio(pledge, SECTOR_BYTES),
        sectorPledge: pledge.toString(),
      },
    ];
  });
}
