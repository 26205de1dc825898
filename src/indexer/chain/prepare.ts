/** What folding needs beyond a tipset's own answers: older actors and addresses that no trace told. */
import { sql, type Kysely } from 'kysely';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { records } from '#store/records.ts';
import type { Database } from '#store/schema.ts';
import { parseAddress } from '#filecoin/address.ts';
import { netMoves } from '../check/balances.ts';
import { idOfText, requireId, tipsetKeyOf } from '../decode/ids.ts';
import type { ChainUnit, OpeningActor } from '../types.ts';
import type { Gatherer } from './gather.ts';
import { olderWallet } from './older.ts';
import { olderActor } from './opening.ts';

/** Ids below are the network's own actors, which have no other address. */
const FIRST_ORDINARY_ID = 80;

export interface PrepareContext {
  node: NodeClient;
  db: Kysely<Database>;
  gatherer: Gatherer;
  startHeight: number;
  /** Actors created above it do not count as known: they are about to be reverted. */
  forkHeight: number | null;
}

/**
 * Completes units (oldest first) whose last one's child has the key `childKey`. At the genesis all its
 * actors open the index. In an index that begins later, an actor opens with the balance it had
 * before the first tipset that touches it, which is what it had at the beginning; those that
 * nothing touches are taken over by and by (opening.ts).
 */
export async function prepare(
  context: PrepareContext,
  units: readonly ChainUnit[],
  childKey: TipsetKey,
): Promise<void> {
  const known = await knownActors(context, units);
  for (const [index, unit] of units.entries()) {
    const key = tipsetKeyOf(unit.tipset.key);
    const after = units[index + 1];
    if (unit.tipset.height === 0) unit.opening = await genesisActors(context, key);
    else if (context.startHeight > 0) unit.opening = await olderActors(context, unit, known, key);
    for (const actor of unit.opening) known.add(actor.id);
    const named = new Set(unit.executed.learned.map(([, id]) => id));
    for (const change of unit.executed.changes) {
      if (known.has(change.id)) continue;
      known.add(change.id);
      if (named.has(change.id) || change.delegated) continue;
      const robust = await robustAddress(
        context.node,
        change.id,
        after ? tipsetKeyOf(after.tipset.key) : childKey,
      );
      if (robust) unit.executed.learned.push([robust, change.id]);
    }
  }
}

async function knownActors(
  { db, forkHeight }: PrepareContext,
  units: readonly ChainUnit[],
): Promise<Set<number>> {
  const touched = new Set(units.flatMap(touchedActors));
  const { rows } = await sql<{ id: number; created_height: number }>`
    select id, created_height from actor where id in (select id from ${records(
      'actor',
      [...touched].map((id) => ({ id })),
    )})`.execute(db);
  const known = rows.filter((row) => forkHeight === null || row.created_height <= forkHeight);
  return new Set(known.map(({ id }) => id));
}

function touchedActors({ executed }: ChainUnit): number[] {
  return [
    ...executed.changes.map((change) => change.id),
    ...executed.deleted,
    ...executed.transfers.flatMap(({ from, to }) => [from, to]),
    ...executed.executions.flatMap(({ fromId, toId, events }) => [
      fromId,
      ...(toId === null ? [] : [toId]),
      ...events.map((event) => event.emitter),
    ]),
  ];
}

async function genesisActors(
  { node, gatherer, db }: PrepareContext,
  key: TipsetKey,
): Promise<OpeningActor[]> {
  // They stay when the first tipset's execution is taken back.
  const opened = await db.selectFrom('actor').select('id').limit(1).executeTakeFirst();
  if (opened) return [];
  const ids = (await node.stateListActors(key)).map(requireId).sort((a, b) => a - b);
  const actors = await Promise.all(ids.map((id) => openingActor(node, gatherer, id, key)));
  return actors.filter((actor) => actor !== null);
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
      .map((id) =>
        olderActor({ node, gatherer }, id, key).catch((error: unknown) => {
          if (gatherer.partial && error instanceof NodeError && error.kind === 'rpc')
            return derivedActor(unit, id);
          throw error;
        }),
      ),
  );
  return actors.filter((actor) => actor !== null);
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
  const nonce = after.nonce - executed.executions.filter(({ fromId }) => fromId === id).length;
  if (balance === 0n && nonce <= 0 && id >= FIRST_ORDINARY_ID) return null;
  return { ...after, balance, nonce, robust: after.delegated, wallet: null };
}

async function openingActor(
  node: NodeClient,
  gatherer: Gatherer,
  id: number,
  key: TipsetKey,
): Promise<OpeningActor | null> {
  const actor = await gatherer.actor(id, key);
  if (!actor) return null;
  const robust = actor.delegated ?? (await robustAddress(node, id, key));
  return { ...actor, robust, wallet: await olderWallet(node, actor, key) };
}

/** An actor's f1, f2, f3 or f4 address; null when it has none or the node cannot tell. */
async function robustAddress(
  node: NodeClient,
  id: number,
  key: TipsetKey,
): Promise<Uint8Array | null> {
  if (id < FIRST_ORDINARY_ID) return null;
  try {
    const text = await node.stateLookupRobustAddress(`f0${id}`, key);
    return text === null || idOfText(text) !== null ? null : parseAddress(text);
  } catch (error) {
    if (error instanceof NodeError && (error.kind === 'rpc' || error.kind === 'unsupported'))
      return null;
    throw error;
  }
}
