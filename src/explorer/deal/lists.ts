/**
 * Lists of what providers store for clients: deals, pieces, allocations and claims have the same
 * ones, of all, of a client and of a provider. A page is a range of ordinals.
 */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import type { Database } from '#store/schema.ts';
import { sql, type Selectable } from 'kysely';
import { findAccount } from '../account/find.ts';
import type { PageInput } from '../input.ts';
import { listPage, type ListPage } from '../listpage.ts';
import { counter, parsePaging } from '../paging.ts';
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

/** Newest first. */
export async function storedPage<T extends StoredTable>(
  view: View,
  table: T,
  input: StoredInput,
): Promise<ListPage<Selectable<Database[T]>>> {
  const request = await parsePaging(view, input);
  const list = await listOf(view, table, input.address ?? '');
  if (!list) return { total: 0, rows: [], next: null };
  return listPage(view, request, { table, ...list });
}

/** When something ended; null while it had not at the head that the answer is of. */
export function endedBy({ answered }: View, height: number | null): number | null {
  return height !== null && height < answered.height ? height : null;
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
