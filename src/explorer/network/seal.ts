/** What sealing costs in fees. */
import { methodId } from '#filecoin/actors/methods.ts';
import { feesOfMethods } from '../stats/fees.ts';
import type { View } from '../view.ts';

const GIB = 2n ** 30n;

/** Pre-commits and prove-commits, of all actors versions. */
const SEALING = [
  'PreCommitSector',
  'PreCommitSectorBatch',
  'PreCommitSectorBatch2',
  'ProveCommitSector',
  'ProveCommitAggregate',
  'ProveCommitSectors3',
  'ProveCommitSectorsNI',
].map(methodId);

/** Fees of sealing messages above a height, attoFIL. */
export const sealFees = (view: View, above: number): Promise<bigint> =>
  feesOfMethods(view, SEALING, above);

/** Fees ÷ GiB that they committed, whole attoFIL; null when that is none. */
export function sealCost(fees: bigint, sealedBytes: bigint): number | null {
  return sealedBytes === 0n ? null : Number((fees * GIB + sealedBytes / 2n) / sealedBytes);
}
