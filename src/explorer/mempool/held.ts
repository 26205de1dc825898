/**
 * The pool held as it was: its changes are numbered, and a page names the change after which it
 * holds, and the head of that moment.
 */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { plannedForValues } from '#store/plans.ts';
import type { Database } from '#store/schema.ts';
import { statement } from '#store/statement.ts';
import { BadInput, Gone } from '../errors.ts';
import type { PageInput } from '../parameters.ts';
import { parsePin } from '../paging.ts';
import type { View } from '../view.ts';

/** A list is held over so many changes: what has left since is read with every page. */
const HELD_CHANGES = 20_000;

type Where = ExpressionBuilder<Database, 'mempool'>;

export interface HeldPool {
  /** The last change that it has. */
  change: number;
  /** Whether that is the last one of all: the pool is told of as it is. */
  isNow: boolean;
  /** The head that it was read with. */
  height: number;
  /** Value of `head` that gives further pages of it. */
  snapshot: string;
  /** Which rows of the pool's table were pending; of an account, by the forms of its address. */
  pending(eb: Where, forms?: readonly Uint8Array[]): Expression<SqlBool>;
  /** The page goes on after the row that arrived so; null: after `skip` rows. */
  after: number | null;
  /** Rows that are left out. */
  skip: number;
}

/**
 * The pool that a page is of. `head` takes the `snapshot` of an earlier answer, or a head: the pool
 * as that was left for the next one (while it is the head, as it is). `before` is `<change>.<arrival>`,
 * or `<head or snapshot>.<rows>`. Throws BadInput, or Gone for what is not held any more.
 */
export async function heldPool(
  view: View,
  { before, head }: Pick<PageInput, 'before' | 'head'>,
  skip: number,
): Promise<HeldPool> {
  const cursor = parseCursor(before);
  const text = cursor === null || 'change' in cursor ? head : cursor.head;
  const pin = parseHead(text);
  const place = pin && (await parsePin(view, pin.head));
  const told = (cursor && 'change' in cursor ? cursor.change : null) ?? pin?.change ?? null;
  const [now, left] = await Promise.all([
    lastChange(view),
    told === null && place ? changeBefore(view, place.height) : null,
  ]);
  const wanted = told ?? left;
  const change = Math.min(wanted ?? now, now);
  const height = place?.height ?? view.head.height;
  if (now - change > HELD_CHANGES) throw new Gone('goneHead', { height });
  const snapshot = `${place && pin ? pin.head : view.head.token}:${change}`;
  // While its head stands, too, the pool changes.
  view.answered = { height, token: snapshot };
  return {
    change,
    isNow: change === now,
    height,
    snapshot,
    pending: change === now ? isPending : wasPending(change),
    after: cursor && 'change' in cursor ? cursor.arrival : null,
    skip: cursor === null ? skip : 'rows' in cursor ? cursor.rows : 0,
  };
}

/** Pending now: an account is found by either end, each by its own index. */
function isPending(eb: Where, forms?: readonly Uint8Array[]): Expression<SqlBool> {
  const waits = eb('departure', 'is', null);
  if (forms === undefined) return waits;
  return eb.or([
    eb.and([waits, eb('from_addr', 'in', forms)]),
    eb.and([waits, eb('to_addr', 'in', forms)]),
  ]);
}

/** Pending after a change: what still is, and what has left since. */
function wasPending(change: number) {
  return (eb: Where, forms?: readonly Uint8Array[]): Expression<SqlBool> => {
    const left = eb('departure', '>', change);
    const since =
      forms === undefined
        ? left
        : eb.and([left, eb.or([eb('from_addr', 'in', forms), eb('to_addr', 'in', forms)])]);
    const arrived = sql<SqlBool>`arrival <= ${change} ${plannedForValues}`;
    return eb.and([arrived, eb.or([isPending(eb, forms), since])]);
  };
}

const newest = statement((db) =>
  sql<{ change: number }>`
    select greatest(
      coalesce((select max(arrival) from mempool), 0),
      coalesce((select max(departure) from mempool where departure is not null), 0)
    ) as change`.compile(db),
);

async function lastChange({ db }: View): Promise<number> {
  const [row] = await newest(db, {});
  return row?.change ?? 0;
}

type Cursor = { change: number; arrival: number } | { head: string; rows: number };

function parseCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === '') return null;
  const [, head, number] = /^([\d:a-f]{1,70})\.(\d{1,15})$/.exec(text) ?? [];
  if (head === undefined || number === undefined) throw new BadInput('badCursor');
  if (head.includes(':')) return { head, rows: Number(number) };
  if (!/^\d{1,15}$/.test(head)) throw new BadInput('badCursor');
  return { change: Number(head), arrival: Number(number) };
}

/** `<head>:<change>`, or a head alone; null: as it is now. */
function parseHead(text: string | undefined): { head: string; change: number | null } | null {
  if (text === undefined || text === '') return null;
  const [, head = text, change] = /^(\d+:[0-9a-f]{32}):(\d{1,15})$/.exec(text) ?? [];
  return { head, change: change === undefined ? null : Number(change) };
}

/** The last change before the messages departed that the heads above `height` took; null: there were none yet. */
async function changeBefore({ db }: View, height: number): Promise<number | null> {
  const { rows } = await sql<{ departure: number }>`
    select departure from mempool
    where departure > coalesce((
      select departure from mempool
      where departure is not null and departed_height <= ${height}
      order by departure desc limit 1), 0)
    order by departure limit 1`.execute(db);
  const first = rows[0];
  return first ? first.departure - 1 : null;
}
