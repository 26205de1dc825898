/** Changes the undo log: rows as they were are to be as they would have been. */
import type { Trx } from '#store/store.ts';
import { packUndo, unpackUndo } from '../fold/undo.ts';
import type { UndoImage } from '../fold/state.ts';

/**
 * Puts the images of a document of each tipset (`part`: store/undo.ts) through `change`, which answers
 * what takes their place; null leaves them. They are of the state before the execution at `height`; the
 * newest tipset's come first.
 */
export async function changeImages(
  trx: Trx,
  part: string,
  change: (images: UndoImage[], height: number) => UndoImage[] | null,
): Promise<void> {
  const docs = await trx
    .selectFrom('undo')
    .selectAll()
    .where('part', '=', part)
    .orderBy('height', 'desc')
    .execute();
  for (const { height, doc } of docs) {
    const changed = change(unpackUndo(doc), height);
    if (changed === null) continue;
    for (const own of packUndo(changed))
      if (own.part === part)
        await trx
          .updateTable('undo')
          .set({ doc: own.doc })
          .where('height', '=', height)
          .where('part', '=', part)
          .execute();
  }
}
