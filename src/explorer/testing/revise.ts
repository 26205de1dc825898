import type { Store } from '#store/store.ts';

/** Tells that rows were changed beside the chain, as whatever changes them does: what is held of them goes. */
export async function revise({ db }: Store): Promise<void> {
  await db
    .updateTable('revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .execute();
}
