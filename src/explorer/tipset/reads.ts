import { count, PAGING } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { listTipsets, recentTipsets, tipsetAt } from './read.ts';
import { tipsetDetailSchema, tipsetListSchema, tipsetRecentSchema } from './schema.ts';

export const tipsetReads = {
  recent: defineRead({
    path: '/tipset/recent',
    tag: 'tipset',
    summary: 'The newest tipsets',
    params: { count: count() },
    schema: tipsetRecentSchema,
    rows: '',
    continues: '/tipset/list',
    empty: () => [],
    read: (view, asked) => recentTipsets(view, asked.count),
  }),
  list: defineRead({
    path: '/tipset/list',
    tag: 'tipset',
    summary: 'Tipsets, newest first',
    params: PAGING,
    schema: tipsetListSchema,
    rows: 'tipsets',
    empty: () => ({ totalCount: 0, tipsets: [], next: null }),
    read: listTipsets,
  }),
  /** A null round is answered too (`nullRound`). */
  at: defineRead({
    path: '/tipset/{height}',
    tag: 'tipset',
    summary: 'What is at a height',
    params: { height: PARTS.height },
    schema: tipsetDetailSchema,
    rows: ['blocks', 'orphans'],
    read: (view, { height }) => tipsetAt(view, height),
  }),
};
