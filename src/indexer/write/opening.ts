/** Writes what is older than the index, apart from any tipset. */
import type { Kysely } from 'kysely';
import type { Database } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import { foldOlder, type OpeningPlace } from '../fold/opening.ts';
import { emptyFacts } from '../fold/tables.ts';
import { StateView } from '../fold/state.ts';
import { loadOlder, unknownOf } from '../fold/older.ts';
import { listOlderChannels } from '../parts/wallets/older.ts';
import type { Older } from '../older.ts';
import { takeCheckpoint, type Checkpoint } from './checkpoint.ts';
import { nameActors } from './addresses.ts';
import { codeContracts } from './contracts.ts';
import { appendFacts } from './facts.ts';
import { writeView } from './state.ts';

/** Where the index begins, in time as well. */
export async function openingPlace(trx: Trx, height: number): Promise<OpeningPlace> {
  const network = await trx
    .selectFrom('network')
    .select(['genesis_timestamp', 'epoch_seconds'])
    .executeTakeFirstOrThrow();
  const { genesis_timestamp: genesis, epoch_seconds: epochSeconds } = network;
  return { height, timestamp: genesis + height * epochSeconds, genesis, epochSeconds };
}

/** How far a subject of the opening (opening/subject.ts) has been gone through. */
export interface OpeningProgress {
  subject: string;
  /** Where the last slice ended. */
  after: string | null;
  taken: number;
  done: boolean;
  /** Why the node could not tell, in words. */
  refused: string | null;
}

/** Of the subjects that have been begun. */
export async function readOpening({ db }: Store): Promise<OpeningProgress[]> {
  return db.selectFrom('opening').selectAll().execute();
}

/**
 * Adds what the index did not know and records the progress, in one transaction; none where no slice
 * was read. What became known meanwhile is left as it is. Throws SecondWriterError.
 */
export async function writeOpening(
  store: Store,
  checkpoint: Checkpoint,
  startHeight: number,
  older: Older,
  progress: OpeningProgress | null,
): Promise<Checkpoint> {
  return store.transaction(async (trx) => {
    const revision = await takeCheckpoint(trx, checkpoint.revision);
    const unknown = await unknownOf(trx, older);
    const place = await openingPlace(trx, startHeight);
    const view = new StateView();
    await loadOlder(trx, view, unknown, place);
    const facts = emptyFacts();
    foldOlder(view, unknown, place, facts);
    await appendFacts(store, trx, facts);
    await writeView(store, trx, view);
    await listOlderChannels(trx, [...unknown.actors, ...unknown.wallets], startHeight - 1);
    await nameActors(trx, unknown.addresses);
    await codeContracts(trx, unknown.contracts);
    if (progress) await writeProgress(trx, progress);
    return { ...checkpoint, revision };
  });
}

export async function writeProgress(
  db: Kysely<Database>,
  progress: OpeningProgress,
): Promise<void> {
  const { subject: _, ...columns } = progress;
  await db
    .insertInto('opening')
    .values(progress)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(columns))
    .execute();
}
