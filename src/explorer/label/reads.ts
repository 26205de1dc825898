/** How accounts are called on pages. */
import { defineInner } from '../read.ts';
import { labelsOf } from './labels.ts';

export const labelReads = {
  /** Of accounts by any form of their addresses. */
  of: defineInner({ read: labelsOf, empty: () => new Map() }),
};
