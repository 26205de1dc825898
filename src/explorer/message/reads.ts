/** Messages, by CID or Ethereum hash. */
import { outcome, TIMES, VALUES } from '../narrowing.ts';
import { block, method, PAGING } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { begun, defineRead } from '../read.ts';
import { SEARCHES } from '../searched.ts';
import type { View } from '../view.ts';
import type { Trx } from '#store/store.ts';
import { subcallsSchema } from './callSchema.ts';
import { messageEvents } from './events.ts';
import { messageEventsSchema } from './eventSchema.ts';
import { findMessage, isFinalMessage, type FoundMessage } from './find.ts';
import { getMessage, hasSettled, isSettled, othersOf } from './get.ts';
import { askedRows, listMessages } from './list.ts';
import {
  messageDetailSchema,
  messageListSchema,
  messageOthersSchema,
  type MessageDetail,
} from './schema.ts';
import { callNoContract, messageSubcalls } from './subcalls.ts';
import { findWhole, type WholeMessage } from './whole.ts';

/** The message that is asked for: all of it hangs on that. */
const asked = (db: Trx, { cid }: { cid: string }): Promise<FoundMessage> =>
  findMessage({ db }, cid);
const askedWhole = (db: Trx, { cid }: { cid: string }): Promise<WholeMessage> =>
  findWhole({ db }, cid);

/** What waits, or was replaced, changes without a new head. */
async function told(view: View, found: WholeMessage, included?: string): Promise<MessageDetail> {
  const message = await getMessage(view, found, { block: included });
  const { status, replaced } = message;
  view.fresh = status === 'pending' || status === 'dropped' || replaced === true;
  return message;
}

/**
 * What a message did changes no more once it is final (`View.final`), but for how contracts' part of it
 * is read: one may be verified any time.
 */
export const messageReads = {
  list: defineRead({
    path: '/message/list',
    tag: 'message',
    summary: 'Executed messages, newest first',
    description: `Days, heights and the method narrow the list exactly. By value or status it is searched, ${SEARCHES}`,
    params: { ...PAGING, method, ...TIMES, ...VALUES, status: outcome },
    schema: messageListSchema,
    rows: 'messages',
    empty: () => ({ totalCount: 0, messages: [], methods: [], next: null }),
    ...begun(askedRows, listMessages),
  }),
  /** `block`: one of the blocks that include it. */
  get: defineRead({
    path: '/message/{cid}',
    tag: 'message',
    summary: 'A message and what it did',
    params: { cid: PARTS.message, block },
    schema: messageDetailSchema,
    ...begun(askedWhole, (view, found, { block }: { cid: string; block?: string | undefined }) =>
      told(view, found, block),
    ),
  }),
  others: defineRead({
    path: '/message/{cid}/others',
    tag: 'message',
    summary: 'Gas, fees, parameters and return value of a message',
    params: { cid: PARTS.message },
    schema: messageOthersSchema,
    ...begun(askedWhole, async (view, found) => {
      const message = await getMessage(view, found);
      const others = othersOf(message);
      view.final = hasSettled(message) && isSettled(others);
      return others;
    }),
  }),
  events: defineRead({
    path: '/message/{cid}/events',
    tag: 'message',
    summary: 'Events that a message emitted',
    params: { cid: PARTS.message },
    schema: messageEventsSchema,
    rows: '',
    ...begun(asked, async (view, found) => {
      const events = await messageEvents(view, found);
      view.final = isFinalMessage(view, found) && events.every(({ topics }) => topics.length === 0);
      return events;
    }),
  }),
  transfers: defineRead({
    path: '/message/{cid}/transfers',
    tag: 'message',
    summary: 'Movements of FIL that a message caused, as many as its own answer carries',
    params: { cid: PARTS.message },
    schema: messageDetailSchema.shape.transfers,
    rows: '',
    ...begun(askedWhole, async (view, found) => (await told(view, found)).transfers),
  }),
  tokenTransfers: defineRead({
    path: '/message/{cid}/token-transfers',
    tag: 'message',
    summary: 'Transfers of tokens that a message caused, as many as its own answer carries',
    params: { cid: PARTS.message },
    schema: messageDetailSchema.shape.tokenTransfers,
    rows: '',
    ...begun(askedWhole, async (view, found) => (await told(view, found)).tokenTransfers),
  }),
  subcalls: defineRead({
    path: '/message/{cid}/subcalls',
    tag: 'message',
    summary: 'Calls that a message made, as a tree',
    params: { cid: PARTS.message },
    schema: subcallsSchema,
    rows: '',
    ...begun(asked, async (view, found) => {
      const calls = await messageSubcalls(view, found);
      view.final = isFinalMessage(view, found) && callNoContract(calls);
      return calls;
    }),
  }),
};
