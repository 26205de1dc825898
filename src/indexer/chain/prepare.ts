/** What folding needs beyond a tipset's own answers: older actors and addresses that no trace told. */
import { sql, type Kysely } from 'kysely';
import { NodeError } from '#node/errors.ts';
import { orNull } from '#node/refusals.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { records } from '#store/records.ts';
import type { Database } from '#store/schema.ts';
import { parseAddress } from '#filecoin/address.ts';
import { subtractIntegers } from '#filecoin/encoding/integers.ts';
import { isRefused } from '#filecoin/execution/gas.ts';
import { netMoves } from '../check/balances.ts';
import { subtractRuns } from '#filecoin/encoding/bitsets.ts';
import { idOfText, knownId, requireId, tipsetKeyOf } from '../decode/ids.ts';
import { NOTHING_OLDER } from '../fold/older.ts';
import { openingActor } from '../opening/actors.ts';
import { areTaken, type Migration } from '../opening/migrated.ts';
import { MINER_KIND, olderProvider } from '../opening/providers.ts';
import { touchedSectors, unopenedOf, type Unopened } from '../opening/sectors.ts';
import { olderWallet } from '../opening/wallets.ts';
import { NO_OLDER_STORAGE } from '../parts/deals/acts.ts';
import type { StorageKey } from '../parts/deals/older.ts';
import type { OlderProvider } from '../parts/sectors/opening.ts';
import type { ChainUnit } from '../parts/part.ts';
import type { Older, OpeningActor } from '../older.ts';
import type { Gatherer } from './gather.ts';
import { olderStorage } from './olderStorage.ts';

/** Ids below are the network's own actors, which have no other address. */
const FIRST_ORDINARY_ID = 80;

export interface PrepareContext {
  node: NodeClient;
  db: Kysely<Database>;
  gatherer: Gatherer;
  startHeight: number;
  /** The upgrade that made allocations; null where the index meets none. */
  migration: Migration | null;
  /** Sectors of one provider that are read at once. */
  room: number;
  /** Actors created above it do not count as known: they are about to be reverted. */
  forkHeight: number | null;
}

/**
 * Completes units (oldest first) whose last one's child has the key `childKey`. At the genesis all its
 * actors open the index. In an index that begins later, an actor opens with the balance it had
 * before the first tipset that touches it, which is what it had at the beginning, and so do a provider
 * and its sectors; those that nothing touches are taken over by and by (opening.ts). So it is with
 * allocations that an upgrade made without messages, in any index.
 */
export async function prepare(
  context: PrepareContext,
  units: readonly ChainUnit[],
  childKey: TipsetKey,
): Promise<void> {
  const migrated = await migratedAt(context, units);
  const stored = ({ parts }: ChainUnit): StorageKey[] => {
    const keys = parts.flatMap((part) => part.stored());
    if (context.startHeight > 0) return keys;
    return migrated === null ? [] : keys.filter(({ table }) => table === 'allocation');
  };
  const known = {
    actors: await knownIds(context, 'actor', units.flatMap(touchedActors)),
    providers: await knownIds(context, 'miner', units.flatMap(touchedProviders)),
    storage: await knownStorage(context, units.flatMap(stored)),
  };
  const unopened: Unopened =
    context.startHeight > 0 ? await unopenedOf(context.db, units) : new Map();
  for (const [index, unit] of units.entries()) {
    const key = tipsetKeyOf(unit.tipset.key);
    const after = units[index + 1];
    const next = after ? tipsetKeyOf(after.tipset.key) : childKey;
    const keys = stored(unit).filter(unseen(known.storage));
    if (unit.tipset.height === 0) unit.older = await genesis(context, key);
    else if (context.startHeight === 0) {
      if (keys.length > 0) {
        const storage = await olderStorage(context.node, keys, key, migrated);
        unit.older = { ...NOTHING_OLDER, storage };
      }
    } else {
      const actors = await olderActors(context, unit, known.actors, key);
      const providers = await olderProviders(context, unit, known.providers, key);
      for (const { sectors } of providers) unopened.set(sectors.miner, sectors.unopened);
      const sectors = await touchedSectors(context.node, unit, unopened, key, next);
      for (const { miner, numbers } of sectors)
        unopened.set(miner, subtractRuns(unopened.get(miner) ?? [], numbers));
      unit.older = {
        actors,
        providers,
        sectors,
        wallets: [],
        contracts: [],
        addresses: [],
        storage: await olderStorage(context.node, keys, key, migrated),
      };
    }
    for (const actor of unit.older.actors) known.actors.add(actor.id);
    for (const { miner } of unit.older.providers) known.providers.add(miner.id);
    for (const { id, kind } of unit.executed.changes)
      if (kind === MINER_KIND) known.providers.add(id);
    const made = new Map(unit.executed.made.map(([address, id]) => [id, address]));
    const named = new Set(unit.executed.learned.map(([, id]) => id));
    for (const change of unit.executed.changes) {
      if (known.actors.has(change.id)) continue;
      known.actors.add(change.id);
      if (named.has(change.id) || change.delegated) continue;
      const robust = made.get(change.id) ?? (await robustAddress(context.node, change.id, next));
      if (robust) unit.executed.learned.push([robust, change.id]);
    }
  }
}

