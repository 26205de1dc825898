import { method, PAGING } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { getBlock } from './get.ts';
import { blockMessages } from './messages.ts';
import { blockDetailSchema, blockMessagesSchema } from './schema.ts';

export const blockReads = {
  get: defineRead({
    path: '/block/{cid}',
    tag: 'block',
    summary: 'A block, canonical or orphaned',
    params: { cid: PARTS.cid },
    schema: blockDetailSchema,
    read: (view, { cid }) => getBlock(view, cid),
  }),
  messages: defineRead({
    path: '/block/{cid}/messages',
    tag: 'block',
    summary: 'Messages of a block, in its order',
    params: { cid: PARTS.cid, ...PAGING, method },
    schema: blockMessagesSchema,
    rows: 'messages',
    read: (view, { cid, ...asked }) => blockMessages(view, cid, asked),
  }),
};
