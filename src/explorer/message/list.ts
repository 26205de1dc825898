import { methodId } from '#filecoin/actors/methods.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import type { Trx } from '#store/store.ts';
import { askedPage, type MessagePageInput } from '../parameters.ts';
import { allMethods } from '../methods.ts';
import {
  heightsOf,
  statusIs,
  valueWithin,
  type Outcome,
  type Times,
  type Values,
} from '../narrowing.ts';
import { countBefore, parsePaging, seqOf, type Place } from '../paging.ts';
import { narrowedPage, type RowList } from '../searched.ts';
import type { View } from '../view.ts';
import { listItems, wholeRows, type ListedRow, type WholeRow } from './rows.ts';
import type { MessageList } from './schema.ts';

const executed = statement((db, { seqs }: Places<{ seqs: readonly number[] }>) =>
  wholeRows(sql`${seqs}::int8[]`).compile(db),
);

/** As many rows after as many others, of as many as there are. */
const newest = statement((db, { size, skip }: Places<{ size: number; skip: number }>) =>
  wholeRows(sql`array(
    select generate_series(value - ${skip}::int8 - ${size}::int8, value - ${skip}::int8 - 1)
    from counter where key = 'messages'
  )`).compile(db),
);

const ofMethodIn = statement(
  (db, { method, from, to }: Places<{ method: number; from: number; to: number }>) =>
    wholeRows(sql`array(
      select seq from method_message where method_id = ${method} and ord >= ${from} and ord < ${to}
    )`).compile(db),
);

export type MessageListInput = MessagePageInput & Times & Values & { status: Outcome | null };

/** The rows of an answer that are known before anything of the index is; null where they are not. */
export async function askedRows(db: Trx, input: MessageListInput): Promise<WholeRow[] | null> {
  const { size, skip } = askedPage(input);
  const { pageSize: _size, page: _page, ...narrowed } = input;
  const all = Object.values(narrowed).every((value) => (value ?? '') === '');
  return all && Number.isSafeInteger(skip) ? newest(db, { size, skip }) : null;
}

/**
 * Executed messages of the whole index, newest first; all, or those that were asked for.
 * @param asked what `askedRows` found
 */
export async function listMessages(
  view: View,
  asked: readonly WholeRow[] | null,
  input: MessageListInput,
): Promise<MessageList> {
  const request = await parsePaging(view, input);
  const all = allOf(view, asked);
  const list = input.method === null ? all : await ofMethod(view, methodId(input.method), all);
  const [{ total, rows, more, searched }, methods] = await Promise.all([
    narrowedPage(view, request, list, {
      within: heightsOf(view, input),
      conditions: [...valueWithin(sql`value`, input), ...statusIs(input.status)],
    }),
    allMethods(view),
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

/** Their ordinals are their `seq`. */
function allOf(view: View, asked: readonly WholeRow[] | null): RowList<ListedRow> {
  const { db } = view;
  const below = (place: Place) => seqOf(view, place);
  return {
    total: view.messages,
    below,
    wholeBelow: below,
    async heightAt(seq) {
      const own = db.selectFrom('execution').select('height').where('seq', '=', seq);
      return (await own.executeTakeFirstOrThrow()).height;
    },
    rows: async ({ from, to }) =>
      asked === null
        ? executed(db, { seqs: Array.from({ length: to - from }, (_, i) => from + i) })
        : [...asked],
    async matching({ from, to }, condition) {
      const { rows } = await sql<{ seq: number }>`
        select seq from execution where seq >= ${from} and seq < ${to} and ${condition}
        order by seq desc`.execute(db);
      return rows.map(({ seq }) => seq);
    },
    at: (seqs) => executed(db, { seqs }),
  };
}

async function ofMethod(
  view: View,
  method: number,
  all: RowList<ListedRow>,
): Promise<RowList<ListedRow>> {
  const { db } = view;
  const known = await db
    .selectFrom('method')
    .select('count')
    .where('id', '=', method)
    .executeTakeFirst();
  const total = known?.count ?? 0;
  const own = db.selectFrom('method_message as l').where('l.method_id', '=', method);
  return {
    ...all,
    total,
    below: async (place) =>
      countBefore(view, {
        table: 'method_message',
        ord: 'ord',
        list: sql`method_id = ${method}`,
        isBefore: sql`seq < ${await seqOf(view, place)}`,
        total,
      }),
    async heightAt(ordinal) {
      const { seq } = await own
        .select('l.seq')
        .where('l.ord', '=', ordinal)
        .executeTakeFirstOrThrow();
      return all.heightAt(seq);
    },
    rows: ({ from, to }) => ofMethodIn(db, { method, from, to }),
    async matching({ from, to }, condition) {
      // A row is looked up for each: a join might go through all of a long list.
      const { rows } = await sql<{ seq: number }>`
        select e.seq from method_message l, lateral (
          select seq from execution where seq = l.seq and ${condition} offset 0
        ) e
        where l.method_id = ${method} and l.ord >= ${from} and l.ord < ${to}
        order by l.ord desc`.execute(db);
      return rows.map(({ seq }) => seq);
    },
  };
}
