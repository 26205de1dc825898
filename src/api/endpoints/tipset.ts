import {
  tipsetDetailSchema,
  tipsetListSchema,
  tipsetRecentSchema,
} from '#explorer/tipset/schema.ts';
import { PAGING, type Endpoint } from './endpoint.ts';

export const TIPSET_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/tipset/recent',
    tag: 'tipset',
    summary: 'The newest tipsets',
    query: ['count'],
    schema: tipsetRecentSchema,
    rows: '',
    read: (explorer, _part, query) => explorer.tipset.recent(query.count),
    continues: '/tipset/list',
  },
  {
    path: '/tipset/list',
    tag: 'tipset',
    summary: 'Tipsets, newest first',
    query: PAGING,
    schema: tipsetListSchema,
    rows: 'tipsets',
    read: (explorer, _part, query) => explorer.tipset.list(query),
  },
  {
    path: '/tipset/{height}',
    tag: 'tipset',
    summary: 'What is at a height',
    part: 'height',
    query: [],
    schema: tipsetDetailSchema,
    rows: ['blocks', 'orphans'],
    read: (explorer, part) => explorer.tipset.at(part),
  },
];
