/**
 * Pages of lists whose rows carry their ordinal: a page is a range of ordinals, newest first,
 * whatever its number. A place in the chain (height and position within the tipset) is turned
 * into an ordinal by halving, so that cursors and pinned heads stay right after new heads and forks.
 */
import { sql, type RawBuilder } from 'kysely';
import { BadInput, Gone } from './errors.ts';
import { askedPage, type OffsetPageInput, type PageAsked, type PageInput } from './parameters.ts';
import { asOf, isRecent, tipsetOf } from './past.ts';
import { heightOf, MAX_INTEGER, type View, type HeadView } from './view.ts';

/** Everything strictly before this place. Position counts within the tipset at `height`. */
export interface Place {
  height: number;
  position: number;
  /** Besides, so many of the rows at the place itself, which were not told yet. */
  rest?: number;
}

export interface PageRequest {
  size: number;
  /** How many rows are left out, unless it goes on from `before`. */
  skip: number;
  /** The list ends before this place; null: at its end. */
  before: Place | null;
  /** The list as it was when this was the head; null: as it is. */
  pinned: Place | null;
  /** Behind this number among the rows that are older than the index; null: from its newest on. */
  older: number | null;
}

/** Understands what a caller asked for; throws BadInput, or Gone for a head that is too old or replaced. */
export async function parsePaging(
  view: View,
  input: PageInput | OffsetPageInput,
): Promise<PageRequest> {
  return requestOf(view, askedPage(input));
}

/** The same for lists that go on with what is older than the index (`OrdinalList.tail`). */
export async function parsePagingToTail(view: View, input: PageInput): Promise<PageRequest> {
  const [, older] = /^older\.(\d{1,16})$/.exec(input.before ?? '') ?? [];
  if (older === undefined) return parsePaging(view, input);
  return { ...(await parsePaging(view, { ...input, before: undefined })), older: Number(older) };
}

export function olderCursor(number: number): string {
  return `older.${number}`;
}

/** Where a page begins: at a cursor, or after `skip` rows. */
async function requestOf(
  view: View,
  { size, skip, before, head }: PageAsked,
): Promise<PageRequest> {
  const ranked = rankCursor(before);
  if (ranked && ranked.place === undefined) {
    const pinned = await parsePin(view, ranked.head);
    return { size, older: null, skip: ranked.rank, before: null, pinned };
  }
  const place = parseCursor(before);
  return { size, older: null, skip, before: place, pinned: await parsePin(view, head) };
}

/** The rows after so many, in the list as it is at that head. */
export interface RankCursor {
  head: string;
  rank: number;
  /** Where that is, in an order (ordered.ts). */
  place: string | undefined;
}

/** `<head>.<rank>`, in lists that reorder `<head>.<rank>.<place>`; null for another text. */
export function rankCursor(text: string | undefined): RankCursor | null {
  const [, head, rank, place] =
    /^(\d{1,15}:[0-9a-f]{32})\.(\d{1,12})(?:\.(\d{1,97}-\d{1,97}))?$/.exec(text ?? '') ?? [];
  return head === undefined ? null : { head, rank: Number(rank), place };
}

/** `<height>`, `<height>.<position>` or `<height>.<position>.<rest>`. */
function parseCursor(text: string | undefined): Place | null {
  if (text === undefined || text === '') return null;
  const [, height, position = '0', rest = '0'] =
    /^(\d{1,10})(?:\.(\d{1,10})(?:\.([1-9]))?)?$/.exec(text) ?? [];
  const place = { height: Number(height), position: Number(position), rest: Number(rest) };
  if (height === undefined || Math.max(place.height, place.position) > MAX_INTEGER)
    throw new BadInput('badCursor');
  return place;
}

export function cursorText({ height, position, rest = 0 }: Place): string {
  return rest === 0 ? `${height}.${position}` : `${height}.${position}.${rest}`;
}

/**
 * A pinned list holds what was executed when that head was the head: the messages of the tipsets
 * before it.
 */
export async function parsePin(view: View, text: string | undefined): Promise<Place | null> {
  if (text === undefined || text === '' || text === view.head.token) return null;
  const height = heightOf(text);
  const tipset = await tipsetOf(view, text);
  if (!tipset || !isRecent(view, tipset)) throw new Gone('goneHead', { height });
  view.past.pin(view, tipset, text);
  return { height, position: 0 };
}

/** The earlier of two places. */
function earlier(a: Place | null, b: Place | null): Place | null {
  if (a === null || b === null) return a ?? b;
  return a.height < b.height || (a.height === b.height && a.position < b.position) ? a : b;
}

/** A list is narrowed to these heights, both inclusive; null: on that side to none. */
export interface Heights {
  from: number | null;
  to: number | null;
}

/** Position before all of a height: what opens an index stands below 0. */
const FIRST = -MAX_INTEGER;

/** Before everything at a height. */
export const startOf = (height: number): Place => ({ height, position: FIRST });

/** Ordinals of a part of a list: from (inclusive) to (exclusive); empty when they are equal. */
export interface Span {
  from: number;
  to: number;
}

export interface Slice extends Span {
  /** Rows of the list as pinned, within the heights that it is narrowed to. */
  total: number;
  /** Whether older ones follow. */
  more: boolean;
}

