/** The power actor's state, and what it claims of each provider. */
import { amount, cid, epoch, int, maybe, tuple, versions } from './shape.ts';
import { filterEstimate } from './system.ts';

const totals = {
  TotalRawBytePower: amount,
  TotalBytesCommitted: amount,
  TotalQualityAdjPower: amount,
  TotalQABytesCommitted: amount,
  TotalPledgeCollateral: amount,
  ThisEpochRawBytePower: amount,
  ThisEpochQualityAdjPower: amount,
  ThisEpochPledgeCollateral: amount,
  ThisEpochQAPowerSmoothed: filterEstimate,
  MinerCount: int,
  MinerAboveMinPowerCount: int,
};

/** Claims: HAMT by id address, of claims. */
export const storagepower = versions(
  [
    15,
    tuple({
      ...totals,
      RampStartEpoch: epoch,
      RampDurationEpochs: int,
      CronEventQueue: cid,
      FirstCronEpoch: epoch,
      Claims: cid,
      ProofValidationBatch: maybe(cid),
    }),
  ],
  [
    2,
    tuple({
      ...totals,
      CronEventQueue: cid,
      FirstCronEpoch: epoch,
      Claims: cid,
      ProofValidationBatch: maybe(cid),
    }),
  ],
  [
    0,
    tuple({
      ...totals,
      CronEventQueue: cid,
      FirstCronEpoch: epoch,
      LastProcessedCronEpoch: epoch,
      Claims: cid,
      ProofValidationBatch: maybe(cid),
    }),
  ],
);

/** Since version 2 it begins with a proof type: of seals, since 3 of Window PoSt. */
export const powerClaim = versions(
  [2, tuple({ ProofType: int, RawBytePower: amount, QualityAdjPower: amount })],
  [0, tuple({ RawBytePower: amount, QualityAdjPower: amount })],
);
