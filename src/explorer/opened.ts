/** What of the time before the index is known. */
import { MIGRATED_SUBJECT, type SubjectName } from '#store/opening.ts';
import type { View } from './view.ts';

/** Whether all of a kind is taken over that an index found which begins after the genesis. */
export async function isOpened(db: View['db'], subject: SubjectName): Promise<boolean> {
  const row = await db
    .selectFrom('opening')
    .select('done')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.done === true;
}

/** There are no allocations before this network version, whose upgrade made some without messages. */
const ALLOCATIONS_SINCE = 17;

/**
 * The tipset of the index that may have carried out that upgrade; null where there is none. It is not
 * certain of the index's first one: the upgrade may be older.
 */
async function allocationsMade(view: View): Promise<{ height: number; certain: boolean } | null> {
  const versions = await view.past.now(view, 'versions met', () =>
    view.db
      .selectFrom('network_version')
      .select(['height', 'version'])
      .orderBy('height')
      .limit(100)
      .execute(),
  );
  const at = versions.findIndex(({ version }) => version >= ALLOCATIONS_SINCE);
  const row = versions[at];
  if (!row) return null;
  if (at > 0) return { height: row.height, certain: true };
  const late = view.network.startHeight > 0 && row.version === ALLOCATIONS_SINCE;
  return late ? { height: row.height, certain: false } : null;
}

/** Whether allocations may come that an upgrade made and that are not taken over yet. */
export async function areMigratedToCome(view: View): Promise<boolean> {
  if ((await allocationsMade(view)) === null) return false;
  const row = await view.db
    .selectFrom('opening')
    .select(['done', 'refused'])
    .where('subject', '=', MIGRATED_SUBJECT)
    .executeTakeFirst();
  // What the node cannot tell does not come.
  return !row || (!row.done && row.refused === null);
}

/** Whether the answer is of a head at which that upgrade had not been carried out yet. */
export async function isBeforeAllocations(view: View): Promise<boolean> {
  if (!view.pinned) return false;
  const made = await allocationsMade(view);
  return made?.certain === true && view.answered.height <= made.height;
}
