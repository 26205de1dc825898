/** Accounts, by any form of an address. */
import { TRANSFER_TYPES } from '#filecoin/actors/transfers.ts';
import { NARROWED, outcome } from '../narrowing.ts';
import { GRID, height, method, PAGING, sampling, transferType } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { SEARCHES } from '../searched.ts';
import { balanceStats } from './balance.ts';
import { accountEvents } from './events.ts';
import { getAccount } from './get.ts';
import { accountMessages } from './lists.ts';
import {
  accountDetailSchema,
  accountEventsSchema,
  accountMessagesSchema,
  accountTransfersSchema,
  balanceStatsSchema,
} from './schema.ts';
import { accountTransfers } from './transfers.ts';

const SEARCHED = `Days, heights and the method or type narrow the list exactly. By counterparty, value or status it is searched, ${SEARCHES}`;

export const accountReads = {
  get: defineRead({
    path: '/address/{address}',
    tag: 'address',
    summary: 'An account of any kind',
    params: { address: PARTS.address, height },
    schema: accountDetailSchema,
    read: (view, asked) => getAccount(view, asked.address, asked.height),
  }),
  messages: defineRead({
    path: '/address/{address}/messages',
    tag: 'address',
    summary: 'Messages that an account sent or received, newest first',
    description: SEARCHED,
    params: { address: PARTS.sender, ...PAGING, method, ...NARROWED, status: outcome },
    schema: accountMessagesSchema,
    rows: 'messages',
    read: (view, { address, ...asked }) => accountMessages(view, address, asked),
  }),
  transfers: defineRead({
    path: '/address/{address}/transfers',
    tag: 'address',
    summary: "Movements of an account's balance, newest first",
    description: `What moved no FIL has no row: a message without value, or one that failed, may be here by its fees only. Values are compared without their signs; of the old type \`fee\` by the burn alone. ${SEARCHED}`,
    params: {
      address: PARTS.address,
      ...PAGING,
      type: transferType(TRANSFER_TYPES, 'badTransferType'),
      ...NARROWED,
    },
    schema: accountTransfersSchema,
    rows: 'transfers',
    read: (view, { address, ...asked }) => accountTransfers(view, address, asked),
  }),
  events: defineRead({
    path: '/address/{address}/events',
    tag: 'address',
    summary: 'Events that an actor emitted, newest first',
    params: { address: PARTS.emitter, ...PAGING },
    schema: accountEventsSchema,
    rows: 'eventLogs',
    read: (view, { address, ...page }) => accountEvents(view, address, page),
  }),
  balanceStats: defineRead({
    path: '/address/{address}/balance-stats',
    tag: 'address',
    summary: 'Balance over time, of storage providers with its parts',
    description: `${GRID} Balances are carried on between changes, 0 before the account existed.`,
    params: { address: PARTS.address, ...sampling() },
    schema: balanceStatsSchema,
    rows: '',
    read: (view, { address, ...grid }) => balanceStats(view, address, grid),
  }),
};
