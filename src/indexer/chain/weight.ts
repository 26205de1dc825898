/** Chain weight, by which Expected Consensus chooses between branches (specs-actors, chain/store/weight.go of Lotus). */

const RATIO_NUMERATOR = 1n;
const RATIO_DENOMINATOR = 2n;
const BLOCKS_PER_EPOCH = 5n;

export interface Weighed {
  parentWeight: bigint;
  winCount: number;
}

/** Weight of a branch ending in this tipset, when the network has this quality-adjusted power. */
export function weightOf(tipset: Weighed, power: bigint): bigint {
  const log2 = power > 0n ? BigInt(power.toString(2).length - 1) : 0n;
  const wins =
    ((log2 * RATIO_NUMERATOR * BigInt(tipset.winCount)) << 8n) /
    (BLOCKS_PER_EPOCH * RATIO_DENOMINATOR);
  return tipset.parentWeight + (log2 << 8n) + wins;
}
