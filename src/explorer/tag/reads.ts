/** Names that owners sign. */
import { defineInner } from '../read.ts';
import { claimantOf } from './claimant.ts';

export const tagReads = {
  /** A storage provider, by any form of its address, as far as naming it needs it. */
  claimant: defineInner({ read: claimantOf }),
};
