/** Figures of the network on an even grid of heights, oldest first. */
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { earnedThrough, ratio, rewardPerByte, sumsThrough, type Earned } from '../network/sums.ts';
import {
  SECTOR_BYTES,
  sectorPledge,
  totalsAt,
  totalsIn,
  type PledgeTotals,
} from '../network/states.ts';
import { epochsOf, type SampleInput } from '../parameters.ts';
import { bandsAt, bucketsOf, networkBands } from '../bands.ts';
import { bandsOfFigure } from '../epochBands.ts';
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

/** attoFIL per byte and epoch, over the day up to each epoch. */
const rewardBands = bandsOfFigure<number>({
  from: ({ network: { startHeight } }) =>
    startHeight + EPOCHS_PER_DAY + (startHeight === 0 ? 0 : 1),
  valuesIn: async (view, low, high) => {
    const sums = await earnedThrough(view, low - 1 - EPOCHS_PER_DAY, high - 1);
    return sums.slice(EPOCHS_PER_DAY).map((end, at) => rewardOf(sums[at], end));
  },
  valuesAt: async (view, epochs) => {
    const [ends, starts] = await Promise.all(
      [1, 1 + EPOCHS_PER_DAY].map((before) =>
        sumsThrough(
          view,
          epochs.map((epoch) => epoch - before),
        ),
      ),
    );
    return epochs.map((_, at) => rewardOf(starts?.[at], ends?.[at]));
  },
});

const rewardOf = (start: Earned | null | undefined, end: Earned | null | undefined) =>
  start && end ? rewardPerByte(start, end, EPOCHS_PER_DAY) : null;

/** Each over the day before; samples on the chain's first day, or without a known power, are left out. */
export async function rewardStats(view: View, input: SampleInput): Promise<RewardStats> {
  const buckets = bucketsOf(view, input);
  const ended = await rewardBands(view, buckets);
  return buckets.flatMap(({ through: height }, index) => {
    const { value = null, band = null } = ended[index] ?? {};
    if (value === null) return [];
    const timestamp = timeOf(view.network, height);
    return [{ height, timestamp, rewardPerByte: value, bands: { rewardPerByte: band } }];
  });
}

/** attoFIL of a new sector of 32 GiB. */
const pledgeBands = bandsOfFigure<bigint>({
  from: ({ network }) => network.startHeight,
  valuesIn: async (view, low, high) => (await totalsIn(view, low, high)).map(pledgeOf),
  valuesAt: async (view, epochs) => (await totalsAt(view, epochs)).map(pledgeOf),
});

const pledgeOf = (totals: PledgeTotals | null): bigint | null => totals && sectorPledge(totals);

/** Samples at which the formula lacks an input are left out. */
export async function pledgeStats(view: View, input: SampleInput): Promise<PledgeStats> {
  const buckets = bucketsOf(view, input);
  const ended = await pledgeBands(view, buckets);
  return buckets.flatMap(({ through: height }, index) => {
    const { value = null, band = null } = ended[index] ?? {};
    if (value === null) return [];
    return [
      {
        height,
        timestamp: timeOf(view.network, height),
        initialPledge: ratio(value, SECTOR_BYTES),
        sectorPledge: value.toString(),
        bands: { sectorPledge: band },
      },
    ];
  });
}
