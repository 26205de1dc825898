/** How accounts are called on pages. */
import { begun, defineInner } from '../read.ts';
import { contractsOf, knownLabels, labelsOf } from './labels.ts';

export const labelReads = {
  /** Of accounts by any form of their addresses. */
  of: defineInner({
    ...begun(contractsOf, labelsOf),
    known: knownLabels,
    empty: () => new Map(),
  }),
};
