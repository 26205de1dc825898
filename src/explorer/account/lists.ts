import { methodId } from '#filecoin/actors/methods.ts';
import { sql } from 'kysely';
import type { MessagePageInput } from '../parameters.ts';
import { LISTED_COLUMNS, listItems, type ListedRow } from '../message/rows.ts';
import { accountMethods, methodNames } from '../methods.ts';
import {
  countBefore,
  parsePaging,
  seqOf,
  sliceOf,
  type PageRequest,
  type Place,
  type Slice,
} from '../paging.ts';
import type { View } from '../view.ts';
import { findAccount, type ActorRow } from './find.ts';
import type { AccountMessages } from './schema.ts';

/** Failed messages of and to an address without an actor: so many of them are listed. */
const MAX_FAILED = 1000;

/** Messages that an account sent or received, newest first; all, or those of one method. */
export async function accountMessages(
  view: View,
  text: string,
  input: MessagePageInput,
): Promise<AccountMessages> {
  const request = await parsePaging(view, input);
  const method = input.method === null ? null : methodId(input.method);
  const { address, actor } = await findAccount(view, text);
  if (!actor) return failedOf(view, address, request, method);
  const { slice, rows } =
    method === null
      ? await allOf(view, actor, request)
      : await ofMethod(view, actor, request, method);
  const before = request.pinned && (await messagesBefore(view, actor, request.pinned));
  const methods = await accountMethods(view, actor.id, before);
  const { items, cursor } = await listItems(view, rows, methods);
  return {
    totalCount: slice.total,
    messages: items,
    methods: [...methods.values()],
    next: slice.from > 0 ? cursor : null,
  };
}

interface Part {
  slice: Slice;
  rows: ListedRow[];
}

async function messagesBefore(view: View, actor: ActorRow, place: Place): Promise<number> {
  const seq = await seqOf(view, place);
  return countBefore(view, {
    table: 'account_message',
    ord: 'ord',
    list: sql`actor_id = ${actor.id}`,
    isBefore: sql`seq < ${seq}`,
    total: actor.message_count,
  });
}

async function allOf(view: View, actor: ActorRow, request: PageRequest): Promise<Part> {
  const slice = await sliceOf(request, actor.message_count, (place) =>
    messagesBefore(view, actor, place),
  );
  const rows = await view.db
    .selectFrom('account_message')
    .select(LISTED_COLUMNS)
    .where('actor_id', '=', actor.id)
    .where('ord', '>=', slice.from)
    .where('ord', '<', slice.to)
    .orderBy('ord', 'desc')
    .execute();
  return { slice, rows };
}

async function ofMethod(
  view: View,
  actor: ActorRow,
  request: PageRequest,
  method: number,
): Promise<Part> {
  const known = await view.db
    .selectFrom('account_method')
    .select('count')
    .where('actor_id', '=', actor.id)
    .where('method_id', '=', method)
    .executeTakeFirst();
  const total = known?.count ?? 0;
  const slice = await sliceOf(request, total, async (place) =>
    countBefore(view, {
      table: 'account_method_message',
      ord: 'ord',
      list: sql`actor_id = ${actor.id} and method_id = ${method}`,
      isBefore: sql`account_ord < ${await messagesBefore(view, actor, place)}`,
      total,
    }),
  );
  const rows = await view.db
    .selectFrom('account_method_message as l')
    .innerJoin('account_message as a', (join) =>
      join.onRef('a.actor_id', '=', 'l.actor_id').onRef('a.ord', '=', 'l.account_ord'),
    )
    .select(LISTED_COLUMNS.map((column) => `a.${column}` as const))
    .where('l.actor_id', '=', actor.id)
    .where('l.method_id', '=', method)
    .where('l.ord', '>=', slice.from)
    .where('l.ord', '<', slice.to)
    .orderBy('l.ord', 'desc')
    .execute();
  return { slice, rows };
}

/** Messages of and to an address that no actor has: those it sent were refused, the others failed. */
async function failedOf(
  view: View,
  address: Uint8Array,
  request: PageRequest,
  method: number | null,
): Promise<AccountMessages> {
  const pinned = request.pinned && (await seqOf(view, request.pinned));
  const newestOf = (end: 'from' | 'to'): Promise<ListedRow[]> =>
    view.db
      .selectFrom('execution')
      .select([...LISTED_COLUMNS])
      .where(`${end}_addr`, '=', address)
      .where(`${end}_id`, 'is', null)
      .$if(pinned !== null, (query) => query.where('seq', '<', pinned ?? 0))
      .$if(method !== null, (query) => query.where('method_id', '=', method ?? 0))
      .orderBy('seq', 'desc')
      .limit(MAX_FAILED)
      .execute();
  const found = [...(await newestOf('from')), ...(await newestOf('to'))];
  // One that it sent to itself is found twice.
  const once = [...new Map(found.map((row) => [row.seq, row])).values()];
  const oldestFirst = once.sort((a, b) => a.seq - b.seq).slice(-MAX_FAILED);
  const slice = await sliceOf(request, oldestFirst.length, async (place) => {
    const seq = await seqOf(view, place);
    return oldestFirst.filter((row) => row.seq < seq).length;
  });
  const rows = oldestFirst.slice(slice.from, slice.to).reverse();
  const { items, cursor } = await listItems(view, rows, new Map());
  const methods = await methodNames(
    view,
    oldestFirst.map((row) => row.method_id),
  );
  return {
    totalCount: slice.total,
    messages: items,
    methods: [...methods.values()],
    next: slice.from > 0 ? cursor : null,
  };
}

/** How many messages failed or were refused because nobody has the address; at most 1,000. */
export async function countFailedOf({ db }: View, address: Uint8Array): Promise<number> {
  const seqsOf = (end: 'from' | 'to') =>
    db
      .selectFrom('execution')
      .select('seq')
      .where(`${end}_addr`, '=', address)
      .where(`${end}_id`, 'is', null)
      .limit(MAX_FAILED)
      .execute();
  const rows = [...(await seqsOf('from')), ...(await seqsOf('to'))];
  return Math.min(MAX_FAILED, new Set(rows.map(({ seq }) => seq)).size);
}
