/** A small made-up index for tests of reads: its rows hang together as the indexer's do. */
import type { NewRow } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { addActors, finish } from './chainActors.ts';
import { addMessages } from './chainMessages.ts';
import { addTipset } from './chainTipset.ts';
import type { ChainOptions, Making } from './making.ts';
import { emptyRows, writeRows, type Rows } from './rows.ts';

export interface MadeChain {
  rows: Rows;
  /** Executed messages, oldest first. */
  executed: NewRow<'execution'>[];
  heights: number[];
  keyAt(height: number): Uint8Array;
}

/** Every seventh height is a null round. */
export const isNull = (height: number): boolean => height % 7 === 6;

export function makeChain(options: ChainOptions): MadeChain {
  const heights = Array.from({ length: options.height + 1 }, (_, height) => height).filter(
    (height) => !isNull(height),
  );
  const making: Making = {
    ...options,
    rows: emptyRows(),
    actors: new Map(),
    keys: new Map(),
    counts: new Map(),
  };
  const { rows, keys } = making;
  addActors(making);
  for (const ordinal of heights.keys()) addMessages(making, addTipset(making, heights, ordinal));
  finish(making);
  return {
    rows,
    executed: rows.execution,
    heights,
    keyAt: (height) => keys.get(height) ?? new Uint8Array(),
  };
}

export const idText = (id: number): string => `f0${id}`;

/** Writes a made chain into an empty database. */
export function writeChain(store: Store, chain: MadeChain): Promise<void> {
  return writeRows(store, chain.rows);
}
