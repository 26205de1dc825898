/**
 * Lists that are searched for what no index has: the newest rows, so many at most, in whole epochs;
 * older ones when they are asked for. So a search costs the same in any list, whatever it finds.
 */
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import {
  cursorEnd,
  endAt,
  sliceOf,
  spanOf,
  startOf,
  type Below,
  type Heights,
  type PageRequest,
  type Span,
} from './paging.ts';
import { timeOf, type View } from './view.ts';
import { countSchema, heightSchema, nextSchema, timestampSchema } from './wire.ts';

/** A tipset's rows come on top where they alone are more. */
export const SEARCHED_ROWS = 10_000;

/** What the API's document says of such lists. */
export const SEARCHES = `the newest ${SEARCHED_ROWS.toLocaleString('en')} rows at a time, in whole epochs: in a longer list \`searched\` says how far this answer goes, \`totalCount\` counts what was found there, and \`next\` goes on below it. A page may then be empty and still have a \`next\`.`;

export const searchedSchema = z
  .object({
    rows: countSchema.meta({ description: 'How many rows were searched' }),
    of: countSchema.meta({
      description:
        'How many there are within the days and heights asked for; between two accounts, in the shorter one’s list',
    }),
    height: heightSchema.meta({ description: 'Down to this height, all of it included' }),
    timestamp: timestampSchema,
    next: nextSchema.meta({
      description: 'Value of `before` to search on below this height; null when that was all',
    }),
  })
  .meta({
    id: 'Searched',
    description: `Present where a list is searched and has more than ${SEARCHED_ROWS.toLocaleString('en')} rows: how far the answer goes. \`totalCount\` is what was found so far`,
  });
export type Searched = z.infer<typeof searchedSchema>;

/** A list with ordinals of its own, made of rows of a whole list: an account's, or the index's. */
export interface RowList<Row> {
  /** How many rows it has now. */
  total: number;
  below: Below;
  /** How many rows of the whole list are before a place. */
  wholeBelow: Below;
  /** Of the row that has an ordinal. */
  heightAt(ordinal: number): Promise<number>;
  /** A part of it, newest first. */
  rows(part: Span): Promise<Row[]>;
  /** Those of a part that a condition holds for, newest first, by their ordinals in the whole list. */
  matching(part: Span, condition: RawBuilder<unknown>): Promise<number[]>;
  /** By their ordinals in the whole list, newest first. */
  at(ordinals: readonly number[]): Promise<Row[]>;
}

export interface Narrowing {
  within: Heights;
  /** All hold; none: the list is not searched. */
  conditions: readonly RawBuilder<unknown>[];
}

export interface NarrowedPage<Row> {
  total: number;
  /** Newest first. */
  rows: Row[];
  /** Whether older ones follow, of those that were found. */
  more: boolean;
  /** Null where all rows are counted. */
  searched: Searched | null;
}

/** The page of a list that was asked for. `most`: so many rows are searched. */
export async function narrowedPage<Row>(
  view: Pick<View, 'network'>,
  request: PageRequest,
  list: RowList<Row>,
  { within, conditions }: Narrowing,
  most = SEARCHED_ROWS,
): Promise<NarrowedPage<Row>> {
  if (conditions.length === 0) {
    const slice = await sliceOf(request, list.total, list.below, within);
    return { total: slice.total, rows: await list.rows(slice), more: slice.more, searched: null };
  }
  const condition = sql.join(conditions, sql` and `);
  const span = await spanOf(request, list.total, list.below, within);
  const of = span.to - span.from;
  const skip = request.before ? 0 : request.skip;
  const page = async (found: readonly number[]) => ({
    rows: await list.at(found.slice(skip, skip + request.size)),
    more: found.length > skip + request.size,
  });
  if (of <= most) {
    const found = await list.matching(span, condition);
    const end = request.before === null ? null : await endAt(request.before, list.wholeBelow);
    const older = end === null ? found : found.filter((ordinal) => ordinal < end);
    return { ...(await page(older)), total: found.length, searched: null };
  }
  const end = await cursorEnd(request, span, list.below);
  const { part, height } = await partBelow(view, list, span, end, most);
  const found = await list.matching(part, condition);
  return {
    ...(await page(found)),
    total: found.length,
    searched: {
      rows: part.to - part.from,
      of,
      height,
      timestamp: timeOf(view.network, height),
      next: part.from > span.from ? `${height}.0` : null,
    },
  };
}

/** What is searched below an ordinal, and the lowest height of which it has all. */
async function partBelow(
  { network }: Pick<View, 'network'>,
  list: Pick<RowList<unknown>, 'below' | 'heightAt'>,
  span: Span,
  end: number,
  most: number,
): Promise<{ part: Span; height: number }> {
  const from = Math.max(span.from, end - most);
  if (from === span.from)
    return {
      part: { from, to: end },
      height: from === end ? network.startHeight : await list.heightAt(from),
    };
  const cut = await list.heightAt(from);
  const above = await list.below(startOf(cut + 1));
  if (above < end) return { part: { from: above, to: end }, height: cut + 1 };
  const all = await list.below(startOf(cut));
  return { part: { from: Math.max(span.from, all), to: end }, height: cut };
}
