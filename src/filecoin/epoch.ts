/** Epochs: the chain's unit of time. Epoch 0 is the genesis. */

export const EPOCH_SECONDS = 30;
export const EPOCHS_PER_DAY = 2880;

/** Unix time (seconds) at which an epoch begins. */
export function epochToTimestamp(
  epoch: number,
  genesisTimestamp: number,
  epochSeconds = EPOCH_SECONDS,
): number {
  return genesisTimestamp + epoch * epochSeconds;
}

/** The epoch running at a Unix time (seconds); negative before the genesis. */
export function timestampToEpoch(
  timestamp: number,
  genesisTimestamp: number,
  epochSeconds = EPOCH_SECONDS,
): number {
  return Math.floor((timestamp - genesisTimestamp) / epochSeconds);
}
