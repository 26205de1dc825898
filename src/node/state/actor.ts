/** Actors as nodes tell them, out of the state tree and their own states. */
import {
  formatAddress,
  INIT_ID,
  parseAddress,
  PROTOCOL_ACTOR,
  PROTOCOL_ID,
  protocolOf,
} from '#filecoin/address.ts';
import { unsignedOf } from '#filecoin/actors/facts/read.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { walkHamt } from '#filecoin/ipld/hamt.ts';
import { actorIdOfKey, type StateActor } from '#filecoin/ipld/stateTree.ts';
import type { ActorJson, ActorStateJson } from '../types.ts';
import type { MinerReader } from './miner.ts';
import { Unanswered, type KnownActor, type StateView } from './view.ts';

/** StateGetActor. @throws StateError */
export function actorJson(actor: StateActor): ActorJson {
  const { code, head, nonce, balance } = actor;
  return {
    Code: { '/': code },
    Head: { '/': head },
    Nonce: nonce,
    Balance: String(balance),
    DelegatedAddress: delegatedOf(actor),
  };
}

/** An actor's f4 address. @throws StateError */
function delegatedOf({ delegated }: StateActor): string | null {
  return delegated && readValue('delegated address', () => formatAddress(delegated));
}

/**
 * StateAccountKey: the f1, f3 or f4 address of the account with this address.
 * @throws Unanswered where there is no such account, and as StateView's methods do
 */
export async function accountKey(view: StateView, address: Uint8Array): Promise<string> {
  const protocol = protocolOf(address);
  // Nodes refuse these, though they could look them up.
  if (protocol === PROTOCOL_ACTOR) throw new Unanswered('no address of a key');
  return protocol === PROTOCOL_ID ? keyOf(view, actorIdOfKey(address)) : formatAddress(address);
}

/**
 * StateLookupRobustAddress, null where an actor has none: its f4 address, or the one by which an account
 * was made. Those of other actors stand in the init actor's table, by address: the node is asked, for
 * which it is a search through all addresses (`walkAddresses` learns them all).
 * @throws Unanswered for those, and as StateView's methods do
 */
export async function robustAddress(view: StateView, id: Uint64): Promise<string | null> {
  const key = await keyOf(view, id);
  const address = parseAddress(key);
  // Accounts that a network begins with may be known by their ids alone.
  if (protocolOf(address) === PROTOCOL_ID) return null;
  return (await view.idOf(address)) === id ? key : null;
}

/** An actor's f4 address, or an account's own. */
async function keyOf(view: StateView, id: Uint64): Promise<string> {
  const actor = await view.actor(id);
  if (actor === null) throw new Unanswered('no such actor');
  const delegated = delegatedOf(actor);
  if (delegated !== null) return delegated;
  return (await view.read(id, 'account')).state.Address;
}

/** The addresses by which actors were made, and their ids, as the init actor keeps them; all or those behind one. */
export async function* walkAddresses(
  view: StateView,
  after?: Uint8Array,
): AsyncGenerator<{ address: Uint8Array; id: Uint64 }, void, undefined> {
  const { state } = await view.read(INIT_ID, 'init');
  const options = after === undefined ? {} : { after };
  for await (const { key, value } of walkHamt(view.objects, state.AddressMap['/'], options))
    yield { address: key, id: readValue('id of an actor', () => unsignedOf(value)) };
}

/**
 * StateReadState.
 * @throws StateError, UnknownCode
 */
export async function actorState(
  view: StateView,
  known: KnownActor,
  miners: MinerReader,
): Promise<ActorStateJson> {
  const { actor, kind, version } = known;
  const State =
    kind === 'storageminer'
      ? await miners.state({ head: actor.head, version })
      : await view.stateOf(known, kind);
  return { Balance: String(actor.balance), Code: { '/': actor.code }, State };
}
