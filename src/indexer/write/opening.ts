/** Writes actors that are older than the index, apart from any tipset. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import { foldOpening, type OpeningPlace } from '../fold/opening.ts';
import { emptyFacts } from '../fold/rows.ts';
import { StateView } from '../fold/state.ts';
import { listOlderChannels } from '../parts/wallets/older.ts';
import type { OpeningActor } from '../types.ts';
import { takeCheckpoint, type Checkpoint } from './checkpoint.ts';
import { appendFacts } from './facts.ts';
import { writeView } from './state.ts';

/** Where the index begins, in time as well. */
export async function openingPlace(trx: Trx, height: number): Promise<OpeningPlace> {
  const network = await trx
    .selectFrom('network')
    .select(['genesis_timestamp', 'epoch_seconds'])
    .executeTakeFirstOrThrow();
  return { height, timestamp: network.genesis_timestamp + height * network.epoch_seconds };
}

/** How far the list of actors at the beginning has been gone through. */
export interface OpeningProgress {
  /** All actors up to this id are known; -1 when none is. */
  through: number;
  /** How many actors there were at the beginning; null until the node has listed them. */
  listed: number | null;
  done: boolean;
  /** Why the node could not tell, in words. */
  refused: string | null;
}

export async function readOpening({ db }: Store): Promise<OpeningProgress> {
  const row = await db.selectFrom('opening').selectAll().executeTakeFirst();
  return row ?? { through: -1, listed: null, done: false, refused: null };
}

/**
 * Adds actors that the index did not know and records the progress, in one transaction. Those that
 * became known meanwhile are left as they are. Throws SecondWriterError.
 */
export async function writeOpening(
  store: Store,
  checkpoint: Checkpoint,
  startHeight: number,
  actors: readonly OpeningActor[],
  progress: OpeningProgress,
): Promise<Checkpoint> {
  return store.transaction(async (trx) => {
    const revision = await takeCheckpoint(trx, checkpoint.revision);
    const known = await knownIds(trx, actors);
    const fresh = actors.filter(({ id }) => !known.has(id));
    const view = new StateView();
    view.load('counter', await trx.selectFrom('counter').selectAll().execute());
    view.cover('counter', 'all');
    view.cover(
      'actor',
      fresh.map(({ id }) => [id]),
    );
    await loadAddresses(trx, view, fresh);
    const facts = emptyFacts();
    foldOpening(view, fresh, await openingPlace(trx, startHeight), facts);
    await appendFacts(store, trx, facts);
    await writeView(store, trx, view);
    await listOlderChannels(trx, fresh, startHeight - 1);
    await writeProgress(trx, progress);
    return { ...checkpoint, revision };
  });
}

export async function writeProgress(
  db: Kysely<Database>,
  { through, listed, done, refused }: OpeningProgress,
): Promise<void> {
  await sql`insert into opening (id, through, listed, done, refused)
    values (1, ${through}, ${listed}, ${done}, ${refused})
    on conflict (id) do update set through = excluded.through, listed = excluded.listed,
      done = excluded.done, refused = excluded.refused`.execute(db);
}

async function knownIds(trx: Trx, actors: readonly OpeningActor[]): Promise<Set<number>> {
  const ids = actors.map(({ id }) => id);
  const rows = await trx
    .selectFrom('actor')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::int8[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function loadAddresses(
  trx: Trx,
  view: StateView,
  actors: readonly OpeningActor[],
): Promise<void> {
  const addresses = actors.flatMap(({ robust, delegated }) =>
    [robust, delegated].filter((address) => address !== null),
  );
  if (addresses.length > 0)
    view.load(
      'address',
      await trx.selectFrom('address').selectAll().where('address', 'in', addresses).execute(),
    );
  view.cover(
    'address',
    addresses.map((address) => [address]),
  );
}
