import type { Locale } from '#i18n/locales.ts';
import type { Store } from '#store/store.ts';
import { askOf } from './access.ts';
import type { IndexStatus, NetworkFacts } from './network/schema.ts';
import { indexStatus, networkFacts } from './network/status.ts';
import { methodsOf, type Ask, type Method } from './read.ts';
import { READS } from './reads.ts';
import { settingOf, type ExplorerOptions } from './setting.ts';
import { reached } from './view.ts';

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

/** The reads over a store, in English. */
export function createExplorer(store: Store, options: ExplorerOptions = {}): Explorer {
  const made = new Map<Locale, Explorer>();
  const setting = settingOf(store, options);
  const inLanguage = (language: Locale): Explorer => {
    const known = made.get(language);
    if (known) return known;
    const ask = askOf(store, { ...setting, language });
    const methods = methodsOf(READS, ask);
    const explorer: Explorer = {
      ...methods,
      network: {
        ...methods.network,
        status: () => reached(indexStatus(store, setting.now)),
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
