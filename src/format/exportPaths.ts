/** Where lists of storage providers are as CSV: apart from paths.ts, which every page's script loads. */
import type { RankingPath } from './paths.ts';

const part = encodeURIComponent;

/** Lists of a storage provider by their tabs. */
const MINER_LISTS = {
  blocks: 'blocks.csv?pageSize=100',
  sectors: 'sectors.csv?pageSize=100',
  'sector-events': 'sectors/events.csv?pageSize=100',
  deadlines: 'deadlines/proofs.csv?pageSize=100',
  expiry: 'expiry.csv',
  fees: 'fees.csv?pageSize=100',
} as const;

export type MinerExport = keyof typeof MINER_LISTS;

export function minerCsv(address: string, list: MinerExport): string {
  return `/api/v1/address/${part(address)}/${MINER_LISTS[list]}`;
}

/** `continent`: only providers that are on it; empty for all. */
export function rankingCsv(kind: RankingPath, duration: string, continent: string): string {
  const query = new URLSearchParams({ pageSize: '100', duration });
  if (continent !== '') query.set('continent', continent);
  return `/api/v1/miner/list/${kind}.csv?${query.toString()}`;
}
