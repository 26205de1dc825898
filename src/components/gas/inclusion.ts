import type { GasInclusion } from '#explorer/gas/schema.ts';

/** Whether a message with such an offer was seen to come, so that there are shares to tell. */
export const isSeen = (inclusion: readonly GasInclusion[]): boolean =>
  inclusion.some(({ share }) => share !== null);
