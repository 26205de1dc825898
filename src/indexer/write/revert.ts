/** A reorganisation's first half: takes back everything above the fork. */
import { sql, type RawBuilder } from 'kysely';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { Trx } from '#store/store.ts';
import { PART_FACT_TABLES } from '../fold/rows.ts';
import type { UndoImage } from '../fold/state.ts';
import { oldestImages, unpackUndo } from '../fold/undo.ts';
import type { StateRows, TipsetFacts } from '../types.ts';
import { truncateLedger } from './ledger.ts';
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
  await deleteLists(trx, images, from);
  const firstSeq = executed[0]?.first_seq;
  if (firstSeq != null) {
    for (const table of ['trace', 'execution'] as const)
      await trx.deleteFrom(table).where('seq', '>=', firstSeq).execute();
  }
  // Opening balances stand before the first tipset's transfers and stay.
  await trx.deleteFrom('transfer').where('height', '>=', from).where('position', '>=', 0).execute();
  for (const table of ['event', 'network_state', 'passed', 'undo'] as const)
    await trx.deleteFrom(table).where('height', '>=', from).execute();
  for (const table of PART_FACT_TABLES)
    await sql`delete from ${sql.table(table)} where height >= ${from}`.execute(trx);
  await writeImages(trx, images);
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

/** The lists' rows stand above the counters that the images have. */
async function deleteLists(trx: Trx, images: readonly UndoImage[], from: number): Promise<void> {
  const of = <T extends UndoImage['table']>(table: T): [number[], StateRows[T] | null][] =>
    images
      .filter((image): image is UndoImage<T> => image.table === table)
      .map(({ key, row }) => [key.split('/').map(Number), row]);
  const actors = of('actor');
  const above = async (
    table: string,
    columns: readonly [string, string, string?],
    counts: readonly (readonly number[])[],
  ): Promise<void> => {
    for (let at = 0; at < counts.length; at += SLICE)
      await deleteAbove(trx, table, columns, counts.slice(at, at + SLICE));
  };
  const actorCounts = (pick: (row: StateRows['actor']) => number): number[][] =>
    actors.map(([[id = 0], row]) => [id, row ? pick(row) : 0]);
  await above(
    'account_message',
    ['actor_id', 'ord'],
    actorCounts((row) => row.message_count),
  );
  await above(
    'account_transfer',
    ['actor_id', 'ord'],
    actorCounts((row) => row.transfer_count),
  );
  await above(
    'account_event',
    ['actor_id', 'ord'],
    actorCounts((row) => row.event_count),
  );
  await above(
    'balance',
    ['actor_id', 'height'],
    actorCounts(() => from),
  );
  await above(
    'method_message',
    ['method_id', 'ord'],
    of('method').map(([[id = 0], row]) => [id, row?.count ?? 0]),
  );
  await above(
    'account_method_message',
    ['actor_id', 'method_id', 'ord'],
    of('account_method').map(([[id = 0, method = 0], row]) => [id, method, row?.count ?? 0]),
  );
  await above(
    'account_type_transfer',
    ['actor_id', 'type', 'ord'],
    of('account_transfer_type').map(([[id = 0, type = 0], row]) => [id, type, row?.count ?? 0]),
  );
}

/** Deletes rows whose first columns equal a tuple's and whose last column is at least its last value. */
async function deleteAbove(
  trx: Trx,
  table: string,
  columns: readonly (string | undefined)[],
  tuples: readonly (readonly number[])[],
): Promise<void> {
  if (tuples.length === 0) return;
  const names = columns.filter((column) => column !== undefined);
  const last = names.at(-1);
  const rows = tuples.map(
    (tuple) => sql`(${sql.join(tuple.map((value) => sql`${value}::bigint`))})`,
  );
  const conditions = names.map((name): RawBuilder<unknown> =>
    name === last
      ? sql`t.${sql.ref(name)} >= v.${sql.ref(name)}`
      : sql`t.${sql.ref(name)} = v.${sql.ref(name)}`,
  );
  await sql`delete from ${sql.table(table)} t
    using (values ${sql.join(rows)}) as v (${sql.join(names.map((name) => sql.ref(name)))})
    where ${sql.join(conditions, sql` and `)}`.execute(trx);
}
