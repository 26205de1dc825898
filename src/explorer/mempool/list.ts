/** The pool as a list. Its changes are numbered: a page names the change after which it holds. */
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database } from '#store/schema.ts';
import { BadInput, Gone } from '../errors.ts';
import { parsePage, parseSize } from '../input.ts';
import { parsePin } from '../paging.ts';
import type { MessagePageInput } from '../types.ts';
import type { View } from '../view.ts';
import { mempoolItems, POOLED_COLUMNS } from './rows.ts';
import type { MempoolList } from './schema.ts';

/** Anyone may call any number: the filter lists only so many of the names. */
const MAX_METHODS = 200;
const MAX_NAME = 100;
/** A list is held over so many changes: what has left since is read with every page. */
const HELD_CHANGES = 20_000;

/**
 * The pool, newest first; all, or the messages of one method. `head` takes the `snapshot` of an
 * earlier answer, which holds the list as it was then, or a head: the pool as that was left for the
 * next one (while it is the head, as it is). `before` (a `next`) holds the list, too.
 */
export async function listMempool(view: View, input: MessagePageInput = {}): Promise<MempoolList> {
  const size = parseSize(input.pageSize);
  const page = parsePage(input.page);
  const method = parseName(input.method);
  const cursor = parseCursor(input.before);
  const now = await lastChange(view);
  const change = Math.min(cursor?.change ?? (await pinnedChange(view, input.head)) ?? now, now);
  if (now - change > HELD_CHANGES) throw new Gone('goneHead', { height: view.head.height });
  const held = change === now ? isPending : wasPending(change);
  const counts = await view.db
    .selectFrom('mempool')
    .select(['method_name', (eb) => eb.fn.countAll<number>().as('count')])
    .where(held)
    .groupBy('method_name')
    .orderBy('count', 'desc')
    .orderBy('method_name')
    .execute();
  const totalCount = counts
    .filter(({ method_name }) => method === null || method_name === method)
    .reduce((sum, { count }) => sum + Number(count), 0);
  const rows = await view.db
    .selectFrom('mempool')
    .select([...POOLED_COLUMNS])
    .where(held)
    .$if(method !== null, (query) => query.where('method_name', '=', method ?? ''))
    .$if(cursor !== null, (query) => query.where('arrival', '<', cursor?.arrival ?? 0))
    .orderBy('arrival', 'desc')
    .offset(cursor === null ? page * size : 0)
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    totalCount,
    messages: await mempoolItems(view, shown),
    methods: counts.slice(0, MAX_METHODS).map(({ method_name }) => method_name),
    next: last && rows.length > size ? `${change}.${last.arrival}` : null,
    snapshot: `${view.head.token}:${change}`,
  };
}

type Where = ExpressionBuilder<Database, 'mempool'>;

function isPending(eb: Where): Expression<SqlBool> {
  return eb('departure', 'is', null);
}

function wasPending(change: number) {
  return (eb: Where): Expression<SqlBool> =>
    eb.and([
      eb('arrival', '<=', change),
      eb.or([eb('departure', 'is', null), eb('departure', '>', change)]),
    ]);
}

async function lastChange({ db }: View): Promise<number> {
  const { rows } = await sql<{ change: number }>`
    select greatest(
      coalesce((select max(arrival) from mempool), 0),
      coalesce((select max(departure) from mempool where departure is not null), 0)
    ) as change`.execute(db);
  return rows[0]?.change ?? 0;
}

function parseName(input: string | undefined): string | null {
  if (input === undefined || input === '') return null;
  if (input.length > MAX_NAME || input.includes('\u0000')) throw new BadInput('badMethod');
  return input;
}

/** `<change>.<arrival>`. */
function parseCursor(text: string | undefined): { change: number; arrival: number } | null {
  if (text === undefined || text === '') return null;
  const [, change, arrival] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (change === undefined || arrival === undefined) throw new BadInput('badCursor');
  return { change: Number(change), arrival: Number(arrival) };
}

/** `<head>:<change>`, or a head alone; null: as it is now. */
async function pinnedChange(view: View, text: string | undefined): Promise<number | null> {
  if (text === undefined || text === '') return null;
  const [, head = text, change] = /^(\d+:[0-9a-f]{32}):(\d{1,15})$/.exec(text) ?? [];
  const place = await parsePin(view, head);
  if (change !== undefined) return Number(change);
  return place && changeBefore(view, place.height);
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
