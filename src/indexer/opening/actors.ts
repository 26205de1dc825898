/** Actors, in the order of the state tree. */
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { parseAddress } from '#filecoin/address.ts';
import { walkActors, type StateActor } from '#filecoin/ipld/stateTree.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { actorChange } from '../decode/actors.ts';
import type { ActorChange, OpeningActor } from '../types.ts';
import type { Subject } from './subject.ts';
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
  const robust =
    actor.kind === ACCOUNT
      ? parseAddress(await node.stateAccountKey(`f0${actor.id}`, key))
      : actor.delegated;
  return { ...actor, robust, wallet: await olderWallet(node, actor, key) };
}

export const ACTORS: Subject = {
  name: 'actors',
  async read({ node, objects, kinds, key, root }, after) {
    if (!objects) throw new NodeError('unsupported', 'ChainReadObj', 'the node tells no objects');
    const found: (readonly [id: number, actor: StateActor])[] = [];
    const behind = after === null ? {} : { after: Number(after) };
    for await (const [id, actor] of walkActors(objects, root, behind)) {
      found.push([Number(id), actor]);
      if (found.length === SLICE) break;
    }
    await kinds.require(
      found.map(([, { code }]) => code),
      key,
    );
    const actors = await Promise.all(
      found.map(([id, actor]) => openingActor(node, actorChange(id, actor, kinds.kinds), key)),
    );
    const last = found.at(-1)?.[0];
    const next = found.length < SLICE || last === undefined ? null : String(last);
    return { older: { actors }, taken: found.length, after: next };
  },
};
