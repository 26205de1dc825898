import { methodId } from '#filecoin/actors/methods.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import type { MessagePageInput } from '../parameters.ts';
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
import { LISTED_COLUMNS, listItems, type ListedRow } from './rows.ts';
import type { MessageList } from './schema.ts';

const executedIn = statement((db, { from, to }: Places<{ from: number; to: number }>) =>
  db
    .selectFrom('execution')
    .select(LISTED_COLUMNS)
    .where('seq', '>=', from)
    .where('seq', '<', to)
    .orderBy('seq', 'desc')
    .compile(),
);

export type MessageListInput = MessagePageInput & Times & Values & { status: Outcome | null };

/** Executed messages of the whole index, newest first; all, or those that were asked for. */
export async function listMessages(view: View, input: MessageListInput): Promise<MessageList> {
  const request = await parsePaging(view, input);
  const all = allOf(view);
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
function allOf(view: View): RowList<ListedRow> {
  const { db } = view;
  const below = (place: Place) => seqOf(view, place);
  const own = () => db.selectFrom('execution').select(LISTED_COLUMNS).orderBy('seq', 'desc');
  return {
    total: view.messages,
    below,
    wholeBelow: below,
    async heightAt(seq) {
      return (await own().where('seq', '=', seq).executeTakeFirstOrThrow()).height;
    },
    rows: (slice) => executedIn(db, slice),
    async matching({ from, to }, condition) {
      const { rows } = await sql<{ seq: number }>`
        select seq from execution where seq >= ${from} and seq < ${to} and ${condition}
        order by seq desc`.execute(db);
      return rows.map(({ seq }) => seq);
    },
    at: (seqs) =>
      own()
        .where('seq', '=', sql<number>`any(${seqs}::int8[])`)
        .execute(),
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
    rows: ({ from, to }) =>
      own
        .innerJoin('execution as e', 'e.seq', 'l.seq')
        .select(LISTED_COLUMNS.map((column) => `e.${column}` as const))
        .where('l.ord', '>=', from)
        .where('l.ord', '<', to)
        .orderBy('l.ord', 'desc')
        .execute(),
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
