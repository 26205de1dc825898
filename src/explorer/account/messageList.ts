/** The list of an account's messages, and those of its messages that have one method. */
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import { LISTED_COLUMNS, type ListedRow } from '../message/rows.ts';
import { countBefore, seqOf, type Place } from '../paging.ts';
import type { RowList } from '../searched.ts';
import type { View } from '../view.ts';
import type { ActorRow } from './find.ts';

/** How many of an account's messages are before a place. */
export async function messagesBefore(view: View, owner: ActorRow, place: Place): Promise<number> {
  const seq = await seqOf(view, place);
  return countBefore(view, {
    table: 'account_message',
    ord: 'ord',
    list: sql`actor_id = ${owner.id}`,
    isBefore: sql`seq < ${seq}`,
    total: owner.message_count,
  });
}

/** `method`: null for all. */
export async function messageList(
  view: View,
  owner: ActorRow,
  method: number | null,
): Promise<RowList<ListedRow>> {
  const all = allOf(view, owner);
  return method === null ? all : ofMethod(view, owner, method, all);
}

const newestOf = statement(
  (db, { id, from, to }: Places<{ id: number; from: number; to: number }>) =>
    db
      .selectFrom('account_message')
      .select(LISTED_COLUMNS)
      .where('actor_id', '=', id)
      .where('ord', '>=', from)
      .where('ord', '<', to)
      .orderBy('ord', 'desc')
      .compile(),
);

function allOf(view: View, owner: ActorRow): RowList<ListedRow> {
  const { db } = view;
  const below = (place: Place) => messagesBefore(view, owner, place);
  const own = () =>
    db
      .selectFrom('account_message')
      .select(LISTED_COLUMNS)
      .where('actor_id', '=', owner.id)
      .orderBy('ord', 'desc');
  return {
    total: owner.message_count,
    below,
    wholeBelow: below,
    async heightAt(ordinal) {
      return (await own().where('ord', '=', ordinal).executeTakeFirstOrThrow()).height;
    },
    rows: ({ from, to }) => newestOf(db, { id: owner.id, from, to }),
    async matching({ from, to }, condition) {
      const { rows } = await sql<{ ord: number }>`
        select ord from account_message
        where actor_id = ${owner.id} and ord >= ${from} and ord < ${to} and ${condition}
        order by ord desc`.execute(db);
      return rows.map(({ ord }) => ord);
    },
    at: (ordinals) =>
      own()
        .where('ord', '=', sql<number>`any(${ordinals}::int8[])`)
        .execute(),
  };
}

async function ofMethod(
  view: View,
  owner: ActorRow,
  method: number,
  all: RowList<ListedRow>,
): Promise<RowList<ListedRow>> {
  const { db } = view;
  const known = await db
    .selectFrom('account_method')
    .select('count')
    .where('actor_id', '=', owner.id)
    .where('method_id', '=', method)
    .executeTakeFirst();
  const total = known?.count ?? 0;
  const own = db
    .selectFrom('account_method_message as l')
    .where('l.actor_id', '=', owner.id)
    .where('l.method_id', '=', method);
  return {
    ...all,
    total,
    below: async (place) =>
      countBefore(view, {
        table: 'account_method_message',
        ord: 'ord',
        list: sql`actor_id = ${owner.id} and method_id = ${method}`,
        isBefore: sql`account_ord < ${await all.wholeBelow(place)}`,
        total,
      }),
    async heightAt(ordinal) {
      const { account_ord } = await own
        .select('l.account_ord')
        .where('l.ord', '=', ordinal)
        .executeTakeFirstOrThrow();
      return all.heightAt(account_ord);
    },
    rows: ({ from, to }) =>
      own
        .innerJoin('account_message as a', (join) =>
          join.onRef('a.actor_id', '=', 'l.actor_id').onRef('a.ord', '=', 'l.account_ord'),
        )
        .select(LISTED_COLUMNS.map((column) => `a.${column}` as const))
        .where('l.ord', '>=', from)
        .where('l.ord', '<', to)
        .orderBy('l.ord', 'desc')
        .execute(),
    async matching({ from, to }, condition) {
      // A row is looked up for each: a join might go through all of a long list.
      const { rows } = await sql<{ ord: number }>`
        select a.ord from account_method_message l, lateral (
          select ord from account_message
          where actor_id = ${owner.id} and ord = l.account_ord and ${condition} offset 0
        ) a
        where l.actor_id = ${owner.id} and l.method_id = ${method}
          and l.ord >= ${from} and l.ord < ${to}
        order by l.ord desc`.execute(db);
      return rows.map(({ ord }) => ord);
    },
  };
}
