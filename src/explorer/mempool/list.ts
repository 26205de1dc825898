/** The pool as a list. */
import { BadInput } from '../errors.ts';
import { askedPage, type MessagePageInput } from '../parameters.ts';
import type { View } from '../view.ts';
import { heldPool, type HeldPool } from './held.ts';
import { mempoolItems, POOLED_COLUMNS, type PooledRow } from './rows.ts';
import type { MempoolList } from './schema.ts';

/** Anyone may call any number: the filter lists only so many of the names. */
const MAX_METHODS = 200;

/** The pool, newest first; all, or the messages of one method. */
export async function listMempool(view: View, input: MessagePageInput): Promise<MempoolList> {
  const { size, skip } = askedPage(input);
  const { method } = input;
  if (method?.includes('\u0000')) throw new BadInput('badMethod');
  const held = await heldPool(view, input, skip);
  const [counts, rows] = await Promise.all([
    methodCounts(view, held),
    view.db
      .selectFrom('mempool')
      .select([...POOLED_COLUMNS])
      .where((eb) => held.pending(eb))
      .$if(method !== null, (query) => query.where('method_name', '=', method ?? ''))
      .$if(held.after !== null, (query) => query.where('arrival', '<', held.after ?? 0))
      .orderBy('arrival', 'desc')
      .offset(held.skip)
      .limit(size + 1)
      .execute(),
  ]);
  const totalCount = counts
    .filter(({ name }) => method === null || name === method)
    .reduce((sum, { count }) => sum + count, 0);
  return { totalCount, ...(await pageOf(view, held, rows, size)), methods: methodsOf(counts) };
}

/** A page of the pool, of which one row more than its size was read. */
export async function pageOf(
  view: View,
  held: HeldPool,
  rows: readonly PooledRow[],
  size: number,
): Promise<Pick<MempoolList, 'messages' | 'next' | 'snapshot'>> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    messages: await mempoolItems(view, shown),
    next: last && rows.length > size ? `${held.change}.${last.arrival}` : null,
    snapshot: held.snapshot,
  };
}

interface MethodCount {
  name: string;
  count: number;
}

/** Methods of the pool, or of an account's messages in it; most frequent first. */
export async function methodCounts(
  { db }: View,
  held: HeldPool,
  forms?: readonly Uint8Array[],
): Promise<MethodCount[]> {
  const rows = await db
    .selectFrom('mempool')
    .select(['method_name as name', (eb) => eb.fn.countAll<number>().as('count')])
    .where((eb) => held.pending(eb, forms))
    .groupBy('method_name')
    .orderBy('count', 'desc')
    .orderBy('method_name')
    .execute();
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
}

/** As the filter lists them. */
export const methodsOf = (counts: readonly MethodCount[]): string[] =>
  counts.slice(0, MAX_METHODS).map(({ name }) => name);
