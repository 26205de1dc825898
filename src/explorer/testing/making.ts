/** A made-up chain while it is made. */
import type { NewRow } from '#store/schema.ts';
import type { Rows } from './rows.ts';

export interface ChainOptions {
  /** Heights 0 to this one; every seventh is a null round. */
  height: number;
  /** Messages of each tipset. */
  messages: number;
}

export interface Making extends ChainOptions {
  rows: Rows;
  actors: Map<number, NewRow<'actor'>>;
  /** Keys of the tipsets by height. */
  keys: Map<number, Uint8Array>;
  /** How many there are of what `take` numbers. */
  counts: Map<string, number>;
}

/** The next number of a list, from 0. */
export function take({ counts }: Making, list: string): number {
  const value = counts.get(list) ?? 0;
  counts.set(list, value + 1);
  return value;
}

/** A tipset whose blocks and messages are to be made. */
export interface TipsetToMake {
  height: number;
  timestamp: number;
  executed: boolean;
  /** CIDs of its blocks. */
  cids: readonly Uint8Array[];
}
