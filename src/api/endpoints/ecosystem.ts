import {
  dappCategoriesSchema,
  dappInfoSchema,
  dappRankingSchema,
  dappsSchema,
  defiInfoSchema,
  defiListSchema,
  defiStatsSchema,
} from '#explorer/dapp/schema.ts';
import { toolsSchema } from '#explorer/editorial/schema.ts';
import { merchantSchema } from '#explorer/merchant/schema.ts';
import { minerPowerStatsSchema } from '#explorer/miner/schema.ts';
import { OFFSET_PAGING, SAMPLING, type Endpoint } from './endpoint.ts';

/** What editors list: projects, merchants, tools; with figures of the index. */
export const ECOSYSTEM_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/dapp/category/list',
    tag: 'ecosystem',
    summary: 'Categories of projects, with how many there are',
    query: [],
    schema: dappCategoriesSchema,
    rows: '',
    read: (explorer) => explorer.dapp.categories(),
  },
  {
    path: '/dapp/info/list',
    tag: 'ecosystem',
    summary: 'Projects of the ecosystem as editors list them',
    query: ['limit', 'offset', 'category'],
    schema: dappsSchema,
    rows: 'dappList',
    read: (explorer, _part, query) => explorer.dapp.list(query),
  },
  {
    path: '/dapp/info/{key}',
    tag: 'ecosystem',
    summary: 'One project: what it is, where it is, its contracts',
    part: 'dapp',
    query: [],
    schema: dappInfoSchema,
    read: (explorer, part) => explorer.dapp.info(part),
  },
  {
    path: '/dapp/list',
    tag: 'ecosystem',
    summary: 'Projects by the use of their contracts in the last 1, 7, 30 or 365 days',
    query: [...OFFSET_PAGING, 'category', 'days', 'sortBy'],
    schema: dappRankingSchema,
    rows: 'dappList',
    read: (explorer, _part, query) => explorer.dapp.ranking(query),
  },
  {
    path: '/stats/defi/list',
    tag: 'ecosystem',
    summary:
      'Projects of DeFi and liquid staking by what their contracts hold (`sortBy`: tvl, users or transactions)',
    query: [...OFFSET_PAGING, 'days', 'sortBy'],
    schema: defiListSchema,
    rows: 'defiList',
    read: (explorer, _part, query) => explorer.dapp.defi(query),
  },
  {
    path: '/stats/defi/info/{key}',
    tag: 'ecosystem',
    summary: 'One of them, with its figures',
    part: 'defi',
    query: ['days'],
    schema: defiInfoSchema,
    read: (explorer, part, query) => explorer.dapp.defiInfo(part, query),
  },
  {
    path: '/stats/defi/overall-statistics',
    tag: 'ecosystem',
    summary: 'What all of them hold over time; 30 samples in 30 days unless asked otherwise',
    query: SAMPLING,
    schema: defiStatsSchema,
    rows: '',
    read: (explorer, _part, query) => explorer.dapp.defiStats(query),
  },
  {
    path: '/merchant/{key}',
    tag: 'ecosystem',
    summary: 'A merchant of storage machines and what its storage providers did in 30 days',
    part: 'merchant',
    query: [],
    schema: merchantSchema,
    read: (explorer, part) => explorer.merchant.get(part),
  },
  {
    path: '/merchant/{key}/power-stats',
    tag: 'ecosystem',
    summary: 'Power of its storage providers together, over 30 days unless asked otherwise',
    part: 'merchant',
    query: SAMPLING,
    schema: minerPowerStatsSchema,
    rows: '',
    read: (explorer, part, query) => explorer.merchant.powerStats(part, query),
  },
  {
    path: '/tools',
    tag: 'ecosystem',
    summary: 'Links to tools, in groups',
    query: [],
    schema: toolsSchema,
    read: (explorer) => explorer.editorial.tools(),
  },
];
