import { TRANSFER_TYPES } from '#filecoin/actors/transfers.ts';
import {
  accountDetailSchema,
  accountEventsSchema,
  accountMessagesSchema,
  accountTransfersSchema,
  balanceStatsSchema,
} from '#explorer/account/schema.ts';
import { GRID, PAGING, SAMPLING, type Endpoint } from './endpoint.ts';

export const ADDRESS_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/address/{address}',
    tag: 'address',
    summary: 'An account of any kind',
    part: 'address',
    query: ['height'],
    schema: accountDetailSchema,
    read: (explorer, part, query) => explorer.account.get(part, query),
  },
  {
    path: '/address/{address}/messages',
    tag: 'address',
    summary: 'Messages that an account sent or received, newest first',
    part: 'address',
    query: [...PAGING, 'method'],
    schema: accountMessagesSchema,
    rows: 'messages',
    read: (explorer, part, query) => explorer.account.messages(part, query),
  },
  {
    path: '/address/{address}/transfers',
    tag: 'address',
    summary: "Movements of an account's balance, newest first",
    description:
      'What moved no FIL has no row: a message without value, or one that failed, may be here by its fees only.',
    part: 'address',
    query: [...PAGING, 'type'],
    choices: { type: TRANSFER_TYPES },
    schema: accountTransfersSchema,
    rows: 'transfers',
    read: (explorer, part, query) => explorer.account.transfers(part, query),
  },
  {
    path: '/address/{address}/events',
    tag: 'address',
    summary: 'Events that an actor emitted, newest first',
    part: 'address',
    query: PAGING,
    schema: accountEventsSchema,
    rows: 'eventLogs',
    read: (explorer, part, query) => explorer.account.events(part, query),
  },
  {
    path: '/address/{address}/balance-stats',
    tag: 'address',
    summary: 'Balance over time, of storage providers with its parts',
    description: `${GRID} Balances are carried on between changes, 0 before the account existed.`,
    part: 'address',
    query: SAMPLING,
    schema: balanceStatsSchema,
    rows: '',
    read: (explorer, part, query) => explorer.account.balanceStats(part, query),
  },
];
