/**
 * Kinds of things that an index which begins after the genesis takes over of the state before its first
 * tipset, in the order in which it does.
 */
export const OPENING_SUBJECTS = [
  'verifiers',
  'dataCap',
  'actors',
  'addresses',
  'contracts',
  'providers',
  'allocations',
  'claims',
  'deals',
  'sectors',
] as const;
/** `wallets`: what an index lacks that took over actors before it took over what opens with them. */
export type SubjectName = (typeof OPENING_SUBJECTS)[number] | 'wallets';
