/**
 * Lists that reorder with every head: pages of them as they were at one head, by ranges of the keys
 * that they are ordered by. Nothing is kept for it: any head of the last 900 tipsets can be read, by
 * any process, to the list's end.
 */
import { sql, type RawBuilder } from 'kysely';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import type { PastRow, WholeTable } from '#store/undo.ts';
import { BadInput } from './errors.ts';
import { rankCursor } from './paging.ts';
import { MAX_DEPTH, type PageAsked } from './parameters.ts';
import type { View, Changed, HeadView } from './view.ts';

/** At least so many rows are read at a time, as some of them have changed since. */
const LEAST = 50;

/** Where a row stands: by the first, among equals by the second, from the lowest on. */
export type OrderKey = readonly [bigint, bigint];

/** A column of an order: its largest value, and how the database reads one. */
export interface OrderColumn {
  ref: RawBuilder<unknown>;
  most: bigint;
  bind(value: bigint): string | Uint8Array;
}

export const integerColumn = (name: string): OrderColumn => column(name, 2n ** 31n - 1n);
export const idColumn = (name: string): OrderColumn => column(name, 2n ** 63n - 1n);
/** Sums of amounts of 256 bits, of as many transfers as nobody will see: a token may say any of each. */
export const amountColumn = (name: string): OrderColumn => column(name, 2n ** 320n - 1n);
export const holderColumn = (name: string): OrderColumn => bytesColumn(name, 20);
export const hashColumn = (name: string): OrderColumn => bytesColumn(name, 32);

/** Bytes, in the order of the number that they are. */
function bytesColumn(name: string, length: number): OrderColumn {
  return {
    ...column(name, 2n ** (8n * BigInt(length)) - 1n),
    bind: (value) => fromHex(value.toString(16).padStart(2 * length, '0')),
  };
}

function column(name: string, most: bigint): OrderColumn {
  return { ref: sql.ref(name), most, bind: String };
}

export interface OrderedList<T extends WholeTable, Row> {
  /** Names the list and what it is filtered by. */
  name: string;
  /** The table whose rows these are. */
  table: T;
  order: readonly [OrderColumn, OrderColumn];
  /** Whether the largest come first, equal ones from the lowest on. */
  largestFirst: boolean;
  place(row: Row): OrderKey;
  /** Key of the row in its table, as `Changed` has it. */
  keyOf(row: Row): string;
  /** The row of an image, of which `key` is as `keyOf`; null when it stood not in this list. */
  rowOf(image: PastRow<T>, key: string): Row | null;
  /** The present rows of a range, at most `limit`: in order, or a range in order after another. */
  read(view: View, range: RawBuilder<boolean>, limit: number): Promise<Row[]>;
}

export interface OrderedPage<Row> {
  rows: readonly Row[];
  /** Place of the first of them in the list, from 0. */
  from: number;
  next: string | null;
}

/** The head that a page is of: that of its cursor, else the one that is asked for. */
export function headOf(view: View, { before, head }: PageAsked): Promise<HeadView> {
  return view.past.at(view, parseRankCursor(before)?.head ?? head);
}

/** `<head>.<rank>`, and of an ordered list where that is. Throws BadInput. */
function parseRankCursor(text: string | undefined): ReturnType<typeof rankCursor> {
  if (text === undefined || text === '') return null;
  const cursor = rankCursor(text);
  if (!cursor) throw new BadInput('badCursor');
  return cursor;
}

/** A page of a list that is at hand. */
export function wholePage<Row>(
  at: HeadView,
  all: readonly Row[],
  { size, skip, before }: PageAsked,
): OrderedPage<Row> {
  const from = parseRankCursor(before)?.rank ?? skip;
  const to = from + size;
  return {
    rows: all.slice(from, to),
    from,
    next: to < all.length ? `${at.head.token}.${to}` : null,
  };
}

/**
 * A page of an ordered list of `total` rows at a head. A cursor of this list goes on at its key;
 * `<head>.<rows>` alone is walked to. Throws BadInput for a page number too deep.
 */
export async function orderedPage<T extends WholeTable, Row>(
  at: HeadView,
  list: OrderedList<T, Row>,
  total: number,
  asked: PageAsked,
): Promise<OrderedPage<Row>> {
  const cursor = parseRankCursor(asked.before);
  const from = cursor?.rank ?? asked.skip;
  if (cursor?.place === undefined && from >= total) return { rows: [], from, next: null };
  return pageFrom(at, list, cursor, asked);
}

/** The same of a list that is still to be counted: its first page is read meanwhile. */
export async function countedPage<T extends WholeTable, Row>(
  at: HeadView,
  list: OrderedList<T, Row>,
  count: Promise<number>,
  asked: PageAsked,
): Promise<OrderedPage<Row> & { total: number }> {
  const isFirst = asked.skip === 0 && (asked.before === undefined || asked.before === '');
  const [total, first] = await Promise.all([
    count,
    isFirst ? pageFrom(at, list, null, asked) : null,
  ]);
  const page = first !== null && total > 0 ? first : await orderedPage(at, list, total, asked);
  return { ...page, total };
}

