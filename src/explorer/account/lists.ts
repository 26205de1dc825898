import { methodId } from '#filecoin/actors/methods.ts';
import { sql, type RawBuilder } from 'kysely';
import type { MessagePageInput } from '../parameters.ts';
import { LISTED_COLUMNS, listItems, type ListedRow } from '../message/rows.ts';
import { accountMethods, methodNames } from '../methods.ts';
import {
  heightsOf,
  otherOf,
  statusIs,
  valueWithin,
  type Narrowed,
  type Outcome,
} from '../narrowing.ts';
import { parsePaging, seqOf, sliceOf, startOf, type PageRequest } from '../paging.ts';
import { narrowedPage, type RowList } from '../searched.ts';
import type { View } from '../view.ts';
import { findAccount, type Found } from './find.ts';
import { messageList, messagesBefore } from './messageList.ts';
import type { AccountMessages } from './schema.ts';

/** Failed messages of and to an address without an actor: so many of them are listed. */
const MAX_FAILED = 1000;

export interface MessageNarrowed extends Narrowed {
  status: Outcome | null;
}
export type AccountMessagesInput = MessagePageInput & MessageNarrowed;

/** Messages that an account sent or received, newest first; all, or those that were asked for. */
export async function accountMessages(
  view: View,
  text: string,
  input: AccountMessagesInput,
): Promise<AccountMessages> {
  const request = await parsePaging(view, input);
  const method = input.method === null ? null : methodId(input.method);
  const { address, actor } = await findAccount(view, text);
  const other = await otherOf(view, input.counterparty);
  if (!actor) return failedOf(view, address, request, { ...input, method, other });
  const own = await messageList(view, actor, method);
  const list = await shorter(view, own, other, method);
  const conditions = conditionsOf(input, { address, actor }, other);
  const methodsAt = async () =>
    accountMethods(
      view,
      actor.id,
      request.pinned && (await messagesBefore(view, actor, request.pinned)),
    );
  const [{ total, rows, more, searched }, methods] = await Promise.all([
    narrowedPage(view, request, list, { within: heightsOf(view, input), conditions }),
    methodsAt(),
  ]);
  const { items, cursor } = await listItems(view, rows, methods);
  return {
    totalCount: total,
    messages: items,
    methods: [...methods.values()],
    ...(searched && { searched }),
    next: more ? cursor : (searched?.next ?? null),
  };
}

/** What two accounts sent each other stands in both's lists: the shorter one is searched. */
async function shorter(
  view: View,
  own: RowList<ListedRow>,
  other: Found | null,
  method: number | null,
): Promise<RowList<ListedRow>> {
  if (!other?.actor) return own;
  const theirs = await messageList(view, other.actor, method);
  return theirs.total < own.total ? theirs : own;
}

function conditionsOf(
  input: MessageNarrowed,
  self: Found,
  other: Found | null,
): RawBuilder<unknown>[] {
  const isEnd = (end: 'from' | 'to', { address, actor }: Found): RawBuilder<unknown> =>
    actor
      ? sql`${sql.ref(`${end}_id`)} = ${actor.id}`
      : sql`(${sql.ref(`${end}_id`)} is null and ${sql.ref(`${end}_addr`)} = ${address})`;
  const between = (from: Found, to: Found) => sql`(${isEnd('from', from)} and ${isEnd('to', to)})`;
  return [
    ...(other === null ? [] : [sql`(${between(self, other)} or ${between(other, self)})`]),
    ...valueWithin(sql`value`, input),
    ...statusIs(input.status),
  ];
}

/** Messages of and to an address that no actor has: those it sent were refused, the others failed. */
async function failedOf(
  view: View,
  address: Uint8Array,
  request: PageRequest,
  asked: MessageNarrowed & { method: number | null; other: Found | null },
): Promise<AccountMessages> {
  const { method, other } = asked;
  const { from, to } = heightsOf(view, asked);
  const [pinned, first, end] = await Promise.all([
    request.pinned && seqOf(view, request.pinned),
    from === null ? null : seqOf(view, startOf(from)),
    to === null ? null : seqOf(view, startOf(to + 1)),
  ]);
  const conditions = [
    ...conditionsOf(asked, { address, actor: null }, other),
    ...(method === null ? [] : [sql`method_id = ${method}`]),
    ...(first === null ? [] : [sql`seq >= ${first}`]),
    ...(end === null ? [] : [sql`seq < ${end}`]),
  ];
  const newestOf = (end: 'from' | 'to'): Promise<ListedRow[]> =>
    view.db
      .selectFrom((db) =>
        db
          .selectFrom('execution')
          .select(LISTED_COLUMNS)
          .where(`${end}_addr`, '=', address)
          .where(`${end}_id`, 'is', null)
          .$if(pinned !== null, (query) => query.where('seq', '<', pinned ?? 0))
          .orderBy('seq', 'desc')
          .limit(MAX_FAILED)
          .as('newest'),
      )
      .selectAll()
      .where(sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`)
      .execute();
  const found = (await Promise.all([newestOf('from'), newestOf('to')])).flat();
  // One that it sent to itself is found twice.
  const once = [...new Map(found.map((row) => [row.seq, row])).values()];
  const oldestFirst = once.sort((a, b) => a.seq - b.seq).slice(-MAX_FAILED);
  const slice = await sliceOf(request, oldestFirst.length, async (place) => {
    const seq = await seqOf(view, place);
    return oldestFirst.filter((row) => row.seq < seq).length;
  });
  const rows = oldestFirst.slice(slice.from, slice.to).reverse();
  const methods = await methodNames(
    view,
    oldestFirst.map((row) => row.method_id),
  );
  const { items, cursor } = await listItems(view, rows, methods);
  return {
    totalCount: slice.total,
    messages: items,
    methods: [...methods.values()],
    next: slice.more ? cursor : null,
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
  const rows = (await Promise.all([seqsOf('from'), seqsOf('to')])).flat();
  return Math.min(MAX_FAILED, new Set(rows.map(({ seq }) => seq)).size);
}