/** Those of them that the index knows below the fork. */
async function knownIds(
  { db, forkHeight }: PrepareContext,
  table: 'actor' | 'miner',
  touched: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; created_height: number | null }>`
    select id, created_height from ${sql.table(table)} where id in (select id from ${records(
      table,
      [...new Set(touched)].map((id) => ({ id })),
    )})`.execute(db);
  const known = rows.filter(
    (row) => forkHeight === null || (row.created_height ?? 0) <= forkHeight,
  );
  return new Set(known.map(({ id }) => id));
}

/**
 * Height of the tipset, below the fork or among the units, whose upgrade made allocations without
 * messages; null where there is none, or the index has all of them.
 */
async function migratedAt(
  context: PrepareContext,
  units: readonly ChainUnit[],
): Promise<number | null> {
  const { db, migration, forkHeight } = context;
  if (!migration?.isBelow(units.at(-1)?.tipset.height ?? 0)) return null;
  const height = await migration.heightIn(db);
  if (height !== null && (forkHeight === null || height <= forkHeight))
    return (await areTaken(db)) ? null : height;
  for (const [index, { tipset }] of units.entries()) {
    const below = units[index - 1]?.tipset.height ?? (await heightBelow(context, tipset.height));
    if (await migration.isBy(tipset, below)) return tipset.height;
  }
  return null;
}

/** Height of the tipset, at most the fork's, below that of the first unit; null of the index's first. */
async function heightBelow(
  { db, forkHeight }: PrepareContext,
  height: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('tipset')
    .select('height')
    .where('height', '<=', Math.min(height - 1, forkHeight ?? height))
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.height ?? null;
}

/** What of deals and data cap that units touch the index knows below the fork, as `storageText` has it. */
async function knownStorage(
  { db, forkHeight }: PrepareContext,
  touched: readonly StorageKey[],
): Promise<Set<string>> {
  const known = new Set<string>();
  for (const [table, keys] of Map.groupBy(touched, (key) => key.table)) {
    const column = sql.ref(table === 'verifier' || table === 'data_cap' ? 'actor_id' : 'id');
    const { rows } = await sql<{ id: number; height: number | null }>`
      select ${column} as id, height from ${sql.table(table)}
      where ${column} = any(${[...new Set(keys.map(({ id }) => id))]}::int8[])`.execute(db);
    for (const { id, height } of rows)
      if (forkHeight === null || (height ?? 0) <= forkHeight) known.add(storageText({ table, id }));
  }
  return known;
}

function storageText({ table, id }: Pick<StorageKey, 'table' | 'id'>): string {
  return `${table}/${id}`;
}

/** Whether a key comes up for the first time, and not by being made: only then it may be older. */
function unseen(known: Set<string>): (key: StorageKey) => boolean {
  return (key) => {
    const text = storageText(key);
    if (known.has(text)) return false;
    known.add(text);
    return !key.made;
  };
}

/** Providers whose rows its parts will look at. */
function touchedProviders(unit: ChainUnit): number[] {
  return unit.parts
    .flatMap((part) => part.touches(unit))
    .flatMap(({ table, key: [id] }) => (table === 'miner' && typeof id === 'number' ? [id] : []));
}

function touchedActors({ executed }: ChainUnit): number[] {
  return [
    ...executed.changes.map((change) => change.id),
    ...executed.deleted,
    ...executed.transfers.flatMap(({ from, to }) => [from, to]),
    ...executed.executions.flatMap(({ fromId, toId, events }) => [
      ...[fromId, toId].filter((id) => id !== null),
      ...events.map(({ emitter }) => knownId(emitter)).filter((id) => id !== null),
    ]),
  ];
}

