/** The list of an account's transfers, and those of its transfers that have some types. */
import { sql } from 'kysely';
import { countBefore, countsBefore, type Place, type Span } from '../paging.ts';
import type { RowList } from '../searched.ts';
import type { View } from '../view.ts';
import type { ActorRow } from './find.ts';

const COLUMNS = [
  'height',
  'position',
  'timestamp',
  'cid',
  'type',
  'from_id',
  'to_id',
  'shown_to_id',
  'value',
] as const;

export interface TransferRow {
  height: number;
  position: number;
  timestamp: number;
  cid: Uint8Array | null;
  type: number;
  from_id: number;
  to_id: number;
  shown_to_id: number | null;
  value: string;
}

export interface TypeCount {
  type: number;
  count: number;
}

/** `types`: one, or two that are read as if they were one list; null for all. */
export function transferList(
  view: View,
  owner: ActorRow,
  types: readonly TypeCount[] | null,
): RowList<TransferRow> {
  const all = allOf(view, owner);
  return types === null ? all : ofTypes(view, owner, types, all);
}

function allOf(view: View, owner: ActorRow): RowList<TransferRow> {
  const { db } = view;
  const below = (place: Place): Promise<number> =>
    countBefore(view, {
      table: 'account_transfer',
      ord: 'ord',
      list: sql`actor_id = ${owner.id}`,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total: owner.transfer_count,
    });
  const own = db
    .selectFrom('account_transfer')
    .select(COLUMNS)
    .where('actor_id', '=', owner.id)
    .orderBy('ord', 'desc');
  return {
    total: owner.transfer_count,
    below,
    wholeBelow: below,
    async heightAt(ordinal) {
      return (await own.where('ord', '=', ordinal).executeTakeFirstOrThrow()).height;
    },
    rows: ({ from, to }) => own.where('ord', '>=', from).where('ord', '<', to).execute(),
    async matching({ from, to }, condition) {
      const { rows } = await sql<{ ord: number }>`
        select ord from account_transfer
        where actor_id = ${owner.id} and ord >= ${from} and ord < ${to} and ${condition}
        order by ord desc`.execute(db);
      return rows.map(({ ord }) => ord);
    },
    at: (ordinals) => own.where('ord', '=', sql<number>`any(${ordinals}::int8[])`).execute(),
  };
}

function ofTypes(
  view: View,
  owner: ActorRow,
  types: readonly TypeCount[],
  all: RowList<TransferRow>,
): RowList<TransferRow> {
  const { db } = view;
  const total = types.reduce((sum, { count }) => sum + count, 0);
  return {
    ...all,
    total,
    async below(place) {
      const older = await typesBefore(view, owner, types, await all.wholeBelow(place));
      return older.reduce((sum, { count }) => sum + count, 0);
    },
    async heightAt(ordinal) {
      const parts = await partsOf(view, owner, types, { from: ordinal, to: total });
      const first = await db
        .selectFrom('account_type_transfer')
        .select('account_ord')
        .where('actor_id', '=', owner.id)
        .where(({ and, eb, or }) =>
          or(parts.map(({ type, from }) => and([eb('type', '=', type), eb('ord', '=', from)]))),
        )
        .execute();
      return all.heightAt(Math.min(...first.map(({ account_ord }) => account_ord)));
    },
    async rows(span) {
      const parts = await partsOf(view, owner, types, span);
      const rows = await Promise.all(
        parts.map(({ type, from, to }) =>
          db
            .selectFrom('account_type_transfer as l')
            .innerJoin('account_transfer as a', (join) =>
              join.onRef('a.actor_id', '=', 'l.actor_id').onRef('a.ord', '=', 'l.account_ord'),
            )
            .select(COLUMNS.map((column) => `a.${column}` as const))
            .select('l.account_ord')
            .where('l.actor_id', '=', owner.id)
            .where('l.type', '=', type)
            .where('l.ord', '>=', from)
            .where('l.ord', '<', to)
            .orderBy('l.ord', 'desc')
            .execute(),
        ),
      );
      return rows.flat().toSorted((a, b) => b.account_ord - a.account_ord);
    },
    async matching(span, condition) {
      const found: number[] = [];
      for (const { type, from, to } of await partsOf(view, owner, types, span)) {
        // A row is looked up for each: a join might go through all of a long list.
        const { rows } = await sql<{ ord: number }>`
          select a.ord from account_type_transfer l, lateral (
            select ord from account_transfer
            where actor_id = ${owner.id} and ord = l.account_ord and ${condition} offset 0
          ) a
          where l.actor_id = ${owner.id} and l.type = ${type}
            and l.ord >= ${from} and l.ord < ${to}
          order by l.ord desc`.execute(db);
        found.push(...rows.map(({ ord }) => ord));
      }
      return found.sort((a, b) => b - a);
    },
  };
}

interface TypeSpan extends Span {
  type: number;
}

/** What a part of one type's list, or of two lists as if they were one, has of each. */
async function partsOf(
  view: View,
  owner: ActorRow,
  [first, second]: readonly TypeCount[],
  { from, to }: Span,
): Promise<TypeSpan[]> {
  if (first === undefined) return [];
  if (second === undefined) return [{ type: first.type, from, to }];
  const lists = [first, second] as const;
  const upper = await shareOf(view, owner, lists, to, { from: 0, to: first.count });
  const lower = await shareOf(view, owner, lists, from, { from: upper - (to - from), to: upper });
  return [
    { type: first.type, from: lower, to: upper },
    { type: second.type, from: from - lower, to: to - upper },
  ].filter((part) => part.from < part.to);
}

/**
 * How many of the oldest `all` rows of two lists are the first one's, where it is known between which
 * figures: by halving, so that a page far back costs few look-ups more than the newest.
 */
async function shareOf(
  { db }: View,
  owner: ActorRow,
  [a, b]: readonly [TypeCount, TypeCount],
  all: number,
  { from, to }: Span,
): Promise<number> {
  let low = Math.max(0, all - b.count, from);
  let high = Math.min(all, a.count, to);
  while (low < high) {
    const half = Math.floor((low + high) / 2);
    const found = await db
      .selectFrom('account_type_transfer')
      .select(['type', 'account_ord'])
      .where('actor_id', '=', owner.id)
      .where(({ and, eb, or }) =>
        or([
          and([eb('type', '=', a.type), eb('ord', '=', half)]),
          and([eb('type', '=', b.type), eb('ord', '=', all - half - 1)]),
        ]),
      )
      .execute();
    const at = (type: number) => found.find((row) => row.type === type)?.account_ord ?? Infinity;
    if (at(a.type) < at(b.type)) low = half + 1;
    else high = half;
  }
  return low;
}

/** Of so many of an account's transfers: how many are of each of these types, most frequent first. */
export async function typesBefore(
  view: View,
  owner: ActorRow,
  present: readonly TypeCount[],
  before: number,
): Promise<TypeCount[]> {
  const counts = await countsBefore(view, {
    table: 'account_type_transfer',
    ord: 'ord',
    list: sql`actor_id = ${owner.id} and type = halving.key`,
    isBefore: sql`account_ord < ${before}`,
    totals: new Map(present.map(({ type, count }) => [type, count])),
  });
  return present
    .map(({ type }) => ({ type, count: counts.get(type) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.type - b.type);
}
