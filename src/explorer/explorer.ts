import { bundledContent, type ContentOf } from '#content/networks.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Store } from '#store/store.ts';
import { askOf } from './access.ts';
import type { IndexStatus, NetworkFacts } from './network/schema.ts';
import { indexStatus, networkFacts } from './network/status.ts';
import { createPast } from './past.ts';
import type { PlaceRecords } from './place.ts';
import { methodsOf, type Ask, type Method } from './read.ts';
import { READS } from './reads.ts';
import { Standing } from './standing.ts';
import { Claims } from './tag/claims.ts';
import { reached } from './view.ts';
import { Wishes } from './wishes.ts';

/**
 * What can be asked of the index. Every read answers `{head, data}`: `data` is the wire shape, `head`
 * the head that it was made for. Reads throw `BadInput`, `NotFound` or `Gone`.
 */
export type Explorer = Method<typeof READS> & {
  /** The same reads, known accounts called in another language. */
  in(language: Locale): Explorer;
  /** Does the work of a declared read. */
  ask: Ask;
  readonly network: {
    /** How far the index is. Works on an empty index too. */
    status(): Promise<IndexStatus>;
    /** Null until the indexer has met its node for the first time. */
    facts(): Promise<NetworkFacts | null>;
  };
};

export interface ExplorerOptions {
  /** The wall clock, milliseconds. */
  now?: () => number;
  /** Where IP addresses are; nowhere unless given. */
  places?: PlaceRecords;
  /** What editors wrote; what comes with the program unless given. */
  contentOf?: ContentOf;
  /** How long a reader is kept for what is not taken over yet, ms; a moment unless given. */
  patienceMs?: number;
  /** How many rows of each kind are held for a state of the index; some thousands unless given. */
  heldRows?: number | undefined;
}

/** The reads over a store, in English. */
export function createExplorer(
  store: Store,
  {
    now = Date.now,
    places = () => null,
    contentOf = bundledContent(),
    patienceMs,
    heldRows,
  }: ExplorerOptions = {},
): Explorer {
  const made = new Map<Locale, Explorer>();
  const wishes = new Wishes(store, patienceMs);
  const shared = {
    now,
    places,
    contentOf,
    past: createPast(),
    wishes,
    claims: new Claims(),
    standing: new Standing(heldRows),
  };
  const inLanguage = (language: Locale): Explorer => {
    const known = made.get(language);
    if (known) return known;
    const ask = askOf(store, { ...shared, language });
    const methods = methodsOf(READS, ask);
    const explorer: Explorer = {
      ...methods,
      network: {
        ...methods.network,
        status: () => reached(indexStatus(store, now)),
        facts: () => reached(networkFacts(store)),
      },
      ask,
      in: inLanguage,
    };
    made.set(language, explorer);
    return explorer;
  };
  return inLanguage('en');
}
