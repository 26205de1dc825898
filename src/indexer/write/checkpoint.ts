/** How far the index is: read at the start, written with compare-and-set in every transaction. */
import type { Kysely } from 'kysely';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { Database } from '#store/schema.ts';
import type { Trx } from '#store/store.ts';
import { SecondWriterError } from '../errors.ts';

/** A canonical tipset by height and key. */
export interface CanonicalTipset {
  height: number;
  key: Uint8Array;
  /** Hex of the key. */
  id: string;
}

export interface Checkpoint {
  revision: number;
  head: CanonicalTipset | null;
  executed: CanonicalTipset | null;
  finalHeight: number | null;
}

export function placeOf(height: number, key: Uint8Array): CanonicalTipset {
  return { height, key, id: toHex(key) };
}

/** The checkpoint; one is made when the database is new. */
export async function readCheckpoint(db: Kysely<Database>): Promise<Checkpoint> {
  await db
    .insertInto('checkpoint')
    .values({
      revision: 0,
      head_height: null,
      head_key: null,
      executed_height: null,
      executed_key: null,
      final_height: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('checkpoint').selectAll().executeTakeFirstOrThrow();
  const place = (height: number | null, key: Uint8Array | null): CanonicalTipset | null =>
    height === null || key === null ? null : placeOf(height, key);
  return {
    revision: row.revision,
    head: place(row.head_height, row.head_key),
    executed: place(row.executed_height, row.executed_key),
    finalHeight: row.final_height,
  };
}

/**
 * Takes the checkpoint for this transaction (others wait) and answers the new revision.
 * Throws SecondWriterError when another process has written since `revision`.
 */
export async function takeCheckpoint(trx: Trx, revision: number): Promise<number> {
  const next = revision + 1;
  const { numUpdatedRows } = await trx
    .updateTable('checkpoint')
    .set({ revision: next })
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return next;
  const found = await trx.selectFrom('checkpoint').select('revision').executeTakeFirst();
  throw new SecondWriterError(revision, found?.revision ?? null);
}

export async function writeCheckpoint(trx: Trx, checkpoint: Checkpoint): Promise<void> {
  await trx
    .updateTable('checkpoint')
    .set({
      head_height: checkpoint.head?.height ?? null,
      head_key: checkpoint.head?.key ?? null,
      executed_height: checkpoint.executed?.height ?? null,
      executed_key: checkpoint.executed?.key ?? null,
      final_height: checkpoint.finalHeight,
    })
    .execute();
}
