/** Figures of the network over time. */
import { count, duration, GRID, sampling } from '../parameters.ts';
import { defineRead } from '../read.ts';
import { activityStats } from './activity.ts';
import { feeStats } from './fees.ts';
import { methodStats } from './methods.ts';
import { networkStats } from './network.ts';
import { nodeVersions } from './nodes.ts';
import { pledgeStats, powerStats, rewardStats } from './samples.ts';
import {
  activityStatsSchema,
  feeStatsSchema,
  methodStatsSchema,
  networkStatsSchema,
  nodeVersionsSchema,
  pledgeStatsSchema,
  powerStatsSchema,
  rewardStatsSchema,
  upgradesSchema,
} from './schema.ts';
import { upgrades } from './upgrades.ts';

export const statsReads = {
  power: defineRead({
    path: '/stats/power',
    tag: 'stats',
    summary: 'Power of the network over time',
    description: `${GRID} Power is carried on between changes, a delta is the change since the sample before, 0 where nothing changed. Heights at which the power is not known are left out.`,
    params: sampling(),
    schema: powerStatsSchema,
    rows: '',
    empty: () => [],
    read: powerStats,
  }),
  rewardPerByte: defineRead({
    path: '/stats/miner/reward-per-byte',
    tag: 'stats',
    summary: 'Rewards per byte of quality-adjusted power and epoch over time, each over a day',
    description: `${GRID} Each is over the 2,880 epochs up to its height; heights in the chain’s first day are left out.`,
    params: sampling(),
    schema: rewardStatsSchema,
    rows: '',
    empty: () => [],
    read: rewardStats,
  }),
  sectorInitialPledge: defineRead({
    path: '/stats/miner/sector-initial-pledge',
    tag: 'stats',
    summary: 'Pledge of a new 32 GiB sector without deals over time',
    description: `${GRID} Each is by the protocol’s formula in the state at its height; heights at which that is not known are left out.`,
    params: sampling(),
    schema: pledgeStatsSchema,
    rows: '',
    empty: () => [],
    read: pledgeStats,
  }),
  network: defineRead({
    path: '/stats/network',
    tag: 'stats',
    summary:
      'The network over time: supply and its parts, pledge, rewards, baseline, accounts, active storage providers',
    description: `${GRID} Each is the state at its height, before its own messages; what is not known is null.`,
    params: sampling(),
    schema: networkStatsSchema,
    rows: '',
    empty: () => [],
    read: networkStats,
  }),
  methods: defineRead({
    path: '/stats/message/count',
    tag: 'stats',
    summary: 'The methods that run most, by hours (24h) or days (UTC)',
    description:
      'Oldest first; the last hour or day is the running one. A method that did not run has 0.',
    params: { count: count(), duration: duration() },
    schema: methodStatsSchema,
    rows: '',
    empty: () => [],
    read: methodStats,
  }),
  messageFee: defineRead({
    path: '/stats/message/fee',
    tag: 'stats',
    summary: 'Gas and fees of the messages of the last 2,880 epochs, all and by method',
    params: {},
    schema: feeStatsSchema,
    rows: '',
    empty: () => [],
    read: feeStats,
  }),
  nodeVersion: defineRead({
    path: '/stats/node-version',
    tag: 'stats',
    summary: 'What the peers of the node call themselves',
    params: {},
    schema: nodeVersionsSchema,
    rows: '',
    empty: () => [],
    read: nodeVersions,
  }),
  upgrades: defineRead({
    path: '/stats/upgrades',
    tag: 'stats',
    summary: 'Versions of the network since the index’s start',
    params: {},
    schema: upgradesSchema,
    rows: '',
    empty: () => [],
    read: upgrades,
  }),
  activity: defineRead({
    path: '/stats/activity',
    tag: 'stats',
    summary:
      'The chain by hours (24h) or days (UTC): tipsets, messages, gas, fees, base fee, senders',
    description:
      'Oldest first; the last hour or day is the running one. Where nothing was executed counts are 0, and `accounts` and `contracts` are carried on.',
    params: { duration: duration() },
    schema: activityStatsSchema,
    rows: '',
    empty: () => [],
    read: (view, asked) => activityStats(view, asked.duration),
  }),
};
