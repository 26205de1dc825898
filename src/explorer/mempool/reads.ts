/** The node's message pool: it changes without a new head. */
import { method, OFFSET_PAGING, PAGING, party, rows } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineInner, defineRead } from '../read.ts';
import { mempoolOfAddress, pendingMessages } from './account.ts';
import { listMempool } from './list.ts';
import { mempoolListSchema, mempoolOfAddressSchema, pendingMessagesSchema } from './schema.ts';
import { poolSince } from './since.ts';

export const mempoolReads = {
  /** `head` also takes the `snapshot` of an earlier answer. */
  list: defineRead({
    path: '/message/mempool/list',
    tag: 'message',
    summary: 'Messages in the pool, newest first',
    params: { ...PAGING, method },
    schema: mempoolListSchema,
    rows: 'messages',
    fresh: true,
    empty: () => ({ totalCount: 0, messages: [], methods: [], next: null, snapshot: '' }),
    read: listMempool,
  }),
  ofAddress: defineRead({
    path: '/message/mempool/filtered-list',
    tag: 'message',
    summary: 'Messages in the pool from or to an address, oldest first',
    params: { ...PAGING, pageSize: rows('pageSize', { most: 1000 }), address: party },
    schema: mempoolOfAddressSchema,
    rows: 'messages',
    fresh: true,
    read: mempoolOfAddress,
  }),
  pending: defineRead({
    path: '/address/{address}/pending-messages',
    tag: 'address',
    summary: 'Messages of an account that have not run yet: in the pool, or in the head',
    params: { address: PARTS.sender, ...OFFSET_PAGING },
    schema: pendingMessagesSchema,
    rows: 'messages',
    fresh: true,
    read: (view, { address, ...page }) => pendingMessages(view, address, page),
  }),
  /** What is different from a pool that was seen before (null: from nothing that is told). */
  since: defineInner({ fresh: true, read: poolSince }),
};
