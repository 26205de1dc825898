/** Storage providers. An address is one in any form. */
import type { RankingPath } from '#format/paths.ts';
import { continent, count, duration, GRID, PAGING, sampling, windowed } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { minerBlocks } from './blocks.ts';
import { infoChanges } from './changes.ts';
import { minerFees } from './costs.ts';
import { minerEarnings } from './earnings.ts';
import { minerBrief } from './detail.ts';
import { findMiner } from './find.ts';
import { growthStats } from './growth.ts';
import { getPeer } from './peer.ts';
import { minerRanking, topMiners, topMinersBrief } from './rankings.ts';
import {
  growthStatsSchema,
  minerRankingSchema,
  topMinersBriefSchema,
  topMinersSchema,
} from './rankingSchema.ts';
import { minerEarningsSchema } from './earningsSchema.ts';
import { minerPowerStats, minerSectorStats } from './samples.ts';
import {
  infoChangesSchema,
  minerBlocksSchema,
  minerBriefSchema,
  minerFeesSchema,
  minerPowerStatsSchema,
  minerSectorStatsSchema,
  miningStatsSchema,
  peerSchema,
} from './schema.ts';
import { miningStats } from './stats.ts';

const ranking = <const Kind extends RankingPath>(kind: Kind, by: string) =>
  defineRead({
    path: `/miner/list/${kind}`,
    tag: 'miner',
    summary: `Storage providers by ${by}; pages are of one head (\`head\`)`,
    params: { ...PAGING, duration: duration(), continent },
    schema: minerRankingSchema,
    rows: 'miners',
    read: (view, asked) => minerRanking(view, kind, asked),
  });

const top = <const Kind extends RankingPath>(kind: Kind, by: string) =>
  defineRead({
    path: `/miner/top-miners/${kind}`,
    tag: 'miner',
    summary: `The first storage providers by ${by}`,
    params: { count: count(), duration: duration(), continent },
    schema: topMinersSchema,
    rows: 'miners',
    continues: `/miner/list/${kind}`,
    read: (view, asked) => topMiners(view, kind, asked),
  });

const BY = {
  power: 'quality-adjusted power',
  blocks: 'wins in the window',
  growth: 'power that they added in the window',
};

export const minerReads = {
  blocks: defineRead({
    path: '/address/{address}/blocks',
    tag: 'miner',
    summary: 'Blocks that a storage provider won, newest first',
    params: { address: PARTS.miner, ...PAGING },
    schema: minerBlocksSchema,
    rows: 'blocks',
    read: (view, { address, ...page }) => minerBlocks(view, address, page),
  }),
  miningStats: defineRead({
    path: '/address/{address}/mining-stats',
    tag: 'miner',
    summary: 'What a storage provider did in a window: power, blocks, rewards, luck, fees',
    params: { address: PARTS.miner, duration: duration() },
    schema: miningStatsSchema,
    read: (view, asked) => miningStats(view, asked.address, asked.duration),
  }),
  earnings: defineRead({
    path: '/address/{address}/earnings',
    tag: 'miner',
    summary: 'What a storage provider earned and paid by day (UTC), newest first',
    description:
      'The day of the head so far (none at its first epoch), and as many whole days before it as the window has; days whose beginning the index does not have are left out.',
    params: { address: PARTS.miner, duration: duration() },
    schema: minerEarningsSchema,
    rows: 'days',
    read: (view, asked) => minerEarnings(view, asked.address, asked.duration),
  }),
  powerStats: defineRead({
    path: '/address/{address}/power-stats',
    tag: 'miner',
    summary: 'Power of a storage provider over time',
    description: `${GRID} Power is carried on between changes, 0 before the provider existed; a delta is the change since the sample before.`,
    params: { address: PARTS.miner, ...sampling() },
    schema: minerPowerStatsSchema,
    rows: '',
    read: (view, { address, ...grid }) => minerPowerStats(view, address, grid),
  }),
  sectorStats: defineRead({
    path: '/address/{address}/sector-stats',
    tag: 'miner',
    summary: 'Sectors of a storage provider over time: live, active, faulty, recovering',
    description: `${GRID} Numbers are carried on between changes, 0 before the provider existed, null where the node could not tell.`,
    params: { address: PARTS.miner, ...sampling() },
    schema: minerSectorStatsSchema,
    rows: '',
    read: (view, { address, ...grid }) => minerSectorStats(view, address, grid),
  }),
  fees: defineRead({
    path: '/address/{address}/fees',
    tag: 'miner',
    summary: 'Fees and penalties of a storage provider, newest first, with their sums by kind',
    params: { address: PARTS.miner, ...PAGING, duration: duration(), windowed },
    schema: minerFeesSchema,
    rows: 'costs',
    read: (view, { address, ...asked }) => minerFees(view, address, asked),
  }),
  infoChanges: defineRead({
    path: '/address/{address}/info-changes',
    tag: 'miner',
    summary: 'Changes of a storage provider’s owner, worker, beneficiary, peer and addresses',
    description: 'Newest first, of its last 200 states that differ.',
    params: { address: PARTS.miner },
    schema: infoChangesSchema,
    rows: '',
    read: (view, { address }) => infoChanges(view, address),
  }),
  brief: defineRead({
    path: '/miner/{address}/brief',
    tag: 'miner',
    summary: 'The main figures of a storage provider',
    params: { address: PARTS.miner },
    schema: minerBriefSchema,
    read: async (view, { address }) => minerBrief(view, await findMiner(view, address)),
  }),
  ranking: {
    power: ranking('power', BY.power),
    blocks: ranking('blocks', BY.blocks),
    'power-growth': ranking('power-growth', BY.growth),
  },
  top: {
    power: top('power', BY.power),
    blocks: top('blocks', BY.blocks),
    'power-growth': top('power-growth', BY.growth),
  },
  topBrief: defineRead({
    path: '/miner/top-miners/power/brief',
    tag: 'miner',
    summary: 'The first storage providers by quality-adjusted power, in few words',
    params: { count: count() },
    schema: topMinersBriefSchema,
    rows: 'miners',
    read: (view, asked) => topMinersBrief(view, asked.count),
  }),
  growth: defineRead({
    path: '/stats/miner/power-growth',
    tag: 'stats',
    summary: 'What the storage providers that grew most added over time',
    description: `${GRID} growth is what was added since the sample before, 0 where nothing was; power is carried on.`,
    params: { count: count(5), ...sampling() },
    schema: growthStatsSchema,
    rows: '',
    empty: () => [],
    read: growthStats,
  }),
  peer: defineRead({
    path: '/peer/{id}',
    tag: 'miner',
    summary: 'The storage providers of a libp2p peer, and its addresses',
    params: { id: PARTS.peer },
    schema: peerSchema,
    read: (view, { id }) => getPeer(view, id),
  }),
};
