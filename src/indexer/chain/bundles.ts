/** Codes of actors that the node could not tell when an upgrade gave them, or that nobody asked for then. */
import type { Store } from '#store/store.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import { bundleRows } from '../parts/network/index.ts';
import { takeCheckpoint, type Checkpoint } from '../write/checkpoint.ts';
import type { Gatherer } from './gather.ts';

/** Asks for them again, by the state that each execution in doubt made: the one at its child's key. */
export async function fillBundles(
  store: Store,
  checkpoint: Checkpoint,
  gatherer: Pick<Gatherer, 'bundle'>,
): Promise<Checkpoint> {
  const missing = await store.db
    .selectFrom('network_version as v')
    .innerJoin('tipset as t', (join) =>
      join.on('t.height', '=', ({ selectFrom }) =>
        selectFrom('tipset as c')
          .select(({ fn }) => fn.min('c.height').as('height'))
          .whereRef('c.height', '>', 'v.height'),
      ),
    )
    .select(['v.height', 't.key'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('actor_bundle as b').select('b.kind').whereRef('b.height', '=', 'v.height'),
        ),
      ),
    )
    .orderBy('v.height')
    .execute();
  const told: ReturnType<typeof bundleRows> = [];
  for (const { height, key } of missing) {
    const bundle = await gatherer.bundle(tipsetKeyOf(key));
    if (bundle) told.push(...bundleRows(height, bundle));
  }
  if (told.length === 0) return checkpoint;
  const revision = await store.transaction(async (trx) => {
    const next = await takeCheckpoint(trx, checkpoint.revision);
    await trx.insertInto('actor_bundle').values(told).execute();
    return next;
  });
  return { ...checkpoint, revision };
}
