import { TIMES } from '../narrowing.ts';
import { count, PAGING } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { tipsetMessages } from './messages.ts';
import { listTipsets, recentTipsets, tipsetAt } from './read.ts';
import {
  tipsetDetailSchema,
  tipsetListSchema,
  tipsetMessagesSchema,
  tipsetRecentSchema,
} from './schema.ts';

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
    params: { ...PAGING, ...TIMES },
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
  messages: defineRead({
    path: '/tipset/{height}/messages',
    tag: 'tipset',
    summary: 'What a tipset executed, in the order of execution, and its gas',
    description: 'Empty until the next tipset has executed it.',
    params: { height: PARTS.height, ...PAGING },
    schema: tipsetMessagesSchema,
    rows: 'messages',
    read: (view, { height, ...asked }) => tipsetMessages(view, height, asked),
  }),
};
