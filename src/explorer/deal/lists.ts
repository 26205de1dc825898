/**
 * Lists of what providers store for clients: deals, pieces, allocations and claims have the same
 * ones, of all, of a client and of a provider. A page is a range of ordinals.
 */
import type { Database, RowOf } from '#store/schema.ts';
import { sql } from 'kysely';
import { findAccount, MINER } from '../account/find.ts';
import type { PageInput } from '../parameters.ts';
import { areMigratedToCome, isBeforeAllocations } from '../opened.ts';
import { listPage, type ListPage, type OrdinalList } from '../listpage.ts';
import { counter, parsePagingToTail } from '../paging.ts';
import type { View } from '../view.ts';
import { wishPart } from '../wishes.ts';

/** Tables of such rows, and the list's name in counters. */
const LISTS = {
  deal: 'deals',
  piece: 'pieces',
  allocation: 'allocations',
  claim: 'claims',
} as const;
type StoredTable = keyof typeof LISTS;

export interface StoredInput extends PageInput {
  /** Only those of this client or provider, in any form; empty for all. */
  address: string;
}

/** Newest first. */
export async function storedPage<T extends StoredTable>(
  view: View,
  table: T,
  input: StoredInput,
): Promise<ListPage<RowOf<T>>> {
  const request = await parsePagingToTail(view, input);
  const list = await listOf(view, table, input.address);
  if (!list) return { total: 0, rows: [], next: null };
  return listPage(view, request, { table, ...list });
}

/** When something ended; null while it had not at the head that the answer is of. */
export function endedBy({ answered }: View, height: number | null): number | null {
  return height !== null && height < answered.height ? height : null;
}

/** The list that was asked for; null: of an account that is none. */
export async function listOf<T extends StoredTable>(
  view: View,
  table: T,
  address: string,
): Promise<Omit<OrdinalList<T>, 'table'> | null> {
  const name: StoredList = LISTS[table];
  if (address === '') {
    const [older, total] = await Promise.all([
      olderOf(view, name, (kind) => counter(view, `older:${kind}`)),
      counter(view, name),
    ]);
    return { ord: 'ord', total, tail: { key: 'id', of: sql`ord is null`, total: older } };
  }
  const { actor } = await findAccount(view, address);
  if (!actor) return null;
  const role = actor.kind === MINER ? 'provider' : 'client';
  // Of the other lists the state has no map by whose they are.
  const kept = `${role}_${name}` as const;
  if (kept === 'client_allocations') {
    const migrated = await areMigratedToCome(view);
    const wish = { kind: 'allocations' as const, id: actor.id, migrated };
    await wishPart(view, ['allocations'], wish, migrated);
  }
  if (kept === 'provider_claims')
    await wishPart(view, ['claims'], { kind: 'claims', id: actor.id });
  const of = sql`${sql.ref(`${role}_id`)} = ${actor.id}`;
  const [counts, older] = await Promise.all([
    view.db
      .selectFrom('storage_count')
      .selectAll()
      .where('actor_id', '=', actor.id)
      .executeTakeFirst(),
    olderOf(view, name, (kind) => olderCount(view, actor.id, `${role}_${kind}`)),
  ]);
  return {
    ord: `${role}_ord`,
    of,
    total: counts?.[`${role}_${name}`] ?? 0,
    tail: { key: 'id', of: sql`${of} and ord is null`, total: older },
  };
}

type StoredList = (typeof LISTS)[StoredTable];

/** How many rows of the list have no ordinals, as `count` says. */
async function olderOf(
  view: View,
  name: StoredList,
  count: (name: Exclude<StoredList, 'pieces'>) => Promise<number>,
): Promise<number> {
  // Pieces are known from the index's beginning on only.
  if (name === 'pieces') return 0;
  return name === 'allocations' && (await isBeforeAllocations(view)) ? 0 : count(name);
}

/** How many of an account's rows are older than the index. */
async function olderCount(
  { db }: View,
  id: number,
  column: Exclude<keyof Database['older_storage'], 'actor_id'>,
): Promise<number> {
  const row = await db
    .selectFrom('older_storage')
    .select(column)
    .where('actor_id', '=', id)
    .executeTakeFirst();
  return row?.[column] ?? 0;
}
