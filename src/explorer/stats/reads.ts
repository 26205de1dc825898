import type { Access } from '../access.ts';
import type { SampleInput } from '../input.ts';
import type { Answer } from '../wire.ts';
import { activityStats } from './activity.ts';
import { feeStats } from './fees.ts';
import { nodeVersions } from './nodes.ts';
import { upgrades } from './upgrades.ts';
import { pledgeStats, powerStats, rewardStats } from './samples.ts';
import type {
  ActivityStats,
  FeeStats,
  NodeVersions,
  PledgeStats,
  PowerStats,
  RewardStats,
  Upgrades,
} from './schema.ts';

/** Figures of the network over time. */
export interface StatsReads {
  power(input?: SampleInput): Promise<Answer<PowerStats>>;
  rewardPerByte(input?: SampleInput): Promise<Answer<RewardStats>>;
  sectorInitialPledge(input?: SampleInput): Promise<Answer<PledgeStats>>;
  /** Of the last 2,880 epochs. */
  messageFee(): Promise<Answer<FeeStats>>;
  nodeVersion(): Promise<Answer<NodeVersions>>;
  /** Versions of the network over time. */
  upgrades(): Promise<Answer<Upgrades>>;
  /** Hours of a day, days of a longer duration. */
  activity(input?: { duration?: string | undefined }): Promise<Answer<ActivityStats>>;
}

export function statsReads({ readOr }: Access): StatsReads {
  return {
    power: (input) => readOr([], (view) => powerStats(view, input)),
    rewardPerByte: (input) => readOr([], (view) => rewardStats(view, input)),
    sectorInitialPledge: (input) => readOr([], (view) => pledgeStats(view, input)),
    messageFee: () => readOr([], feeStats),
    nodeVersion: () => readOr([], nodeVersions),
    upgrades: () => readOr([], upgrades),
    activity: (input) => readOr([], (view) => activityStats(view, input)),
  };
}
