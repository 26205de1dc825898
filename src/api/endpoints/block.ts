import { blockDetailSchema, blockMessagesSchema } from '#explorer/block/schema.ts';
import { PAGING, type Endpoint } from './endpoint.ts';

export const BLOCK_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/block/{cid}',
    tag: 'block',
    summary: 'A block, canonical or orphaned',
    part: 'cid',
    query: [],
    schema: blockDetailSchema,
    read: (explorer, part) => explorer.block.get(part),
  },
  {
    path: '/block/{cid}/messages',
    tag: 'block',
    summary: 'Messages of a block, in its order',
    part: 'cid',
    query: [...PAGING, 'method'],
    schema: blockMessagesSchema,
    rows: 'messages',
    read: (explorer, part, query) => explorer.block.messages(part, query),
  },
];
