/** How accounts are called on pages. */
import { begun, defineInner } from '../read.ts';
import { contractsOf, labelsOf } from './labels.ts';

export const labelReads = {
  /** Of accounts by any form of their addresses. */
  of: defineInner({ ...begun(contractsOf, labelsOf), empty: () => new Map() }),
};
