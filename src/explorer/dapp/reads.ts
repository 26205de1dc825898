/** Projects of the ecosystem, as editors list them. */
import { DAPP_CATEGORIES } from '#content/schema.ts';
import {
  category,
  days,
  GRID,
  OFFSET_PAGING,
  sampling,
  sortBy,
  USE_SORTS,
  withoutChangeRate,
} from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { DEFI_SORTS, defiInfo, defiStats, listDefi } from './defi.ts';
import { dappCategories, listDapps } from './projects.ts';
import { dappInfo, rankDapps } from './ranking.ts';
import {
  dappCategoriesSchema,
  dappInfoSchema,
  dappRankingSchema,
  dappsSchema,
  defiInfoSchema,
  defiListSchema,
  defiStatsSchema,
} from './schema.ts';

export const dappReads = {
  categories: defineRead({
    path: '/dapp/category/list',
    tag: 'ecosystem',
    summary: 'Categories of projects, with how many there are',
    params: {},
    schema: dappCategoriesSchema,
    rows: '',
    empty: () => [],
    read: dappCategories,
  }),
  list: defineRead({
    path: '/dapp/info/list',
    tag: 'ecosystem',
    summary: 'Projects of the ecosystem as editors list them',
    params: { ...OFFSET_PAGING, category: category(DAPP_CATEGORIES) },
    schema: dappsSchema,
    rows: 'dappList',
    empty: () => ({ totalCount: 0, dappList: [], next: null }),
    read: listDapps,
  }),
  info: defineRead({
    path: '/dapp/info/{key}',
    tag: 'ecosystem',
    summary: 'One project: what it is, where it is, its contracts and their use',
    params: { key: PARTS.dapp, days: days(1) },
    schema: dappInfoSchema,
    rows: 'contractAddressList',
    read: (view, asked) => dappInfo(view, asked.key, asked.days),
  }),
  /** By what their contracts did. */
  ranking: defineRead({
    path: '/dapp/list',
    tag: 'ecosystem',
    summary: 'Projects by the use of their contracts in the last 1, 7, 30 or 365 days',
    params: {
      ...OFFSET_PAGING,
      category: category(DAPP_CATEGORIES),
      days: days(1),
      sortBy: sortBy(USE_SORTS),
      withoutChangeRate,
    },
    schema: dappRankingSchema,
    rows: 'dappList',
    read: rankDapps,
  }),
  defi: defineRead({
    path: '/stats/defi/list',
    tag: 'ecosystem',
    summary: 'Projects of DeFi and liquid staking by what their contracts hold',
    params: { ...OFFSET_PAGING, days: days(1), sortBy: sortBy(DEFI_SORTS) },
    schema: defiListSchema,
    rows: 'defiList',
    read: listDefi,
  }),
  defiInfo: defineRead({
    path: '/stats/defi/info/{key}',
    tag: 'ecosystem',
    summary: 'One of them, with its figures',
    params: { key: PARTS.defi, days: days(1) },
    schema: defiInfoSchema,
    read: (view, asked) => defiInfo(view, asked.key, asked.days),
  }),
  defiStats: defineRead({
    path: '/stats/defi/overall-statistics',
    tag: 'ecosystem',
    summary: 'What all of them hold over time; 30 samples in 30 days unless asked otherwise',
    description: `${GRID} What is held is carried on between changes, 0 before there was any. \`timestamp\` is in milliseconds.`,
    params: sampling({ duration: '30d', samples: 30 }),
    schema: defiStatsSchema,
    rows: '',
    empty: () => [],
    read: defiStats,
  }),
};
