/** Epochs: the chain's unit of time. Epoch 0 is the genesis. */

export const DAY_SECONDS = 86_400;
export const EPOCH_SECONDS = 30;
export const EPOCHS_PER_HOUR = 120;
export const EPOCHS_PER_DAY = 2880;
/** What lies deeper is never reverted: `CHAIN_FINALITY` of the built-in actors' policy. */
export const CHAIN_FINALITY = 900;
