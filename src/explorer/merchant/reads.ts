import type { Access } from '../access.ts';
import type { SampleInput } from '../input.ts';
import type { MinerPowerStats } from '../miner/schema.ts';
import type { Answer } from '../wire.ts';
import { getMerchant, listMerchants, merchantPowerStats } from './get.ts';
import type { Merchant, MerchantList } from './schema.ts';

/** Who sells storage machines; `key` as editors wrote it. */
export interface MerchantReads {
  list(): Promise<Answer<MerchantList>>;
  get(key: string): Promise<Answer<Merchant>>;
  powerStats(key: string, input?: SampleInput): Promise<Answer<MinerPowerStats>>;
}

export function merchantReads({ read, readOr }: Access): MerchantReads {
  return {
    list: () => readOr([], async (view) => listMerchants(view)),
    get: (key) => read((view) => getMerchant(view, key)),
    powerStats: (key, input) => read((view) => merchantPowerStats(view, key, input)),
  };
}
