/** Where lists are as CSV, whole: apart from paths.ts, which every page's script loads. */
import type { RankingPath } from './paths.ts';

type StorageList =
  | 'deal/list'
  | 'pieces'
  | 'datacap/verifiers'
  | 'datacap/clients'
  | 'datacap/allocations'
  | 'datacap/claims';

/** Lists of a storage provider by their tabs. */
const MINER_LISTS = {
  blocks: 'blocks',
  sectors: 'sectors',
  'sector-events': 'sectors/events',
  deadlines: 'deadlines/proofs',
  schedule: 'deadlines',
  expiry: 'expiry',
  changes: 'info-changes',
} as const;

const part = encodeURIComponent;

/** A list by its path below the API; what the query leaves empty is left out. */
function csv(path: string, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const text = new URLSearchParams(given).toString();
  return `/api/v1/${path}.csv${text === '' ? '' : `?${text}`}`;
}

export const csvPaths = {
  trust: () => csv('trust'),
  tipsets: (narrow: Readonly<Record<string, string>> = {}) => csv('tipset/list', narrow),
  /** The newest ones only. */
  recentTipsets: (count: number) => csv('tipset/recent', { count: String(count) }),
  gasTipsets: () => csv('stats/gas/suggestion'),
  tipsetMessages: (height: number) => csv(`tipset/${height}/messages`),
  tipset: (height: number) => csv(`tipset/${height}`),
  messages: (narrow: Readonly<Record<string, string>> = {}) => csv('message/list', narrow),
  blockMessages: (cid: string, method: string) => csv(`block/${part(cid)}/messages`, { method }),
  /** What an account did; `narrow` is the list’s own filter. */
  activity: (
    account: string,
    list: 'messages' | 'transfers' | 'token-transfers' | 'proposals',
    narrow: Readonly<Record<string, string>> = {},
  ) => csv(`address/${part(account)}/${list}`, narrow),
  message: (cid: string, list: 'transfers' | 'token-transfers' | 'events') =>
    csv(`message/${part(cid)}/${list}`),
  mempool: (method: string) => csv('message/mempool/list', { method }),
  ranking: (kind: RankingPath, duration: string, continent: string) =>
    csv(`miner/list/${kind}`, { duration, continent }),
  /** `narrow` is of its sectors, and of what happened to them. */
  miner: (
    address: string,
    list: keyof typeof MINER_LISTS,
    narrow: Readonly<Record<string, string>> = {},
  ) => csv(`address/${part(address)}/${MINER_LISTS[list]}`, narrow),
  /** Of the duration. */
  minerFees: (address: string, duration: string, windowed: boolean) =>
    csv(`address/${part(address)}/fees`, { duration, windowed: String(windowed) }),
  richList: (actor: string) => csv('rich-list', { actor }),
  fees: () => csv('stats/message/fee'),
  periods: (duration: string) => csv('stats/activity', { duration }),
  upgrades: () => csv('stats/upgrades'),
  nodeVersions: () => csv('stats/node-version'),
  fevmKinds: () => csv('stats/fevm/address'),
  sectorExpiry: () => csv('stats/sector-expiry'),
  /** Of all, or of one client or provider; of deals and pieces those with one piece of data. */
  storage: (list: StorageList, address = '', piece = '', verified = '') =>
    csv(list, { address, piece, verified }),
  /** History of data cap of an account, as one that has it or as a verifier. */
  dataCap: (account: string, as: 'client' | 'verifier') =>
    csv(
      as === 'client' ? `address/${part(account)}/datacap` : `datacap/verifiers/${part(account)}`,
    ),
  tokens: (list: 'erc20' | 'nft') => csv(`token/${list}-list`),
  /** `narrow` is of the transfers. */
  token: (
    token: string,
    list: 'token-transfers' | 'holders' | 'nfts',
    narrow: Readonly<Record<string, string>> = {},
  ) => csv(`token/${part(token)}/${list}`, narrow),
  account: (account: string, list: 'nfts') => csv(`address/${part(account)}/${list}`),
  holdings: (account: string, tokenName: string) =>
    csv(`address/${part(account)}/token-holdings`, { tokenName }),
  wallet: (account: string, list: 'channels' | 'events' | 'pending-messages') =>
    csv(`address/${part(account)}/${list}`),
  contracts: (sortBy: string, days: string) => csv('stats/fevm/contracts', { sortBy, days }),
  recentContracts: (limit: number) => csv('stats/fevm/recent-contracts', { limit: String(limit) }),
  verifiedContracts: () => csv('stats/verified-contracts'),
  proxy: (address: string) => csv(`address/${part(address)}/contract`),
  contractCalls: (address: string) => csv(`address/${part(address)}/contract/calls`),
  contractCallers: (address: string) => csv(`address/${part(address)}/contract/callers`),
  createdContracts: (address: string) => csv(`address/${part(address)}/created-contracts`),
  dapps: (category: string, sortBy: string, days: string) =>
    csv('dapp/list', { category, sortBy, days }),
  defi: (sortBy: string, days: string) => csv('stats/defi/list', { sortBy, days }),
  dapp: (key: string) => csv(`dapp/info/${part(key)}`),
  merchant: (key: string) => csv(`merchant/${part(key)}`),
  race: (continent: string) => csv('space-race/entities', { continent }),
  registrations: () => csv('name/list'),
  nameHistory: (name: string) => csv(`name/${part(name)}/history`),
  names: (address: string) => csv(`address/${part(address)}/names`),
  nameActions: (address: string) => csv(`address/${part(address)}/name-actions`),
} as const;
