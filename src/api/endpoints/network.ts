import { baseFeeStatsSchema, infoSchema, overviewSchema } from '#explorer/network/schema.ts';
import { searchResultSchema } from '#explorer/search/schema.ts';
import { SAMPLING, type Endpoint } from './endpoint.ts';

export const NETWORK_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/info',
    tag: 'network',
    summary: 'Height of the head',
    query: [],
    schema: infoSchema,
    read: (explorer) => explorer.network.info(),
  },
  {
    path: '/overview',
    tag: 'network',
    summary: 'Figures of the network at the head',
    query: [],
    schema: overviewSchema,
    read: (explorer) => explorer.network.overview(),
  },
  {
    path: '/search',
    tag: 'network',
    summary: 'What a height, CID, hash or address stands for; {} when nothing',
    query: ['id'],
    schema: searchResultSchema,
    read: (explorer, _part, query) => explorer.search.find(query.id ?? ''),
  },
  {
    path: '/stats/base-fee',
    tag: 'network',
    summary: 'Base fee over time',
    query: SAMPLING,
    schema: baseFeeStatsSchema,
    rows: '',
    read: (explorer, _part, query) => explorer.network.baseFee(query),
  },
];
