/** What all parts of a panel know. */
import { createContext, use } from 'react';
import { formatFil, type FilOptions } from '#format/fil.ts';
import type { PanelContext } from './panelContext.ts';
import type { Words } from './words.ts';

export interface KnownToAll {
  readonly place: PanelContext;
  readonly words: Words;
}

export const Known = createContext<KnownToAll | null>(null);

/** @throws Error outside of a panel */
export function useKnown(): KnownToAll & {
  /** An amount of attoFIL in the network's currency. */
  amount(atto: bigint | string, options?: FilOptions): string;
} {
  const known = use(Known);
  if (known === null) throw new Error('a part of a panel stands outside of one');
  const { currency } = known.place.network;
  return {
    ...known,
    amount: (atto, options) => formatFil(atto, options).replace('FIL', currency),
  };
}