/** How many rows of a list are before a place. */
export type Below = (place: Place) => Promise<number>;

/** The ordinals of a list as pinned, within some heights. `total` is how many rows it has now. */
export async function spanOf(
  { pinned }: PageRequest,
  total: number,
  below: Below,
  { from, to }: Heights = { from: null, to: null },
): Promise<Span> {
  const [all, above, first] = await Promise.all([
    pinned ? below(pinned) : total,
    to === null ? null : below(startOf(to + 1)),
    from === null ? 0 : below(startOf(from)),
  ]);
  const end = above === null ? all : Math.min(all, above);
  return { from: Math.min(end, first), to: end };
}

/** How many rows of a list are before a cursor. */
export const endAt = async (place: Place, below: Below): Promise<number> =>
  (await below(place)) + (place.rest ?? 0);

/** Where the rows before the cursor end, within a span; at its end without a cursor. */
export async function cursorEnd(
  { before, pinned }: PageRequest,
  { from, to }: Span,
  below: Below,
): Promise<number> {
  const place = before && earlier(before, pinned);
  if (place === null || place === pinned) return to;
  return Math.max(from, Math.min(to, await endAt(place, below)));
}

/** The page's ordinals. */
export async function sliceOf(
  request: PageRequest,
  total: number,
  below: Below,
  within?: Heights,
): Promise<Slice> {
  const span = await spanOf(request, total, below, within);
  const end = await cursorEnd(request, span, below);
  const to = request.before ? end : Math.max(span.from, end - request.skip);
  const from = Math.max(span.from, to - request.size);
  return { total: span.to - span.from, from, to, more: from > span.from };
}

interface Counted {
  table: string;
  /** Column of the ordinal. */
  ord: string;
  /** Which list, e.g. by actor; true for a list that is the whole table. */
  list: RawBuilder<unknown>;
  isBefore: RawBuilder<unknown>;
}

/**
 * How many rows of a list come before a place. The rows' ordinals count from `-older` without gaps,
 * and `isBefore` holds for a beginning of them.
 */
export async function countBefore(
  view: View,
  { total, older, ...counted }: Counted & { total: number; older?: number },
): Promise<number> {
  const counts = await countsBefore(view, { ...counted, totals: new Map([[0, total]]), older });
  return counts.get(0) ?? 0;
}

/** The same of several lists at once, by their keys: `list` says which by `halving.key`. */
export async function countsBefore(
  view: View,
  options: Counted & {
    /** Rows of each list. */
    totals: ReadonlyMap<number, number>;
    /** Rows below ordinal 0; none unless told. */
    older?: number | undefined;
  },
): Promise<ReadonlyMap<number, number>> {
  const first = -(options.older ?? 0);
  // `limit 1`: a plan for all values would join whole lists instead of looking up a row each time.
  const { rows } = await sql<{ key: number; lo: number }>`
    with recursive halving(key, lo, hi) as (
      select key, 0::bigint, total
      from unnest(${[...options.totals.keys()]}::int8[], ${[...options.totals.values()]}::int8[])
        as lists(key, total)
      union all
      select
        key,
        case when probe.before then (lo + hi) / 2 + 1 else lo end,
        case when probe.before then hi else (lo + hi) / 2 end
      from halving, lateral (
        select ${options.isBefore} as before from ${sql.table(options.table)}
        where ${options.list} and ${sql.ref(options.ord)} = (lo + hi) / 2 + ${first}::bigint
        limit 1
      ) as probe
      where lo < hi
    )
    select key, lo from halving where lo = hi`.execute(view.db);
  if (rows.length < options.totals.size)
    throw new Error(`${options.table} has a gap in its ordinals`);
  return new Map(rows.map(({ key, lo }) => [key, lo]));
}

/** How many executed messages of the whole index come before a place: the `seq` at which it begins. */
export async function seqOf(view: View, place: Place): Promise<number> {
  const tipset = await view.db
    .selectFrom('tipset')
    .select(['height', 'first_seq', 'message_count'])
    .where('height', '>=', place.height)
    .orderBy('height')
    .limit(1)
    .executeTakeFirst();
  if (tipset?.first_seq == null) return view.messages;
  if (tipset.height > place.height) return tipset.first_seq;
  return tipset.first_seq + Math.max(0, Math.min(place.position, tipset.message_count));
}

/** Value of a counter; 0 when it was never set. */
export async function counter(view: View, key: string): Promise<number> {
  const row = await view.db
    .selectFrom('counter')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** What counters of the index at a head come to together. */
export async function countersAt(at: HeadView, keys: readonly string[]): Promise<number> {
  const [changed, rows] = await Promise.all([
    at.changed('counter'),
    at.db.selectFrom('counter').selectAll().where('key', 'in', keys).execute(),
  ]);
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return keys.reduce(
    (sum, key) => sum + (asOf(changed, key, { value: values.get(key) ?? 0 })?.value ?? 0),
    0,
  );
}

/** The same of the index at a head. */
export async function counterAt(at: HeadView, key: string): Promise<number> {
  const [changed, value] = await Promise.all([at.changed('counter'), counter(at, key)]);
  return asOf(changed, key, { value })?.value ?? 0;
}
