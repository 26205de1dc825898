/** What of the time before the index is known. */
import type { SubjectName } from '#store/opening.ts';
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
