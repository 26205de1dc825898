/** Pages of this site as they are looked for: by what the menu calls them, and by other words for them. */
import { paths } from '#format/paths.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts';
import { useT, type MessageKey } from '#i18n/translate.ts';

/** By their key among the other words (`search.words`): where they are, and what they are called. */
const PAGES = {
  tipsets: [paths.tipsets, 'shell.nav.tipsets'],
  messages: [paths.messages, 'shell.nav.messages'],
  richList: [paths.richList, 'shell.nav.richList'],
  wallets: [(lang) => paths.richList(lang, 'account'), 'wallet.rich.accounts'],
  multisigs: [(lang) => paths.richList(lang, 'multisig'), 'wallet.rich.multisigs'],
  deals: [paths.deals, 'shell.nav.deals'],
  dataCap: [paths.dataCap, 'shell.nav.dataCap'],
  mempool: [paths.mempool, 'shell.nav.mempool'],
  verify: [paths.verify, 'shell.nav.verify'],
  fevmStats: [paths.fevmStats, 'shell.nav.fevmStats'],
  contracts: [paths.contracts, 'contract.list.title'],
  verified: [paths.verifiedContracts, 'shell.nav.verified'],
  names: [paths.names, 'shell.nav.names'],
  ecosystem: [paths.ecosystem, 'shell.nav.ecosystem'],
  dapps: [paths.dapps, 'ecosystem.dapp.title'],
  merchants: [paths.merchants, 'ecosystem.merchant.title'],
  spaceRace: [paths.spaceRace, 'race.title'],
  tokens: [paths.tokens, 'shell.nav.tokens'],
  nfts: [paths.nfts, 'shell.nav.nfts'],
  network: [paths.networkStats, 'shell.nav.network'],
  activity: [paths.activity, 'shell.nav.activity'],
  mining: [paths.miningStats, 'shell.nav.miningCharts'],
  gas: [paths.gasStats, 'shell.nav.gas'],
  rankings: [(lang) => paths.ranks(lang, 'power'), 'shell.nav.rankings'],
  peers: [paths.peerLookup, 'miner.peer.lookupTitle'],
  nodes: [paths.nodeVersions, 'shell.nav.nodes'],
  favorites: [paths.favorites, 'shell.nav.favorites'],
  tools: [paths.tools, 'shell.nav.tools'],
  wiki: [(lang) => paths.wiki(lang, 0), 'shell.nav.wiki'],
  finality: [(lang) => paths.wiki(lang, 3), 'search.finality'],
  addresses: [(lang) => paths.wiki(lang, 5), 'search.addresses'],
  sectors: [(lang) => paths.wiki(lang, 6), 'search.sectors'],
  glossary: [(lang) => paths.wiki(lang, 12), 'search.glossary'],
  notices: [paths.notices, 'shell.nav.notices'],
  trust: [paths.trust, 'trust.title'],
  apiDocs: [paths.apiDocs, 'shell.nav.apiDocs'],
} as const satisfies Record<string, readonly [(lang: Locale) => string, MessageKey]>;

export interface SitePage {
  /** Its path without the language (`paths.page`). */
  id: string;
  name: string;
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
    const [path, label] = PAGES[key];
    const names = [t(label), english(label)];
    const words = [t, english].flatMap((say) =>
      say(`search.words.${key}`)
        .split(/[,、，]/)
        .map((word) => word.trim()),
    );
    return {
      id: path(lang).replace(`/${lang}/`, '').replace(/^\//, ''),
      name: t(label),
      names,
      words,
    };
  });
  MADE.set(lang, made);
  return made;
}
