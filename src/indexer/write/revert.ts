/** A reorganisation's first half: takes back everything above the fork. */
import { sql, type RawBuilder } from 'kysely';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { TABLES } from '#store/schema.ts';
import type { Trx } from '#store/store.ts';
import { FACT_TABLES, plain } from '../fold/tables.ts';
import type { UndoImage } from '../fold/state.ts';
import { oldestImages, unpackUndo } from '../fold/undo.ts';
import type { TipsetFacts } from '../types.ts';
import { truncateLedger } from './ledger.ts';
import { forgetMigrated } from './migrated.ts';
import { writeImages } from './state.ts';

/** Pairs per statement. */
const SLICE = 5_000;

export interface Revert {
  /** The newest tipset that both branches have. */
  forkHeight: number;
  /** Whether its execution is taken back too, because the new child tells another. */
  unexecuteFork: boolean;
}

/** Thrown when the undo log does not reach down to the fork. */
export class NoUndoError extends Error {
  override readonly name = 'NoUndoError';
}

/**
 * Deletes the facts above the fork, puts the state back by the undo log, marks the blocks above as
 * orphans (those that the new branch has too are taken back in when it is written) and shortens
 * the ledger. Answers how many tipsets were taken back.
 */
export async function revertAbove(
  trx: Trx,
  { forkHeight, unexecuteFork }: Revert,
  finalHeight: number | null,
): Promise<number> {
  /** From here on executions are undone. */
  const from = unexecuteFork ? forkHeight : forkHeight + 1;
  const executed = await trx
    .selectFrom('tipset')
    .select(['height', 'first_seq'])
    .where('height', '>=', from)
    .where('executed', '=', true)
    .orderBy('height')
    .execute();
  const docs = await trx
    .selectFrom('undo')
    .select(['height', 'doc'])
    .where('height', '>=', from)
    .orderBy('height')
    .execute();
  const logged = new Set(docs.map((row) => row.height));
  const lasting = executed.find(({ height }) => height < (finalHeight ?? 0) || !logged.has(height));
  if (lasting)
    throw new NoUndoError(
      `A fork at height ${forkHeight} would revert tipset ${lasting.height}, which was taken for final`,
    );
  const images = oldestImages(docs.map((row) => unpackUndo(row.doc)));
  await deleteFacts(trx, images, from, executed[0]?.first_seq ?? null);
  await trx.deleteFrom('undo').where('height', '>=', from).execute();
  await writeImages(trx, images);
  await forgetMigrated(trx, from);
  const gone = await trx.deleteFrom('tipset').where('height', '>', forkHeight).executeTakeFirst();
  await trx
    .updateTable('block')
    .set({ orphaned: true })
    .where('height', '>', forkHeight)
    .where('orphaned', '=', false)
    .execute();
  await trx
    .updateTable('block')
    .set({ block_reward: null, tips: null, penalty: null })
    .where('height', '>=', from)
    .where('block_reward', 'is not', null)
    .execute();
  await trx
    .updateTable('tipset')
    .set({ executed: false, reward: null, first_seq: null })
    .where('height', '>=', from)
    .execute();
  await truncateLedger(trx, { arrived: forkHeight, executed: from - 1 });
  return Number(gone.numDeletedRows);
}

/**
 * Whoever reads a list at the head that is left goes on, where the new branch tells the same of the
 * fork's execution. Of heads that stand on what is taken back nothing is known any more. Call it first.
 */
export async function keepLeftHead(
  trx: Trx,
  forkHeight: number,
  child: Pick<TipsetFacts, 'stateRoot' | 'receiptsRoot'> | undefined,
): Promise<void> {
  const left = await trx
    .selectFrom('tipset')
    .select(['height', 'key', 'state_root', 'receipts_root'])
    .where('height', '>', forkHeight)
    .orderBy('height')
    .limit(1)
    .executeTakeFirst();
  const agrees =
    left !== undefined &&
    child !== undefined &&
    equalBytes(left.state_root, child.stateRoot) &&
    equalBytes(left.receipts_root, child.receiptsRoot);
  const from_height = forkHeight + 1;
  await trx
    .deleteFrom('left_head')
    .where('from_height', '>=', agrees ? from_height + 1 : from_height)
    .execute();
  if (agrees)
    await trx
      .insertInto('left_head')
      .values({ height: left.height, key: left.key, from_height })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Deletes what executions from a height on, or from a message on, have appended. */
async function deleteFacts(
  trx: Trx,
  images: readonly UndoImage[],
  from: number,
  firstSeq: number | null,
): Promise<void> {
  const changed = Map.groupBy(images, ({ table }): string => table);
  for (const table of FACT_TABLES) {
    const { above, key } = TABLES[table];
    if (above === 'height') {
      // Opening balances stand before the first tipset's transfers and stay.
      const later = table === 'transfer' ? sql`and position >= 0` : sql``;
      await sql`delete from ${sql.table(table)} where height >= ${from} ${later}`.execute(trx);
    } else if (above === 'seq') {
      await sql`delete from ${sql.table(table)} where seq >= ${firstSeq}`.execute(trx);
    } else {
      const { of, count } = above;
      const tuples = (changed.get(of) ?? []).map((image) => {
        const first = count === undefined ? from : image.row ? plain(image.row)[count] : 0;
        return [...image.key.split('/'), first].map(Number);
      });
      for (let at = 0; at < tuples.length; at += SLICE)
        await deleteAbove(trx, table, key, tuples.slice(at, at + SLICE));
    }
  }
}

/** Deletes rows whose first columns equal a tuple's and whose last column is at least its last value. */
async function deleteAbove(
  trx: Trx,
  table: string,
  columns: readonly string[],
  tuples: readonly (readonly number[])[],
): Promise<void> {
  const last = columns.at(-1);
  const rows = tuples.map(
    (tuple) => sql`(${sql.join(tuple.map((value) => sql`${value}::bigint`))})`,
  );
  const conditions = columns.map((name): RawBuilder<unknown> =>
    name === last
      ? sql`t.${sql.ref(name)} >= v.${sql.ref(name)}`
      : sql`t.${sql.ref(name)} = v.${sql.ref(name)}`,
  );
  await sql`delete from ${sql.table(table)} t
    using (values ${sql.join(rows)}) as v (${sql.join(columns.map((name) => sql.ref(name)))})
    where ${sql.join(conditions, sql` and `)}`.execute(trx);
}
