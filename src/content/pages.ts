/** The pages of this site that are there whatever the chain has: for the menu, and for the search. */
import { paths } from '#format/paths.ts';
import { dictionaries } from '#i18n/dictionaries.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locales.ts';
import { useT, type MessageKey } from '#i18n/translate.ts';

/** The parts of the menu, as `shell.nav` calls them; articles of the wiki are one of their own. */
export type Part = 'blockchain' | 'fevm' | 'providers' | 'charts' | 'resources' | 'wiki';

export interface Page {
  path(lang: Locale): string;
  /** What it is called, by the menu too. */
  name: MessageKey;
  /** What else it is looked for by, with commas between. */
  words: MessageKey;
  /** The part of the site that it belongs to. */
  part: Part;
  /** Where the menu has it, if not there; null: nowhere. */
  menu?: Part | null;
  /** Where pages without an item of their own stand that belong to it. */
  also?(lang: Locale): readonly string[];
  /** It opens beside the page that leads to it: it has not the site's header. */
  beside?: true;
}

type Row = [
  path: Page['path'],
  name: MessageKey,
  words: MessageKey,
  more?: Pick<Page, 'menu' | 'also' | 'beside'>,
];

const of = (part: Part, ...rows: readonly Row[]): Page[] =>
  rows.map(([path, name, words, more]) => ({ path, name, words, part, ...more }));

/** In the menu's order. */
const PAGES: readonly Page[] = [
  ...of(
    'blockchain',
    [
      paths.tipsets,
      'shell.nav.tipsets',
      'search.words.tipsets',
      { also: (lang) => [paths.blockLookup(lang)] },
    ],
    [paths.messages, 'shell.nav.messages', 'search.words.messages'],
    [paths.richList, 'shell.nav.richList', 'search.words.richList'],
    [
      (lang) => paths.richList(lang, 'account'),
      'wallet.rich.accounts',
      'search.words.wallets',
      { menu: null },
    ],
    [
      (lang) => paths.richList(lang, 'multisig'),
      'wallet.rich.multisigs',
      'search.words.multisigs',
      { menu: null },
    ],
    [paths.deals, 'shell.nav.deals', 'search.words.deals'],
    [paths.dataCap, 'shell.nav.dataCap', 'search.words.dataCap'],
    [paths.mempool, 'shell.nav.mempool', 'search.words.mempool'],
  ),
  ...of(
    'fevm',
    [
      paths.fevmStats,
      'shell.nav.fevmStats',
      'search.words.fevmStats',
      { also: (lang) => [paths.contracts(lang)] },
    ],
    [paths.contracts, 'contract.list.title', 'search.words.contracts', { menu: null }],
    [paths.verifiedContracts, 'shell.nav.verified', 'search.words.verified'],
    [paths.verify, 'shell.nav.verify', 'search.words.verify'],
    [paths.names, 'shell.nav.names', 'search.words.names'],
    [
      paths.ecosystem,
      'shell.nav.ecosystem',
      'search.words.ecosystem',
      { also: (lang) => [paths.dapps(lang), paths.merchants(lang), paths.spaceRace(lang)] },
    ],
    [paths.dapps, 'ecosystem.dapp.title', 'search.words.dapps', { menu: null }],
    [paths.merchants, 'ecosystem.merchant.title', 'search.words.merchants', { menu: null }],
    [paths.spaceRace, 'race.title', 'search.words.spaceRace', { menu: null }],
    [
      paths.tokens,
      'shell.nav.tokens',
      'search.words.tokens',
      { also: (lang) => [paths.tokenRoot(lang)] },
    ],
    [paths.nfts, 'shell.nav.nfts', 'search.words.nfts'],
  ),
  ...of(
    'charts',
    [paths.networkStats, 'shell.nav.network', 'search.words.network'],
    [paths.activity, 'shell.nav.activity', 'search.words.activity'],
    [paths.miningStats, 'shell.nav.miningCharts', 'search.words.mining'],
    [paths.gasStats, 'shell.nav.gas', 'search.words.gas'],
  ),
  ...of(
    'providers',
    [
      (lang) => paths.ranks(lang, 'power'),
      'shell.nav.rankings',
      'search.words.rankings',
      { menu: 'charts' },
    ],
    [paths.peerLookup, 'miner.peer.lookupTitle', 'search.words.peers', { menu: null }],
  ),
  ...of('charts', [paths.nodeVersions, 'shell.nav.nodes', 'search.words.nodes']),
  ...of(
    'resources',
    [paths.favorites, 'shell.nav.favorites', 'search.words.favorites'],
    [paths.tools, 'shell.nav.tools', 'search.words.tools'],
    [
      (lang) => paths.wiki(lang, 0),
      'shell.nav.wiki',
      'search.words.wiki',
      { also: (lang) => [paths.wiki(lang)] },
    ],
  ),
  ...of(
    'wiki',
    [(lang) => paths.wiki(lang, 3), 'search.finality', 'search.words.finality', { menu: null }],
    [(lang) => paths.wiki(lang, 5), 'search.addresses', 'search.words.addresses', { menu: null }],
    [(lang) => paths.wiki(lang, 6), 'search.sectors', 'search.words.sectors', { menu: null }],
    [(lang) => paths.wiki(lang, 12), 'search.glossary', 'search.words.glossary', { menu: null }],
  ),
  ...of(
    'resources',
    [paths.notices, 'shell.nav.notices', 'search.words.notices'],
    [paths.trust, 'trust.title', 'search.words.trust'],
    [paths.apiDocs, 'shell.nav.apiDocs', 'search.words.apiDocs', { beside: true }],
  ),
];

/** What the menu has in one of its parts. */
export const menuPages = (part: Part): readonly Page[] =>
  PAGES.filter((page) => (page.menu === undefined ? page.part : page.menu) === part);

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
  const made = PAGES.map(({ path, name, words, part }): SitePage => ({
    id: path(lang).replace(`/${lang}/`, '').replace(/^\//, ''),
    name: t(name),
    part: t(`shell.nav.${part}`),
    names: [t(name), english(name)],
    words: [t, english].flatMap((say) =>
      say(words)
        .split(/[,、，]/)
        .map((word) => word.trim()),
    ),
  }));
  MADE.set(lang, made);
  return made;
}

/** What the page of a method lists. */
export function methodPage(lang: Locale): string {
  return useT(lang)('search.aboutMethod');
}

const TERMS = new Map<Locale, readonly SitePage[]>();

/** The terms of the glossary in a language, each by its place there. */
export function glossaryTerms(lang: Locale): readonly SitePage[] {
  const known = TERMS.get(lang);
  if (known !== undefined) return known;
  const part = useT(lang)('search.glossary');
  const english = new Map(termNames(DEFAULT_LOCALE));
  const made = termNames(lang).map(([term, name]): SitePage => ({
    id: paths.glossary(lang, term).replace(`/${lang}/`, ''),
    name,
    part,
    names: [name, english.get(term) ?? name],
    words: [],
  }));
  TERMS.set(lang, made);
  return made;
}

const termNames = (lang: Locale): [term: string, name: string][] =>
  Object.entries(dictionaries[lang].glossary).flatMap(([group, terms]) =>
    Object.entries<{ name: string }>(terms).map(([term, { name }]): [string, string] => [
      `${group}.${term}`,
      name,
    ]),
  );
