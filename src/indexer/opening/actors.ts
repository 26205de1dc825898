/** Actors, in the order of the state tree. */
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { parseAddress, PROTOCOL_ID, protocolOf } from '#filecoin/address.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { walkActors, type StateActor } from '#filecoin/ipld/stateTree.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { actorChange, stateActor } from '../decode/actors.ts';
import { requireId } from '../decode/ids.ts';
import type { ActorChange } from '../types.ts';
import type { OpeningActor } from '../older.ts';
import type { OpeningSource, Subject } from './subject.ts';
import { olderWallet } from './wallets.ts';

/** Actors in one transaction. */
const SLICE = 1_000;

const ACCOUNT = ACTOR_KINDS.indexOf('account');

/**
 * An actor as it was in the state of `key`, with what else opens with it. An account comes with its
 * key's address and an actor with a delegated one with that. Other addresses stand only in the init
 * actor's table, a long search for the node: they are learnt when somebody uses them.
 */
export async function openingActor(
  node: NodeClient,
  actor: ActorChange,
  key: TipsetKey,
): Promise<OpeningActor> {
  const robust = actor.kind === ACCOUNT ? await keyOf(node, actor.id, key) : actor.delegated;
  return { ...actor, robust, wallet: await olderWallet(node, actor, key) };
}

/** An account's key; null for one of those that a network begins with, known by their ids alone. */
async function keyOf(node: NodeClient, id: number, key: TipsetKey): Promise<Uint8Array | null> {
  const address = parseAddress(await node.stateAccountKey(`f0${id}`, key));
  return protocolOf(address) === PROTOCOL_ID ? null : address;
}

export const ACTORS: Subject = {
  name: 'actors',
  async read(source, after) {
    const { node, kinds, key } = source;
    const { found, next } = await (source.objects === null
      ? listed(source, after)
      : walked(source, source.objects, after));
    await kinds.require(
      found.map(([, { code }]) => code),
      key,
    );
    const actors = await Promise.all(
      found.map(([id, actor]) => openingActor(node, actorChange(id, actor, kinds.kinds), key)),
    );
    return { older: { actors }, taken: found.length, after: next };
  },
};

interface Found {
  found: (readonly [id: number, actor: StateActor])[];
  next: string | null;
}

async function walked(
  { root }: OpeningSource,
  objects: ObjectSource,
  after: string | null,
): Promise<Found> {
  const found: Found['found'] = [];
  const behind = after === null ? {} : { after: Number(after) };
  for await (const [id, actor] of walkActors(objects, root, behind)) {
    found.push([Number(id), actor]);
    if (found.length === SLICE) return { found, next: String(id) };
  }
  return { found, next: null };
}

/** Of a recording without objects: all at once. A live node would walk through all of them for every slice. */
async function listed({ node, info, key }: OpeningSource, after: string | null): Promise<Found> {
  if (!info.recorded)
    throw new NodeError('unsupported', 'Filecoin.ChainReadObj', 'the node tells no objects', {
      lasting: true,
    });
  const all = (await node.stateListActors(key)).map(requireId).sort((a, b) => a - b);
  const ids = all.filter((id) => id > Number(after ?? -1)).slice(0, SLICE);
  const actors = await Promise.all(
    ids.map(async (id) => {
      const json = await node.stateGetActor(`f0${id}`, key);
      return json === null ? [] : [[id, stateActor(json)] as const];
    }),
  );
  const last = ids.at(-1);
  const next = last === undefined || last === all.at(-1) ? null : String(last);
  return { found: actors.flat(), next };
}
