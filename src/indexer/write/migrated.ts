/** Takes back the allocations that an upgrade made without messages, with the tipset that carried it out. */
import type { Trx } from '#store/store.ts';
import { MIGRATED_SUBJECT } from '#store/opening.ts';
import { OLDER } from '../fold/lists.ts';

/** There are no allocations before this network version. */
const FIRST_VERSION = 17;

/**
 * Forgets those of tipsets from a height on, whose facts are deleted and whose state is put back: they
 * are no part of the undo log. In an index that is below that network version again they were the only
 * allocations that no message made.
 */
export async function forgetMigrated(trx: Trx, from: number): Promise<void> {
  const reached = await trx
    .selectFrom('network_version')
    .select('height')
    .where('version', '>=', FIRST_VERSION)
    .limit(1)
    .executeTakeFirst();
  if (reached) return;
  await trx.deleteFrom('opening').where('subject', '=', MIGRATED_SUBJECT).execute();
  const { numDeletedRows: gone } = await trx
    .deleteFrom('allocation')
    .where('ord', 'is', null)
    .where('height', '>=', from)
    .executeTakeFirst();
  if (gone === 0n) return;
  await trx.deleteFrom('counter').where('key', '=', `${OLDER}allocations`).execute();
  await trx
    .updateTable('older_storage')
    .set({ client_allocations: 0, provider_allocations: 0 })
    .where((row) =>
      row.or([row('client_allocations', '>', 0), row('provider_allocations', '>', 0)]),
    )
    .execute();
  await trx
    .deleteFrom('older_storage')
    .where('client_deals', '=', 0)
    .where('provider_deals', '=', 0)
    .where('client_allocations', '=', 0)
    .where('provider_allocations', '=', 0)
    .where('client_claims', '=', 0)
    .where('provider_claims', '=', 0)
    .execute();
}
