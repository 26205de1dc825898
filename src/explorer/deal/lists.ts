/**
 * Lists of what providers store for clients: deals, pieces, allocations and claims have the same
 * ones, of all, of a client and of a provider. A page is a range of ordinals.
 */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import type { Database } from '#store/schema.ts';
import { sql, type Selectable } from 'kysely';
import { findAccount } from '../account/find.ts';
import { counter, countBefore, cursorText, parsePaging, sliceOf } from '../paging.ts';
import type { PageInput } from '../types.ts';
import type { View } from '../view.ts';

const MINER = kindIndex('storageminer');

/** Tables of such rows, and the list's name in counters. */
const LISTS = {
  deal: 'deals',
  piece: 'pieces',
  allocation: 'allocations',
  claim: 'claims',
} as const;
type StoredTable = keyof typeof LISTS;

export interface StoredInput extends PageInput {
  /** Only those of this client or provider, in any form; empty or absent for all. */
  address?: string | undefined;
}

export interface StoredPage<T extends StoredTable> {
  total: number;
  rows: Selectable<Database[T]>[];
  next: string | null;
}

/** Newest first. */
export async function storedPage<T extends StoredTable>(
  view: View,
  table: T,
  input: StoredInput,
): Promise<StoredPage<T>> {
  const request = await parsePaging(view, input);
  const list = await listOf(view, table, input.address ?? '');
  if (!list) return { total: 0, rows: [], next: null };
  const slice = await sliceOf(request, list.total, (place) =>
    countBefore(view, {
      table,
      ord: list.ord,
      list: list.of,
      isBefore: sql`(height, position) < (${place.height}, ${place.position})`,
      total: list.total,
    }),
  );
  const { rows } = await sql<Selectable<Database[StoredTable]>>`
    select * from ${sql.table(table)}
    where ${list.of} and ${sql.ref(list.ord)} >= ${slice.from} and ${sql.ref(list.ord)} < ${slice.to}
    order by ${sql.ref(list.ord)} desc`.execute(view.db);
  const last = rows.at(-1);
  return {
    total: slice.total,
    rows: rows as Selectable<Database[T]>[],
    next:
      slice.from > 0 && last
        ? cursorText({ height: last.height ?? 0, position: last.position })
        : null,
  };
}

async function listOf(view: View, table: StoredTable, address: string) {
  const name = LISTS[table];
  if (address === '')
    return { ord: 'ord', of: sql`true`, total: await counter(view, name) } as const;
  const { actor } = await findAccount(view, address);
  if (!actor) return null;
  const counts = await view.db
    .selectFrom('storage_count')
    .selectAll()
    .where('actor_id', '=', actor.id)
    .executeTakeFirst();
  if (!counts) return null;
  const role = actor.kind === MINER ? 'provider' : 'client';
  return {
    ord: `${role}_ord`,
    of: sql`${sql.ref(`${role}_id`)} = ${actor.id}`,
    total: counts[`${role}_${name}`],
  };
}
