/** Storage providers with their sectors, in the order of the power actor's claims. */
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { actorIdOf, idAddress, STORAGE_POWER_ID } from '#filecoin/address.ts';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { findInHamt, walkHamt } from '#filecoin/ipld/hamt.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import { requireId } from '../decode/ids.ts';
import { minerAt } from '../parts/miners/gather.ts';
import { claimsOf } from '../parts/miners/state.ts';
import { openProvider, type OlderProvider } from '../parts/sectors/opening.ts';
import type { ActorChange } from '../types.ts';
import type { OpeningSource, Subject } from './subject.ts';

export const MINER_KIND = ACTOR_KINDS.indexOf('storageminer');

/** Providers in one transaction. */
const SLICE = 20;
/** Sectors of one provider that are read at once: further ones come with `sectors.ts`, their sets at once. */
export const ROOM = 10_000;

/** A provider in the state of `key`, of which `actor` is its entry. */
export async function olderProvider(
  node: NodeClient,
  { id, balance }: Pick<ActorChange, 'id' | 'balance'>,
  key: TipsetKey,
  room: number,
): Promise<OlderProvider> {
  const json = await node.stateReadState(`f0${id}`, key);
  const [miner, sectors] = await Promise.all([
    minerAt(node, id, balance, json, key, true),
    openProvider(node, key, id, json, room),
  ]);
  return { miner, sectors };
}

export const PROVIDERS: Subject = {
  name: 'providers',
  async read(source, after) {
    const { node, key, room } = source;
    const { ids, next } = await claimants(source, after);
    const providers = await Promise.all(
      ids.map(async (id) => {
        const actor = await node.stateGetActor(`f0${id}`, key);
        if (!actor) return [];
        return [await olderProvider(node, { id, balance: BigInt(actor.Balance) }, key, room)];
      }),
    );
    return { older: { providers: providers.flat() }, taken: ids.length, after: next };
  },
};

/** Whether it has a claim of power: those without are not taken over. */
export async function hasClaim(source: OpeningSource, id: number): Promise<boolean> {
  const { node, objects, key } = source;
  const claims = await claimsIn(source);
  if (!objects || claims === null) return (await node.stateListMiners(key)).includes(`f0${id}`);
  const [claim] = await findInHamt(objects, claims, [idAddress(id)]);
  return claim != null;
}

/** Root of all claims; null where the node does not tell it as objects. */
async function claimsIn({ node, objects, info, key }: OpeningSource): Promise<string | null> {
  if (!objects || !info.capabilities.has('ActorObjects')) return null;
  return claimsOf(await node.stateReadState(`f0${STORAGE_POWER_ID}`, key));
}

/** The next ones with a claim of power; a node that tells no objects lists them at once. */
async function claimants(
  source: OpeningSource,
  after: string | null,
): Promise<{ ids: number[]; next: string | null }> {
  const { node, objects, key } = source;
  const claims = await claimsIn(source);
  if (objects && claims !== null) return claimed(objects, claims, after);
  const listed = (await node.stateListMiners(key)).map(requireId).sort((a, b) => a - b);
  const ids = listed.filter((id) => id > Number(after ?? -1)).slice(0, SLICE);
  const last = ids.at(-1);
  return { ids, next: last === undefined || last === listed.at(-1) ? null : String(last) };
}

async function claimed(
  objects: ObjectSource,
  claims: string,
  after: string | null,
): Promise<{ ids: number[]; next: string | null }> {
  const ids: number[] = [];
  for await (const { key } of walkHamt(
    objects,
    claims,
    after === null ? {} : { after: fromHex(after) },
  )) {
    const id = actorIdOf(key);
    if (id !== null) ids.push(id);
    if (ids.length === SLICE) return { ids, next: toHex(key) };
  }
  return { ids, next: null };
}
