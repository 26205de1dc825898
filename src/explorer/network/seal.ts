/** What sealing costs in fees. */
import { methodId } from '#filecoin/actors/methods.ts';
import { feesOfMethods } from '../stats/fees.ts';
import type { View } from '../view.ts';
import { ratio } from './sums.ts';

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

/** Fees of sealing messages above a height ÷ GiB that they committed, attoFIL; null when that is none. */
export async function sealCost(
  view: View,
  above: number,
  sealedBytes: bigint,
): Promise<number | null> {
  if (sealedBytes === 0n) return null;
  return ratio((await feesOfMethods(view, SEALING, above)) * GIB, sealedBytes);
}
