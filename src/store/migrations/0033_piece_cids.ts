import { sql, type Kysely } from 'kysely';

/** Deals and pieces are found by the CID of their data, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index deal_piece_cid on deal (piece_cid, id)`.execute(db);
  await sql`create index piece_piece_cid on piece (piece_cid, ord)`.execute(db);
}
