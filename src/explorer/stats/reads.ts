import type { Access } from '../access.ts';
import type { NumberInput, SampleInput } from '../input.ts';
import type { Answer } from '../wire.ts';
import { activityStats } from './activity.ts';
import { feeStats } from './fees.ts';
import { methodStats } from './methods.ts';
import { networkStats } from './network.ts';
import { nodeVersions } from './nodes.ts';
import { upgrades } from './upgrades.ts';
import { pledgeStats, powerStats, rewardStats } from './samples.ts';
import type {
  ActivityStats,
  FeeStats,
  MethodStats,
  NetworkStats,
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
  /** Supply, pledge, rewards, accounts and providers. */
  network(input?: SampleInput): Promise<Answer<NetworkStats>>;
  /** Hours of a day, days of a longer duration. */
  methods(input?: {
    duration?: string | undefined;
    count?: NumberInput;
  }): Promise<Answer<MethodStats>>;
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
    network: (input) => readOr([], (view) => networkStats(view, input)),
    methods: (input) => readOr([], (view) => methodStats(view, input)),
    messageFee: () => readOr([], feeStats),
    nodeVersion: () => readOr([], nodeVersions),
    upgrades: () => readOr([], upgrades),
    activity: (input) => readOr([], (view) => activityStats(view, input)),
  };
}
