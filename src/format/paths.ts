/** The one place where links are built. Every path starts with the reader's language. */
import { entityPath, type PathLocale } from './entity.ts';

export { identifierPath, type PathLocale } from './entity.ts';

const part = (text: string | number): string => encodeURIComponent(String(text));

/** The wiki's article that holds all definitions. */
const GLOSSARY = 12;

/** Orders in which storage providers are ranked. */
export const RANKING_PATHS = ['power', 'blocks', 'power-growth'] as const;
export type RankingPath = (typeof RANKING_PATHS)[number];

export function isRanking(text: string): text is RankingPath {
  return RANKING_PATHS.some((kind) => kind === text);
}

/** Kinds of things that have a picture for other sites. */
export type SharePicture =
  'network' | 'message' | 'tipset' | 'block' | 'address' | 'token' | 'name' | 'ranks';

export const paths = {
  home: (lang: PathLocale) => `/${lang}`,
  tipsets: (lang: PathLocale) => `/${lang}/tipset`,
  tipset: (lang: PathLocale, height: number | string) => entityPath(lang, 'tipset', height),
  blockLookup: (lang: PathLocale) => `/${lang}/block`,
  block: (lang: PathLocale, cid: string) => entityPath(lang, 'block', cid),
  messages: (lang: PathLocale) => `/${lang}/message`,
  /** Messages of one method, by its name. */
  messagesOf: (lang: PathLocale, method: string) => `/${lang}/message?method=${part(method)}`,
  mempool: (lang: PathLocale) => `/${lang}/mempool`,
  /** `block`: which inclusion of the message to show. */
  message: (lang: PathLocale, cid: string, block?: string) =>
    `/${lang}/message/${part(cid)}${block === undefined ? '' : `?block=${part(block)}`}`,
  /** All calls of a message on one plain page. */
  messageCalls: (lang: PathLocale, cid: string) => `/${lang}/message/internalTransfer/${part(cid)}`,
  addressLookup: (lang: PathLocale) => `/${lang}/address`,
  address: (lang: PathLocale, address: string) => entityPath(lang, 'address', address),
  tokens: (lang: PathLocale) => `/${lang}/tokens`,
  nfts: (lang: PathLocale) => `/${lang}/nfts`,
  /** Leads to the list of tokens. */
  tokenRoot: (lang: PathLocale) => `/${lang}/token`,
  /** `holder`: only the transfers of that account. */
  token: (lang: PathLocale, address: string, holder?: string) =>
    `/${lang}/token/${part(address)}${holder === undefined ? '' : `?h=${part(holder)}`}`,
  tokenHolders: (lang: PathLocale, address: string) => `/${lang}/token/${part(address)}?t=holders`,
  fevmStats: (lang: PathLocale) => `/${lang}/fevm/stats`,
  contracts: (lang: PathLocale) => `/${lang}/fevm/contracts`,
  verifiedContracts: (lang: PathLocale) => `/${lang}/fevm/verified-contracts`,
  /** Where a contract's source is handed in: which contract, then the files. */
  verify: (lang: PathLocale) => `/${lang}/contract`,
  verifySource: (lang: PathLocale) => `/${lang}/contract/verify`,
  /** A contract's code on its account's page. */
  contract: (lang: PathLocale, address: string) => `/${lang}/address/${part(address)}?t=contract`,
  /** One of its functions, by its name, ready to be read or called. */
  contractFunction: (lang: PathLocale, address: string, name: string) =>
    `/${lang}/address/${part(address)}?t=contract&f=${part(name)}`,
  /** The name service. */
  names: (lang: PathLocale) => `/${lang}/fns`,
  name: (lang: PathLocale, name: string) => entityPath(lang, 'fns/name', name),
  /** Names of an account. */
  namesOf: (lang: PathLocale, address: string) => `/${lang}/fns/address/${part(address)}`,
  /** Without a number it leads to the first article, or searches. */
  wiki: (lang: PathLocale, number?: number, anchor?: string) =>
    `/${lang}/wiki${number === undefined ? '' : `/${number}`}${anchor === undefined ? '' : `#${anchor}`}`,
  /** A term's definition. */
  glossary: (lang: PathLocale, term: string) => `/${lang}/wiki/${GLOSSARY}#${term}`,
  /** `actor`: of one kind of accounts. */
  richList: (lang: PathLocale, actor?: string) =>
    `/${lang}/rich-list${actor === undefined ? '' : `?actor=${part(actor)}`}`,
  deals: (lang: PathLocale) => `/${lang}/deal`,
  /** A provider’s list of sectors, narrowed to one. */
  sector: (lang: PathLocale, provider: string, number: number | string) =>
    `/${lang}/address/${part(provider)}?t=sectors&sector=${part(number)}`,
  /** Pieces in sectors: of deals, and onboarded directly. */
  pieces: (lang: PathLocale) => `/${lang}/deal?t=pieces`,
  /** Deals and sectors with one piece of data. */
  piece: (lang: PathLocale, cid: string) => `/${lang}/deal?piece=${part(cid)}`,
  deal: (lang: PathLocale, id: number) => `/${lang}/deal/${part(id)}`,
  dataCap: (lang: PathLocale) => `/${lang}/datacap`,
  /** An allocation, and the claim of the same number. */
  allocation: (lang: PathLocale, id: number) => `/${lang}/datacap/${part(id)}`,
  /** Allocations or claims of one client or provider. */
  dataCapOf: (lang: PathLocale, list: 'allocations' | 'claims', address: string) =>
    `/${lang}/datacap?t=${list}&address=${part(address)}`,
  accountDataCap: (lang: PathLocale, address: string) =>
    `/${lang}/address/${part(address)}?t=datacap`,
  tools: (lang: PathLocale) => `/${lang}/tools`,
  /** On what the figures rest. */
  trust: (lang: PathLocale) => `/${lang}/trust`,
  notices: (lang: PathLocale) => `/${lang}/notify`,
  notice: (lang: PathLocale, id: string) => `/${lang}/notify/detail/${part(id)}`,
  /** Projects, of one category where it is given. */
  ecosystem: (lang: PathLocale, category?: string) =>
    `/${lang}/fevm/navigation${category === undefined ? '' : `?category=${part(category)}`}`,
  /** Projects by use. */
  dapps: (lang: PathLocale) => `/${lang}/dapp`,
  dapp: (lang: PathLocale, category: string, key: string) =>
    paths.project(lang, `${category}_${key}`),
  /** The same, by `category_key`. */
  project: (lang: PathLocale, id: string) => `/${lang}/dapp/${part(id)}`,
  merchants: (lang: PathLocale) => `/${lang}/merchant`,
  merchant: (lang: PathLocale, key: string) => entityPath(lang, 'merchant', key),
  spaceRace: (lang: PathLocale) => `/${lang}/space-race`,
  networkStats: (lang: PathLocale) => `/${lang}/stats/network`,
  activity: (lang: PathLocale) => `/${lang}/stats/activity`,
  gasStats: (lang: PathLocale) => `/${lang}/stats/gas`,
  miningStats: (lang: PathLocale) => `/${lang}/stats/miner`,
  search: (lang: PathLocale, query?: string) =>
    `/${lang}/search${query === undefined ? '' : `?q=${part(query)}`}`,
  /** Kept in the reader's browser. */
  favorites: (lang: PathLocale) => `/${lang}/favorites`,
  styleguide: (lang: PathLocale) => `/${lang}/styleguide`,
  /** Leads to the ranking by power. */
  rankings: (lang: PathLocale) => `/${lang}/ranks`,
  ranks: (lang: PathLocale, kind: RankingPath) => `/${lang}/ranks/${kind}`,
  peerLookup: (lang: PathLocale) => `/${lang}/peer`,
  peer: (lang: PathLocale, id: string) => entityPath(lang, 'peer', id),
  nodeVersions: (lang: PathLocale) => `/${lang}/stats/lotus`,
  /** A page of this site by its path without the language; the API's reference has none. */
  page: (lang: PathLocale, path: string) =>
    path.startsWith('api/') ? `/${path}` : `/${lang}/${path}`,
  /** A call by its path and query. */
  api: (call: string) => `/api/v1${call}`,
  apiMessage: (cid: string) => `/api/v1/message/${part(cid)}`,
  apiContract: (address: string) => `/api/v1/address/${part(address)}/contract`,
  apiDocs: () => '/api/v1/docs',
  apiVerify: () => '/api/v1/docs#verifying-sources',
  /** The picture of a text as a QR code. */
  qr: (text: string) => `/qr/${part(text)}.svg`,
  /** A page's picture for other sites; of the network as a whole without an id. */
  share: (kind: SharePicture, id?: string | number) =>
    `/share/${kind}${id === undefined ? '' : `/${part(id)}`}.png`,
} as const;

/**
 * The page at `url` with other query parameters: a value sets one, null takes it out, the rest stay.
 * `hash` names the part of the page to go to.
 */
export function withQuery(
  url: URL,
  changes: Readonly<Record<string, string | number | null>>,
  hash?: string,
): string {
  const query = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return `${url.pathname}${text === '' ? '' : `?${text}`}${hash === undefined ? '' : `#${hash}`}`;
}

const LANGUAGES: Record<PathLocale, true> = { en: true, zh: true, ko: true };

/** The same page in another language, query kept. A path without a language leads to that language's home. */
export function inLanguage(url: URL, lang: PathLocale): string {
  const [, first = '', ...rest] = url.pathname.split('/');
  if (!Object.hasOwn(LANGUAGES, first)) return `/${lang}`;
  return ['', lang, ...rest].join('/') + url.search;
}
