/** Takes the index back below wrong rows, by its undo log, and indexes again what came after. */
import { tipsetKeyOf } from '../../decode/ids.ts';
import { partOf } from '#store/undo.ts';
import { unpackUndo } from '../../fold/undo.ts';
import { advance } from '../../chain/advance.ts';
import { Pace } from '../../chain/pace.ts';
import { GatheringHere } from '../../chain/run.ts';
import { Migration } from '../../opening/migrated.ts';
import { ROOM } from '../../opening/providers.ts';
import { placeOf, readCheckpoint, type CanonicalTipset } from '../../write/checkpoint.ts';
import { writeImages } from '../../write/state.ts';
import { inTransaction, type RepairContext } from './context.ts';

/** The lowest height from which on all executions can be undone; null where none can. */
export async function undoableFrom({ store }: RepairContext): Promise<number | null> {
  const { db } = store;
  const lacking = await db
    .selectFrom('tipset')
    .select('height')
    .where('executed', '=', true)
    .where('height', 'not in', db.selectFrom('undo').select('height'))
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = await db
    .selectFrom('tipset')
    .select('height')
    .where('executed', '=', true)
    // Below the first tipset there is nothing to go back to.
    .where('ordinal', '>', 0)
    .where('height', '>', lacking?.height ?? -1)
    .orderBy('height')
    .limit(1)
    .executeTakeFirst();
  return first?.height ?? null;
}

/**
 * The lowest height from which on rows of these tables that belong to `owner` come anew when what follows
 * is indexed again: of each table the newest change that the undo log has. Null where it has none.
 */
export async function loggedFrom(
  { store }: RepairContext,
  tables: readonly string[],
  owner: number,
): Promise<number | null> {
  const docs = await store.db
    .selectFrom('undo')
    .selectAll()
    .where('part', 'in', [...new Set(tables.map((table) => partOf(table, String(owner))))])
    .orderBy('height', 'desc')
    .execute();
  const newest = new Map<string, number>();
  for (const { height, doc } of docs)
    for (const { table, key } of unpackUndo(doc))
      if (tables.includes(table) && key.split('/', 1)[0] === String(owner) && !newest.has(table))
        newest.set(table, height);
  return newest.size === 0 ? null : Math.min(...newest.values());
}

/** Puts back the rows of these actors as the newest changes in the undo log found them; what follows is to be indexed again. */
export async function putBack({ store }: RepairContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const docs = await store.db
    .selectFrom('undo')
    .selectAll()
    .where('part', '=', 'actor')
    .orderBy('height')
    .execute();
  const own = docs
    .flatMap(({ doc }) => unpackUndo(doc))
    .filter(({ table, key }) => table === 'actor' && ids.includes(Number(key)));
  const newest = new Map(own.map((image) => [image.key, image]));
  await inTransaction(store, (trx) => writeImages(trx, [...newest.values()]));
}

/**
 * Indexes the tipsets from `height` on anew, up to the head that the index has. Until the first of
 * them are written nothing is taken back; cut short later, the index goes on from where it is.
 */
export async function indexAgain(
  { store, truth, startHeight }: RepairContext,
  height: number,
): Promise<void> {
  const { db } = store;
  const checkpoint = await readCheckpoint(db);
  const below = await db
    .selectFrom('tipset')
    .select(['height', 'key'])
    .where('height', '<', height)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const final = await finalPlace(db, checkpoint.finalHeight);
  const { node, gatherer } = truth;
  await advance(
    {
      node,
      store,
      gatherer,
      gathering: new GatheringHere(gatherer),
      startHeight,
      migration: Migration.of(gatherer, startHeight),
      room: ROOM,
      pace: new Pace(),
      signal: new AbortController().signal,
      onWritten: ({ checkpoint: { head }, revert }) =>
        store.notifyHead({
          height: head?.height ?? height,
          key: head?.id ?? '',
          ...(revert ? { reorgFrom: revert.forkHeight } : {}),
        }),
    },
    // What is final is not to become another chain; these are rows of the same one.
    { ...checkpoint, finalHeight: null },
    {
      target: await node.chainGetTipSet(tipsetKeyOf(checkpoint.head?.key ?? new Uint8Array())),
      fork: placeOf(below.height, below.key),
      final,
      belowFinal: false,
    },
  );
}

async function finalPlace(
  db: RepairContext['store']['db'],
  height: number | null,
): Promise<CanonicalTipset | null> {
  if (height === null) return null;
  const row = await db
    .selectFrom('tipset')
    .select('key')
    .where('height', '=', height)
    .executeTakeFirst();
  return row ? placeOf(height, row.key) : null;
}
