/**
 * Deals that are verified, or that are not: no list counts them, so they are searched for, first among
 * those with ordinals, then among those that are older than the index.
 */
import type { RowOf } from '#store/schema.ts';
import { sql } from 'kysely';
import type { OrdinalList } from '../listpage.ts';
import { countBefore, cursorText, olderCursor, parsePagingToTail, type Place } from '../paging.ts';
import { narrowedPage, SEARCHED_ROWS, type RowList, type Searched } from '../searched.ts';
import { timeOf, type View } from '../view.ts';
import { listOf, type StoredInput } from './lists.ts';

type Row = RowOf<'deal'>;
type DealsOf = Omit<OrdinalList<'deal'>, 'table'>;

export interface FoundDeals {
  total: number;
  rows: Row[];
  next: string | null;
  searched: Searched | null;
}

/** Newest first. */
export async function verifiedDeals(
  view: View,
  input: StoredInput,
  verified: boolean,
): Promise<FoundDeals> {
  const request = await parsePagingToTail(view, input);
  const list = await listOf(view, 'deal', input.address);
  if (!list) return { total: 0, rows: [], next: null, searched: null };
  const of = list.total + (list.tail?.total ?? 0);
  if (request.older !== null)
    return olderDeals(view, list, verified, { behind: request.older, size: request.size, of });
  const conditions = [sql`verified = ${verified}`];
  const within = { from: null, to: null };
  const page = await narrowedPage(view, request, rowsOf(view, list), { within, conditions });
  const last = page.rows.at(-1);
  const place = last && { height: last.height ?? 0, position: last.position ?? 0 };
  const toTail = of > list.total && (page.searched?.next ?? null) === null;
  const searched = toTail
    ? searchedTo(view, page.searched?.rows ?? list.total, of, olderCursor(Number.MAX_SAFE_INTEGER))
    : page.searched && { ...page.searched, of };
  return {
    total: page.total,
    rows: page.rows,
    next: page.more && place ? cursorText(place) : (searched?.next ?? null),
    searched,
  };
}

function searchedTo(view: View, rows: number, of: number, next: string | null): Searched {
  const height = view.network.startHeight;
  return { rows, of, height, timestamp: timeOf(view.network, height), next };
}

function rowsOf(view: View, { of = sql`true`, ord = 'ord', total }: DealsOf): RowList<Row> {
  const { db } = view;
  const ordinal = sql.ref(ord);
  const read = async (range: ReturnType<typeof sql>): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      select * from deal where ${of} and ${range} order by ${ordinal} desc`.execute(db);
    return rows;
  };
  const below = ({ height, position }: Place) =>
    countBefore(view, {
      table: 'deal',
      ord,
      list: of,
      isBefore: sql`(height, position) < (${height}, ${position})`,
      total,
    });
  return {
    total,
    below,
    wholeBelow: below,
    async heightAt(at) {
      const [row] = await read(sql`${ordinal} = ${at}`);
      return row?.height ?? view.network.startHeight;
    },
    rows: ({ from, to }) => read(sql`${ordinal} >= ${from} and ${ordinal} < ${to}`),
    async matching({ from, to }, condition) {
      const { rows } = await sql<{ at: number }>`
        select ${ordinal} as at from deal
        where ${of} and ${ordinal} >= ${from} and ${ordinal} < ${to} and ${condition}
        order by ${ordinal} desc`.execute(db);
      return rows.map(({ at }) => at);
    },
    at: (ordinals) => read(sql`${ordinal} = any(${ordinals}::int8[])`),
  };
}

/** Of those that are older than the index: by their numbers, so many at a time. */
async function olderDeals(
  view: View,
  { tail }: DealsOf,
  verified: boolean,
  { behind, size, of }: { behind: number; size: number; of: number },
): Promise<FoundDeals> {
  const { rows: looked } = await sql<{ id: number; verified: boolean }>`
    select id, verified from deal
    where ${tail?.of ?? sql`false`} and id < ${behind}
    order by id desc limit ${SEARCHED_ROWS}`.execute(view.db);
  const found = looked.filter((row) => row.verified === verified).map(({ id }) => id);
  const ids = found.slice(0, size);
  const { rows } = await sql<Row>`
    select * from deal where id = any(${ids}::int8[]) order by id desc`.execute(view.db);
  const end = looked.length < SEARCHED_ROWS ? undefined : looked.at(-1);
  const on = end === undefined ? null : olderCursor(end.id);
  const last = rows.at(-1);
  return {
    total: found.length,
    rows,
    next: found.length > size && last ? olderCursor(last.id) : on,
    searched: searchedTo(view, looked.length, of, on),
  };
}
