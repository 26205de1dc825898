/** Who sells storage machines; a key is as editors wrote it. */
import { minerPowerStatsSchema } from '../miner/schema.ts';
import { GRID, sampling } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineInner, defineRead } from '../read.ts';
import { getMerchant, listMerchants, merchantPowerStats } from './get.ts';
import { merchantSchema } from './schema.ts';

export const merchantReads = {
  list: defineInner({ empty: () => [], read: listMerchants }),
  get: defineRead({
    path: '/merchant/{key}',
    tag: 'ecosystem',
    summary: 'A merchant of storage machines and what its storage providers did in 30 days',
    params: { key: PARTS.merchant },
    schema: merchantSchema,
    rows: 'miners',
    read: (view, { key }) => getMerchant(view, key),
  }),
  powerStats: defineRead({
    path: '/merchant/{key}/power-stats',
    tag: 'ecosystem',
    summary: 'Power of its storage providers together, over 30 days unless asked otherwise',
    description: `${GRID} Power is carried on between changes, 0 before the providers existed; a delta is the change since the sample before.`,
    params: { key: PARTS.merchant, ...sampling({ duration: '30d' }) },
    schema: minerPowerStatsSchema,
    rows: '',
    read: (view, { key, ...grid }) => merchantPowerStats(view, key, grid),
  }),
};