async function pageFrom<T extends WholeTable, Row>(
  at: HeadView,
  list: OrderedList<T, Row>,
  cursor: ReturnType<typeof rankCursor>,
  { size, skip }: PageAsked,
): Promise<OrderedPage<Row>> {
  const from = cursor?.rank ?? skip;
  if (!cursor && from > MAX_DEPTH) throw new BadInput('pageTooDeep', { max: MAX_DEPTH });
  const reader = await readerOf(at, list);
  let after = cursor?.place === undefined ? null : parsePlace(list, cursor.place);
  for (let left = after ? 0 : from; left > 0;) {
    const passed = await reader(after, Math.min(left, MAX_DEPTH));
    const last = passed.at(-1);
    if (!last) return { rows: [], from, next: null };
    after = list.place(last);
    left -= passed.length;
  }
  const rows = await reader(after, size + 1);
  const last = rows[size - 1];
  const more = rows.length > size && last !== undefined;
  return {
    rows: rows.slice(0, size),
    from,
    next: more ? `${at.head.token}.${from + size}.${list.place(last).join('-')}` : null,
  };
}

function parsePlace({ order }: Order, text: string): OrderKey {
  const [first = '', second = ''] = text.split('-');
  const place: OrderKey = [BigInt(first), BigInt(second)];
  if (place[0] > order[0].most || place[1] > order[1].most) throw new BadInput('badCursor');
  return place;
}

type Reader<Row> = (after: OrderKey | null, limit: number) => Promise<Row[]>;

/** Reads a list at a head from a place on: present rows that have not changed, and changed ones as they were. */
async function readerOf<T extends WholeTable, Row>(
  at: HeadView,
  list: OrderedList<T, Row>,
): Promise<Reader<Row>> {
  const changed = await at.changed(list.table);
  const old = oldRows(list, changed);
  return async (after, limit) => {
    const rows: Row[] = [];
    let next = after ? firstAfter(list, old, after) : 0;
    const takeOld = (until: OrderKey | null): void => {
      for (; rows.length < limit; next++) {
        const was = old[next];
        if (was === undefined || (until && compare(list, was.place, until) > 0)) return;
        rows.push(was.row);
      }
    };
    for (let last = after; ;) {
      const asked = Math.max(limit - rows.length, changed.size > 0 ? LEAST : 1);
      const present = await presentRows(at, list, last, asked);
      for (const row of present) {
        last = list.place(row);
        if (changed.has(list.keyOf(row))) continue;
        takeOld(last);
        if (rows.length === limit) return rows;
        rows.push(row);
      }
      if (present.length < asked) takeOld(null);
      if (rows.length === limit || present.length < asked) return rows;
    }
  };
}

interface Placed<Row> {
  row: Row;
  place: OrderKey;
}

/** Rows of lists that have changed since, as they were, in order; made once per state of the undo log. */
const kept = new WeakMap<Changed<unknown>, Map<string, readonly Placed<unknown>[]>>();

function oldRows<T extends WholeTable, Row>(
  list: OrderedList<T, Row>,
  changed: Changed<PastRow<T>>,
): readonly Placed<Row>[] {
  const lists = kept.get(changed) ?? new Map<string, readonly Placed<unknown>[]>();
  kept.set(changed, lists);
  const known = lists.get(list.name) as readonly Placed<Row>[] | undefined;
  if (known) return known;
  const rows: Placed<Row>[] = [];
  for (const [key, image] of changed) {
    const row = image && list.rowOf(image, key);
    if (row) rows.push({ row, place: list.place(row) });
  }
  rows.sort((a, b) => compare(list, a.place, b.place));
  lists.set(list.name, rows);
  return rows;
}

/** Index of the first one after a place, by halving. */
function firstAfter<Row>(order: Order, rows: readonly Placed<Row>[], after: OrderKey): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && compare(order, row.place, after) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

type Order = Pick<OrderedList<WholeTable, unknown>, 'order' | 'largestFirst'>;

function compare({ largestFirst }: Order, [a, aTie]: OrderKey, [b, bTie]: OrderKey): number {
  const [first, second] = largestFirst ? [b, a] : [a, b];
  if (first !== second) return first < second ? -1 : 1;
  return aTie < bTie ? -1 : aTie > bTie ? 1 : 0;
}

/** Rows as they are now after a place: those of the same first value, then the others. */
async function presentRows<T extends WholeTable, Row>(
  view: View,
  list: OrderedList<T, Row>,
  after: OrderKey | null,
  limit: number,
): Promise<Row[]> {
  const { order, largestFirst } = list;
  const [by, tie] = order;
  const read = async (range: RawBuilder<boolean>, most: number): Promise<Row[]> =>
    (await list.read(view, range, most))
      .sort((a, b) => compare(list, list.place(a), list.place(b)))
      .slice(0, most);
  if (!after) return read(sql<boolean>`true`, limit);
  const value = by.bind(after[0]);
  const equal = await read(
    sql<boolean>`${by.ref} = ${value} and ${tie.ref} > ${tie.bind(after[1])}`,
    limit,
  );
  if (equal.length === limit) return equal;
  const beyond = largestFirst ? sql`<` : sql`>`;
  const others = await read(sql<boolean>`${by.ref} ${beyond} ${value}`, limit - equal.length);
  return [...equal, ...others];
}
