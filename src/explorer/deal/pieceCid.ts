/** Deals and sectors' pieces by the CID of their data. */
import type { RowOf } from '#store/schema.ts';
import { sql } from 'kysely';
import { findAccount } from '../account/find.ts';
import type { ListPage } from '../listpage.ts';
import { headOf, wholePage } from '../ordered.ts';
import { askedPage } from '../parameters.ts';
import type { View } from '../view.ts';
import { storedPage, type StoredInput } from './lists.ts';

/** Tables that tell the CID of data, and the column that orders their rows by age. */
const AGE = { deal: 'id', piece: 'ord' } as const;
type DataTable = keyof typeof AGE;

/** So many of the newest with one piece are listed: anybody may publish deals of the same one. */
const MOST = 1000;

export interface DataInput extends StoredInput {
  /** Only those with this piece of data, bytes of its CID; null for all. */
  piece: Uint8Array | null;
  /** Of deals: only those that are verified, or only those that are not. */
  verified?: boolean | null;
}

/** A page of deals or pieces, newest first. With a piece, the list is of the 1,000 newest that have it. */
export async function dataPage<T extends DataTable>(
  view: View,
  table: T,
  { piece, verified = null, ...input }: DataInput,
): Promise<ListPage<RowOf<T>>> {
  if (piece === null) return storedPage(view, table, input);
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const actor = input.address === '' ? null : (await findAccount(at, input.address)).actor;
  if (input.address !== '' && actor === null) return { total: 0, rows: [], next: null };
  const age = sql.ref(AGE[table]);
  // What the head's own messages did comes with the next tipset, as in the other lists.
  const { rows: all } = await sql<{ key: number }>`
    select ${age} as key from (
      select * from ${sql.table(table)}
      where piece_cid = ${piece} order by ${age} desc limit ${MOST}
    ) newest
    where (height is null or height < ${at.head.height} or height = 0)
      ${actor === null ? sql`` : sql`and ${actor.id}::int8 in (client_id, provider_id)`}
      ${verified === null ? sql`` : sql`and verified = ${verified}`}
    order by ${age} desc`.execute(view.db);
  const page = wholePage(at, all, asked);
  const { rows } = await sql<RowOf<T>>`
    select * from ${sql.table(table)}
    where ${age} = any(${page.rows.map(({ key }) => key)}::int8[])
    order by ${age} desc`.execute(view.db);
  return { total: all.length, rows, next: page.next };
}

/** Whether any deal or piece of the index has this data. */
export async function hasPiece({ db }: View, piece: Uint8Array): Promise<boolean> {
  const found = await Promise.all(
    (['deal', 'piece'] as const).map((table) =>
      db
        .selectFrom(table)
        .select('piece_cid')
        .where('piece_cid', '=', piece)
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return found.some((row) => row !== undefined);
}
