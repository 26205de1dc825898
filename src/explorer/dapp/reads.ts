import type { Access } from '../access.ts';
import type { NumberInput, SampleInput } from '../input.ts';
import type { Past } from '../view.ts';
import type { Answer } from '../wire.ts';
import { defiInfo, defiStats, listDefi, type DefiListInput } from './defi.ts';
import { dappCategories, listDapps, type DappsInput } from './projects.ts';
import { dappInfo, rankDapps, type DappRankingInput } from './ranking.ts';
import type {
  DappCategories,
  DappInfo,
  DappRanking,
  Dapps,
  DefiInfo,
  DefiList,
  DefiStats,
} from './schema.ts';

/** Projects of the ecosystem, as editors list them. */
export interface DappReads {
  categories(): Promise<Answer<DappCategories>>;
  list(input?: DappsInput): Promise<Answer<Dapps>>;
  info(key: string, input?: { days?: NumberInput }): Promise<Answer<DappInfo>>;
  /** By what their contracts did. */
  ranking(input?: DappRankingInput): Promise<Answer<DappRanking>>;
  defi(input?: DefiListInput): Promise<Answer<DefiList>>;
  defiInfo(key: string, input?: { days?: NumberInput }): Promise<Answer<DefiInfo>>;
  defiStats(input?: SampleInput): Promise<Answer<DefiStats>>;
}

export function dappReads({ read, readOr }: Access, past: Past): DappReads {
  return {
    categories: () => readOr([], async (view) => dappCategories(view)),
    list: (input) =>
      readOr({ totalCount: 0, dappList: [], next: null }, (view) => listDapps(view, past, input)),
    info: (key, input) => read((view) => dappInfo(view, past, key, input)),
    ranking: (input) => read((view) => rankDapps(view, past, input)),
    defi: (input = {}) => read((view) => listDefi(view, past, input)),
    defiInfo: (key, input = {}) => read((view) => defiInfo(view, past, key, input)),
    defiStats: (input) => readOr([], (view) => defiStats(view, input)),
  };
}
