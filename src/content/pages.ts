/** Pages of this site as they are looked for: by what the menu calls them, and by other words for them. */
import { paths } from '#format/paths.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts';
import { useT, type MessageKey } from '#i18n/translate.ts';

/**
 * By their key among the other words (`search.words`): where they are, what they are called, and to
 * which part of the menu they belong, or to the wiki.
 */
const PAGES = {
  tipsets: [paths.tipsets, 'shell.nav.tipsets', 'shell.nav.blockchain'],
  messages: [paths.messages, 'shell.nav.messages', 'shell.nav.blockchain'],
  richList: [paths.richList, 'shell.nav.richList', 'shell.nav.blockchain'],
  wallets: [
    (lang) => paths.richList(lang, 'account'),
    'wallet.rich.accounts',
    'shell.nav.blockchain',
  ],
  multisigs: [
    (lang) => paths.richList(lang, 'multisig'),
    'wallet.rich.multisigs',
    'shell.nav.blockchain',
  ],
  deals: [paths.deals, 'shell.nav.deals', 'shell.nav.blockchain'],
  dataCap: [paths.dataCap, 'shell.nav.dataCap', 'shell.nav.blockchain'],
  mempool: [paths.mempool, 'shell.nav.mempool', 'shell.nav.blockchain'],
  verify: [paths.verify, 'shell.nav.verify', 'shell.nav.blockchain'],
  fevmStats: [paths.fevmStats, 'shell.nav.fevmStats', 'shell.nav.fevm'],
  contracts: [paths.contracts, 'contract.list.title', 'shell.nav.fevm'],
  verified: [paths.verifiedContracts, 'shell.nav.verified', 'shell.nav.fevm'],
  names: [paths.names, 'shell.nav.names', 'shell.nav.fevm'],
  ecosystem: [paths.ecosystem, 'shell.nav.ecosystem', 'shell.nav.fevm'],
  dapps: [paths.dapps, 'ecosystem.dapp.title', 'shell.nav.fevm'],
  merchants: [paths.merchants, 'ecosystem.merchant.title', 'shell.nav.fevm'],
  spaceRace: [paths.spaceRace, 'race.title', 'shell.nav.fevm'],
  tokens: [paths.tokens, 'shell.nav.tokens', 'shell.nav.fevm'],
  nfts: [paths.nfts, 'shell.nav.nfts', 'shell.nav.fevm'],
  network: [paths.networkStats, 'shell.nav.network', 'shell.nav.charts'],
  activity: [paths.activity, 'shell.nav.activity', 'shell.nav.charts'],
  mining: [paths.miningStats, 'shell.nav.miningCharts', 'shell.nav.charts'],
  gas: [paths.gasStats, 'shell.nav.gas', 'shell.nav.charts'],
  rankings: [(lang) => paths.ranks(lang, 'power'), 'shell.nav.rankings', 'shell.nav.providers'],
  peers: [paths.peerLookup, 'miner.peer.lookupTitle', 'shell.nav.providers'],
  nodes: [paths.nodeVersions, 'shell.nav.nodes', 'shell.nav.charts'],
  favorites: [paths.favorites, 'shell.nav.favorites', 'shell.nav.resources'],
  tools: [paths.tools, 'shell.nav.tools', 'shell.nav.resources'],
  wiki: [(lang) => paths.wiki(lang, 0), 'shell.nav.wiki', 'shell.nav.resources'],
  finality: [(lang) => paths.wiki(lang, 3), 'search.finality', 'shell.nav.wiki'],
  addresses: [(lang) => paths.wiki(lang, 5), 'search.addresses', 'shell.nav.wiki'],
  sectors: [(lang) => paths.wiki(lang, 6), 'search.sectors', 'shell.nav.wiki'],
  glossary: [(lang) => paths.wiki(lang, 12), 'search.glossary', 'shell.nav.wiki'],
  notices: [paths.notices, 'shell.nav.notices', 'shell.nav.resources'],
  trust: [paths.trust, 'trust.title', 'shell.nav.resources'],
  apiDocs: [paths.apiDocs, 'shell.nav.apiDocs', 'shell.nav.resources'],
} as const satisfies Record<
  string,
  readonly [path: (lang: Locale) => string, name: MessageKey, part: MessageKey]
>;

export interface SitePage {
  /** Its path without the language (`paths.page`). */
  id: string;
  name: string;
  /** What the part of the site is called to which it belongs. */
  part: string;
  /** What the menu calls it, in this language and in English. */
  names: readonly string[];
  /** What else it may be looked for by, in both. */
  words: readonly string[];
}

const MADE = new Map<Locale, readonly SitePage[]>();

/** The pages in a language. */
export function sitePages(lang: Locale): readonly SitePage[] {
  const known = MADE.get(lang);
  if (known !== undefined) return known;
  const [t, english] = [useT(lang), useT(DEFAULT_LOCALE)];
  const made = (Object.keys(PAGES) as (keyof typeof PAGES)[]).map((key): SitePage => {
    const [path, label, part] = PAGES[key];
    const names = [t(label), english(label)];
    const words = [t, english].flatMap((say) =>
      say(`search.words.${key}`)
        .split(/[,、，]/)
        .map((word) => word.trim()),
    );
    return {
      id: path(lang).replace(`/${lang}/`, '').replace(/^\//, ''),
      name: t(label),
      part: t(part),
      names,
      words,
    };
  });
  MADE.set(lang, made);
  return made;
}

/** What the page of a method lists. */
export function methodPage(lang: Locale): string {
  return useT(lang)('search.aboutMethod');
}
