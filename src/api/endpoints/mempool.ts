import {
  mempoolListSchema,
  mempoolOfAddressSchema,
  pendingMessagesSchema,
} from '#explorer/mempool/schema.ts';
import { OFFSET_PAGING, PAGING, type Endpoint } from './endpoint.ts';

export const MEMPOOL_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/message/mempool/list',
    tag: 'message',
    summary: 'Messages in the pool, newest first',
    query: [...PAGING, 'method'],
    schema: mempoolListSchema,
    rows: 'messages',
    read: (explorer, _part, query) => explorer.mempool.list(query),
  },
  {
    path: '/message/mempool/filtered-list',
    tag: 'message',
    summary: 'Messages in the pool from or to an address, oldest first',
    query: [...PAGING, 'address'],
    maxPageSize: 1000,
    schema: mempoolOfAddressSchema,
    rows: 'messages',
    read: (explorer, _part, query) => explorer.mempool.ofAddress(query.address ?? '', query),
  },
  {
    path: '/address/{address}/pending-messages',
    tag: 'address',
    summary: 'Messages of an account that have not run yet: in the pool, or in the head',
    part: 'address',
    query: OFFSET_PAGING,
    schema: pendingMessagesSchema,
    rows: 'messages',
    read: (explorer, part, query) => explorer.mempool.pending(part, query),
  },
];
