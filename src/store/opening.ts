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
/** Allocations that the upgrade to network version 17 made without messages: of any index that meets it. */
export const MIGRATED_SUBJECT = 'migratedAllocations';

/** `wallets`: what an index lacks that took over actors before it took over what opens with them. */
export type SubjectName = (typeof OPENING_SUBJECTS)[number] | 'wallets' | typeof MIGRATED_SUBJECT;
