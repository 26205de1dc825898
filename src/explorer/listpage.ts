/** Lists whose rows stand in one table with their ordinal: a page is read by its range. */
import type { Database, RowOf } from '#store/schema.ts';
import { sql, type RawBuilder } from 'kysely';
import { BadInput } from './errors.ts';
import {
  countBefore,
  cursorText,
  olderCursor,
  sliceOf,
  type Below,
  type Heights,
  type PageRequest,
} from './paging.ts';
import { MAX_DEPTH } from './parameters.ts';
import type { View } from './view.ts';

export interface OrdinalList<T extends keyof Database & string> {
  table: T;
  /** Which rows of it, e.g. by actor; all unless told. */
  of?: RawBuilder<unknown>;
  /** Column of their ordinal, which counts from 0 without gaps; `ord` unless told. */
  ord?: string;
  /** Rows that are older than the index, with the ordinals −1, −2, … backwards; none unless told. */
  older?: number;
  /** Column of the place among the rows of the same height; `position` unless told. */
  position?: string;
  /** How many rows the list has now, the older ones included, the tail not. */
  total: number;
  /** Rows that are older than the index, without ordinals: they come last. */
  tail?: Tail;
  /** Only the rows of these heights, and no tail; all unless told. */
  within?: Heights;
}

/** By falling number. */
export interface Tail {
  /** Column of their number. */
  key: string;
  /** Which rows of the table. */
  of: RawBuilder<unknown>;
  total: number;
}

export interface ListPage<Row> {
  /** Rows of the list as pinned, within its heights. */
  total: number;
  /** Newest first. */
  rows: Row[];
  /** Cursor of where it goes on; null at its end. */
  next: string | null;
}

/** The page of a list that was asked for. Its table has a column `height`. */
export async function listPage<T extends keyof Database & string>(
  view: View,
  request: PageRequest,
  list: OrdinalList<T>,
): Promise<ListPage<RowOf<T>>> {
  const {
    table,
    of = sql`true`,
    ord = 'ord',
    position = 'position',
    older = 0,
    total,
    tail,
    within,
  } = list;
  const below: Below = (place) =>
    countBefore(view, {
      table,
      ord,
      list: of,
      isBefore: sql`(height, ${sql.ref(position)}) < (${place.height}, ${place.position})`,
      total,
      older,
    });
  const slice = await sliceOf(request, total, below, within);
  const ordinal = sql.ref(ord);
  const { rows } =
    request.older === null
      ? await sql<RowOf<T>>`
          select * from ${sql.table(table)}
          where ${of} and ${ordinal} >= ${slice.from - older} and ${ordinal} < ${slice.to - older}
          order by ${ordinal} desc`.execute(view.db)
      : { rows: [] };
  if (tail && tail.total > 0) {
    const page = { total: slice.total + tail.total, rows };
    if (request.older === null && slice.from > 0) return { ...page, next: nextOf(rows, position) };
    const skip = (request.older ?? request.before) ? 0 : Math.max(0, request.skip - slice.total);
    const room = request.size - rows.length;
    const more = await tailRows(view, table, tail, {
      behind: request.older,
      skip,
      limit: room + 1,
    });
    const last = rows.length < request.size ? more.slice(0, room).at(-1) : undefined;
    const behind = last ? Number(Reflect.get(last, tail.key)) : Number.MAX_SAFE_INTEGER;
    return {
      total: page.total,
      rows: [...rows, ...more.slice(0, room)],
      next: more.length > room ? olderCursor(behind) : null,
    };
  }
  const next = slice.more ? nextOf(rows, position) : null;
  return { total: slice.total, rows, next };
}

/** Cursor behind the last of some rows; null when there is none. */
function nextOf(rows: readonly object[], position: string): string | null {
  const last = rows.at(-1);
  if (!last) return null;
  return cursorText({
    height: Number(Reflect.get(last, 'height')),
    position: Number(Reflect.get(last, position)),
  });
}

async function tailRows<T extends keyof Database & string>(
  view: View,
  table: T,
  { key, of }: Tail,
  { behind, skip, limit }: { behind: number | null; skip: number; limit: number },
): Promise<RowOf<T>[]> {
  if (skip > MAX_DEPTH) throw new BadInput('pageTooDeep', { max: MAX_DEPTH });
  const number = sql.ref(key);
  const { rows } = await sql<RowOf<T>>`
    select * from ${sql.table(table)}
    where ${of} ${behind === null ? sql`` : sql`and ${number} < ${behind}`}
    order by ${number} desc offset ${skip} limit ${limit}`.execute(view.db);
  return rows;
}
