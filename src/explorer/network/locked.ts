/** What all multisigs have locked at the head. */
import { plannedForValues } from '#store/plans.ts';
import { sql } from 'kysely';
import { lockedAt, scheduleOf } from '../account/vesting.ts';
import { isOpened } from '../opened.ts';
import { MULTISIG } from '../account/find.ts';
import type { View } from '../view.ts';

/** Multisigs without a known schedule that are told. */
const MAX_TOLD = 10;

/**
 * attoFIL; null where the schedule of one is not known: while an index that begins later than the chain
 * has not taken over all actors that are older, and where the node could not tell of one that was there
 * when the index began (`unknown`) and that nothing has changed since.
 */
export async function multisigLocked({
  db,
  head,
  network,
}: View): Promise<{ locked: bigint | null; unknown: number[] }> {
  if (network.startHeight > 0) {
    if (!(await isOpened(db, 'actors'))) return { locked: null, unknown: [] };
  }
  const [unknown, rows] = await Promise.all([
    db
      .selectFrom('actor as a')
      .select('a.id')
      .where('a.kind', '=', MULTISIG)
      .where(sql<boolean>`a.created_height <= ${network.startHeight} ${plannedForValues}`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('multisig as m').select('m.actor_id').whereRef('m.actor_id', '=', 'a.id'),
          ),
        ),
      )
      .orderBy('a.id')
      .limit(MAX_TOLD)
      .execute(),
    db
      .selectFrom('multisig')
      .select(['initial_balance', 'start_epoch', 'unlock_duration'])
      // As the index has it: a parameter may be any number.
      .where(sql<boolean>`unlock_duration > 0`)
      .where(sql<boolean>`start_epoch::numeric + unlock_duration > ${head.height}`)
      .execute(),
  ]);
  if (unknown.length > 0) return { locked: null, unknown: unknown.map(({ id }) => id) };
  const locked = rows.reduce((sum, row) => sum + lockedAt(scheduleOf(row), head.height), 0n);
  return { locked, unknown: [] };
}
