import type { Access } from '../access.ts';
import type { NumberInput, PageInput, SampleInput } from '../input.ts';
import type { Past } from '../view.ts';
import type { Answer } from '../wire.ts';
import { minerBlocks } from './blocks.ts';
import { minerFees, type FeesInput } from './costs.ts';
import { infoChanges } from './changes.ts';
import { minerBrief } from './detail.ts';
import { findMiner } from './find.ts';
import { growthStats, type GrowthInput } from './growth.ts';
import { getPeer } from './peer.ts';
import {
  minerRanking,
  topMiners,
  topMinersBrief,
  type RankingInput,
  type RankingKind,
  type TopInput,
} from './rankings.ts';
import { minerPowerStats, minerSectorStats } from './samples.ts';
import { miningStats } from './stats.ts';
import type { GrowthStats, MinerRanking, TopMiners, TopMinersBrief } from './rankingSchema.ts';
import type {
  InfoChanges,
  MinerBlocks,
  MinerBrief,
  MinerFees,
  MinerPowerStats,
  MinerSectorStats,
  MiningStats,
  Peer,
} from './schema.ts';

/** Storage providers. `address` is any form of a provider's address. */
export interface MinerReads {
  brief(address: string): Promise<Answer<MinerBrief>>;
  blocks(address: string, input?: PageInput): Promise<Answer<MinerBlocks>>;
  /** 24 hours unless a duration is given. */
  miningStats(
    address: string,
    input?: { duration?: string | undefined },
  ): Promise<Answer<MiningStats>>;
  powerStats(address: string, input?: SampleInput): Promise<Answer<MinerPowerStats>>;
  sectorStats(address: string, input?: SampleInput): Promise<Answer<MinerSectorStats>>;
  fees(address: string, input?: FeesInput): Promise<Answer<MinerFees>>;
  /** Changes of its owner, worker, beneficiary, peer, …, newest first. */
  infoChanges(address: string): Promise<Answer<InfoChanges>>;
  ranking(kind: RankingKind, input?: RankingInput): Promise<Answer<MinerRanking>>;
  top(kind: RankingKind, input?: TopInput): Promise<Answer<TopMiners>>;
  topBrief(input?: { count?: NumberInput }): Promise<Answer<TopMinersBrief>>;
  growth(input?: GrowthInput): Promise<Answer<GrowthStats>>;
  peer(id: string): Promise<Answer<Peer>>;
}

export function minerReads({ read, readOr }: Access, past: Past): MinerReads {
  return {
    brief: (address) => read(async (view) => minerBrief(view, await findMiner(view, address))),
    blocks: (address, input) => read((view) => minerBlocks(view, address, input)),
    miningStats: (address, input) => read((view) => miningStats(view, address, input)),
    powerStats: (address, input) => read((view) => minerPowerStats(view, address, input)),
    sectorStats: (address, input) => read((view) => minerSectorStats(view, address, input)),
    fees: (address, input) => read((view) => minerFees(view, address, input)),
    infoChanges: (address) => read((view) => infoChanges(view, address)),
    ranking: (kind, input) => read((view) => minerRanking(view, past, kind, input)),
    top: (kind, input) => read((view) => topMiners(view, past, kind, input)),
    topBrief: (input) => read((view) => topMinersBrief(view, past, input)),
    growth: (input) => readOr([], (view) => growthStats(view, past, input)),
    peer: (id) => read((view) => getPeer(view, id)),
  };
}
