import type { Access } from '../access.ts';
import type { Answer } from '../wire.ts';
import { claimantOf, type Claimant } from './claimant.ts';

export interface TagReads {
  /** A storage provider, by any form of its address, as far as naming it needs it. */
  claimant(address: string): Promise<Answer<Claimant>>;
}

export function tagReads({ read }: Access): TagReads {
  return { claimant: (address) => read((view) => claimantOf(view, address)) };
}
