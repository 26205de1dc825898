import {
  messageDetailSchema,
  messageListSchema,
  messageOthersSchema,
} from '#explorer/message/schema.ts';
import { messageEventsSchema } from '#explorer/message/eventSchema.ts';
import { subcallsSchema } from '#explorer/message/callSchema.ts';
import { PAGING, type Endpoint } from './endpoint.ts';

export const MESSAGE_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/message/list',
    tag: 'message',
    summary: 'Executed messages, newest first',
    query: [...PAGING, 'method'],
    schema: messageListSchema,
    rows: 'messages',
    read: (explorer, _part, query) => explorer.message.list(query),
  },
  {
    path: '/message/{cid}',
    tag: 'message',
    summary: 'A message and what it did',
    part: 'message',
    query: ['block'],
    schema: messageDetailSchema,
    read: (explorer, part, query) => explorer.message.get(part, { block: query.block }),
  },
  {
    path: '/message/{cid}/others',
    tag: 'message',
    summary: 'Gas, fees, parameters and return value of a message',
    part: 'message',
    query: [],
    schema: messageOthersSchema,
    read: (explorer, part) => explorer.message.others(part),
    lasting: true,
  },
  {
    path: '/message/{cid}/events',
    tag: 'message',
    summary: 'Events that a message emitted',
    part: 'message',
    query: [],
    schema: messageEventsSchema,
    rows: '',
    read: (explorer, part) => explorer.message.events(part),
    lasting: true,
  },
  {
    path: '/message/{cid}/transfers',
    tag: 'message',
    summary: 'Movements of FIL that a message caused, as many as its own answer carries',
    part: 'message',
    query: [],
    schema: messageDetailSchema.shape.transfers,
    rows: '',
    read: async (explorer, part) => {
      const answer = await explorer.message.get(part);
      return { ...answer, data: answer.data.transfers };
    },
  },
  {
    path: '/message/{cid}/token-transfers',
    tag: 'message',
    summary: 'Transfers of tokens that a message caused, as many as its own answer carries',
    part: 'message',
    query: [],
    schema: messageDetailSchema.shape.tokenTransfers,
    rows: '',
    read: async (explorer, part) => {
      const answer = await explorer.message.get(part);
      return { ...answer, data: answer.data.tokenTransfers };
    },
  },
  {
    path: '/message/{cid}/subcalls',
    tag: 'message',
    summary: 'Calls that a message made, as a tree',
    part: 'message',
    query: [],
    schema: subcallsSchema,
    rows: '',
    read: (explorer, part) => explorer.message.subcalls(part),
    lasting: true,
  },
];
