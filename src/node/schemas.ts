/**
 * Shapes of a node's answers. Unknown members are dropped; a `null` list is the empty one; amounts
 * stay decimal texts. Gas limits of implicit messages exceed 2^53 and arrive rounded: nothing
 * reads them, so plain numbers are accepted there.
 */
export * from './schemas/chain.ts';
export * from './schemas/state.ts';