/** All that the genesis holds opens the index at once. */
async function genesis({ node, gatherer, db }: PrepareContext, key: TipsetKey): Promise<Older> {
  // It stays when the first tipset's execution is taken back.
  const opened = await db.selectFrom('actor').select('id').limit(1).executeTakeFirst();
  if (opened) return NOTHING_OLDER;
  const ids = (await node.stateListActors(key)).map(requireId).sort((a, b) => a - b);
  const found = await Promise.all(ids.map((id) => gatherer.actor(id, key)));
  const actors = found.filter((actor) => actor !== null);
  const made = new Map((await gatherer.made(null, key)).map(([address, id]) => [id, address]));
  const opening = await Promise.all(
    actors.map(async (actor) => ({
      ...actor,
      robust: actor.delegated ?? made.get(actor.id) ?? (await robustAddress(node, actor.id, key)),
      wallet: await olderWallet(node, actor, key),
    })),
  );
  const miners = actors.filter(({ kind }) => kind === MINER_KIND);
  return {
    actors: opening,
    providers: await Promise.all(miners.map((miner) => olderProvider(node, miner, key, Infinity))),
    sectors: [],
    wallets: [],
    contracts: [],
    addresses: [],
    storage: NO_OLDER_STORAGE,
  };
}

async function olderActors(
  { node, gatherer }: PrepareContext,
  unit: ChainUnit,
  known: ReadonlySet<number>,
  key: TipsetKey,
): Promise<OpeningActor[]> {
  const unknown = [...new Set(touchedActors(unit))].filter((id) => !known.has(id));
  const actors = await Promise.all(
    unknown
      .sort((a, b) => a - b)
      .map(async (id) => {
        try {
          const actor = await gatherer.actor(id, key);
          return actor && (await openingActor(node, actor, key));
        } catch (error) {
          if (isLeftOut(gatherer, error)) return derivedActor(unit, id);
          throw error;
        }
      }),
  );
  return actors.filter((actor) => actor !== null);
}

/** Providers that are older than the index, as they were before it: nothing has touched them since. */
async function olderProviders(
  { node, gatherer, room }: PrepareContext,
  unit: ChainUnit,
  known: ReadonlySet<number>,
  key: TipsetKey,
): Promise<OlderProvider[]> {
  const unknown = [...new Set(touchedProviders(unit))].filter((id) => !known.has(id));
  const providers = await Promise.all(
    unknown
      .sort((a, b) => a - b)
      .map(async (id) => {
        try {
          const actor = await gatherer.actor(id, key);
          return actor?.kind === MINER_KIND ? await olderProvider(node, actor, key, room) : null;
        } catch (error) {
          if (isLeftOut(gatherer, error)) return null;
          throw error;
        }
      }),
  );
  return providers.filter((provider) => provider !== null);
}

/** A recording of a part of a chain leaves out what was before it. */
function isLeftOut({ partial }: Gatherer, error: unknown): boolean {
  return partial && error instanceof NodeError && error.lasting;
}

/**
 * What a recording of a part of a chain leaves out: the actor before its first change, with the
 * balance that its transfers lead from to the one that is told. Null where it had nothing and did
 * nothing, as an actor that is new.
 */
function derivedActor({ executed }: ChainUnit, id: number): OpeningActor | null {
  const after = executed.changes.find((change) => change.id === id);
  if (!after) return null;
  const balance = after.balance - (netMoves(executed.transfers).get(id) ?? 0n);
  const sent = executed.executions.filter(
    (execution) => execution.fromId === id && !isRefused(execution),
  );
  const nonce = subtractIntegers(after.nonce, sent.length);
  if (balance === 0n && nonce <= 0 && id >= FIRST_ORDINARY_ID) return null;
  return { ...after, balance, nonce, robust: after.delegated, wallet: null };
}

/** An actor's f1, f2, f3 or f4 address; null when it has none or the node cannot tell. */
async function robustAddress(
  node: NodeClient,
  id: number,
  key: TipsetKey,
): Promise<Uint8Array | null> {
  if (id < FIRST_ORDINARY_ID) return null;
  const text = await orNull(node.stateLookupRobustAddress(`f0${id}`, key));
  return text === null || idOfText(text) !== null ? null : parseAddress(text);
}
