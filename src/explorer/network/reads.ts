import { GRID, sampling } from '../parameters.ts';
import { defineRead } from '../read.ts';
import { trust } from '../trust/read.ts';
import { trustSchema } from '../trust/schema.ts';
import { baseFeeStats } from './basefee.ts';
import { overview } from './overview.ts';
import { baseFeeStatsSchema, infoSchema, overviewSchema } from './schema.ts';

export const networkReads = {
  info: defineRead({
    path: '/info',
    tag: 'network',
    summary: 'Height of the head',
    params: {},
    schema: infoSchema,
    read: (view) => ({ height: view.head.height }),
  }),
  overview: defineRead({
    path: '/overview',
    tag: 'network',
    summary: 'Figures of the network at the head',
    params: {},
    schema: overviewSchema,
    read: overview,
  }),
  trust: defineRead({
    path: '/trust',
    tag: 'network',
    summary: 'What this index has proven of what it tells, and since which height',
    params: {},
    schema: trustSchema,
    rows: 'proofs',
    read: trust,
  }),
  baseFee: defineRead({
    path: '/stats/base-fee',
    tag: 'network',
    summary: 'Base fee over time',
    description: `${GRID} Each is the base fee of the newest tipset up to its height.`,
    params: sampling(),
    schema: baseFeeStatsSchema,
    rows: '',
    empty: () => [],
    read: baseFeeStats,
  }),
};
