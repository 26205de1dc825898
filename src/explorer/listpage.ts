/** Lists whose rows stand in one table with their ordinal: a page is read by its range. */
import type { Database } from '#store/schema.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { countBefore, cursorText, sliceOf, type PageRequest } from './paging.ts';
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
  /** How many rows the list has now, the older ones included. */
  total: number;
}

export interface ListPage<Row> {
  /** Rows of the list as pinned. */
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
  { table, of = sql`true`, ord = 'ord', position = 'position', older = 0, total }: OrdinalList<T>,
): Promise<ListPage<Selectable<Database[T]>>> {
  const slice = await sliceOf(request, total, (place) =>
    countBefore(view, {
      table,
      ord,
      list: of,
      isBefore: sql`(height, ${sql.ref(position)}) < (${place.height}, ${place.position})`,
      total,
      older,
    }),
  );
  const ordinal = sql.ref(ord);
  const { rows } = await sql<Selectable<Database[T]>>`
    select * from ${sql.table(table)}
    where ${of} and ${ordinal} >= ${slice.from - older} and ${ordinal} < ${slice.to - older}
    order by ${ordinal} desc`.execute(view.db);
  const last = rows.at(-1);
  const next = last && {
    height: Number(Reflect.get(last, 'height')),
    position: Number(Reflect.get(last, position)),
  };
  return { total: slice.total, rows, next: next && slice.from > 0 ? cursorText(next) : null };
}
