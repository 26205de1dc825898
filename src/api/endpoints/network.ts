import { baseFeeStatsSchema, infoSchema, overviewSchema } from '#explorer/network/schema.ts';
import { searchResultSchema, suggestionsSchema } from '#explorer/search/schema.ts';
import { trustSchema } from '#explorer/trust/schema.ts';
import { thingPath } from '#format/thingPath.ts';
import { GRID, SAMPLING, type Endpoint } from './endpoint.ts';

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
    path: '/trust',
    tag: 'network',
    summary: 'What this index has proven of what it tells, and since which height',
    query: [],
    schema: trustSchema,
    rows: 'proofs',
    read: (explorer) => explorer.network.trust(),
  },
  {
    path: '/search',
    tag: 'network',
    summary: 'What a height, CID, hash, address, name or token stands for; {} when nothing',
    query: ['id'],
    schema: searchResultSchema,
    read: (explorer, _part, query) => explorer.search.find(query.id ?? ''),
  },
  {
    path: '/search/suggest',
    tag: 'network',
    summary: 'What a text that is being typed may stand for, exact matches first',
    query: ['q', 'limit'],
    schema: suggestionsSchema,
    defaults: { limit: 10 },
    read: async (explorer, _part, query, locale) => {
      const answer = await explorer.search.suggest(query.q ?? '', { limit: query.limit });
      const data = answer.data.map((thing) => ({
        ...thing,
        path: thingPath(locale, thing.kind, thing.id),
      }));
      return { ...answer, data };
    },
  },
  {
    path: '/stats/base-fee',
    tag: 'network',
    summary: 'Base fee over time',
    description: `${GRID} Each is the base fee of the newest tipset up to its height.`,
    query: SAMPLING,
    schema: baseFeeStatsSchema,
    rows: '',
    read: (explorer, _part, query) => explorer.network.baseFee(query),
  },
];
