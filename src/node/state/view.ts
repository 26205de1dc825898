/** Actors of one state of the chain, and what their own states hold, out of objects. */
import { INIT_ID, PROTOCOL_ID, protocolOf, SYSTEM_ID } from '#filecoin/address.ts';
import { kindOfCode, type ActorCode, type ActorKind } from '#filecoin/actors/kinds.ts';
import { readState, type StateKind, type States } from '#filecoin/actors/state/index.ts';
import { unsignedOf } from '#filecoin/actors/facts/read.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { findInHamt } from '#filecoin/ipld/hamt.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { actorIdOfKey, actorsOf, type StateActor } from '#filecoin/ipld/stateTree.ts';
import type { TipsetKey } from '../types.ts';
import type { TipsetState } from './roots.ts';

/** What an actor's code (its CID) is at a tipset; null when nobody knows. */
export type KindOf = (code: string, key: TipsetKey) => Promise<ActorCode | null>;

/** An actor whose code is known. */
export interface KnownActor extends ActorCode {
  readonly id: Uint64;
  readonly actor: StateActor;
}

/** A question that these objects do not answer: the node is asked it as it is. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** An actor's code that nobody knows. */
export class UnknownCode extends Error {
  override readonly name = 'UnknownCode';
}

/** Codes of before actors version 8 are known by themselves, and from then on it has one form. */
const NEWEST_SYSTEM: ActorCode = { kind: 'system', version: Infinity };

/** The state of a tipset: before its messages ran. */
export class StateView {
  readonly objects: ObjectSource;
  readonly key: TipsetKey;
  /** CID of the root. */
  readonly root: string;
  /** The tipset's. */
  readonly height: number;
  readonly #kindOf: KindOf;

  constructor(
    objects: ObjectSource,
    kindOf: KindOf,
    key: TipsetKey,
    { root, height }: TipsetState,
  ) {
    this.objects = objects;
    this.height = height;
    this.root = root;
    this.key = key;
    this.#kindOf = kindOf;
  }

  /** Null when there is none. */
  async actor(id: Uint64): Promise<StateActor | null> {
    const [actor = null] = await actorsOf(this.objects, this.root, [id]);
    return actor;
  }

  /** @throws Unanswered when there is no such actor, UnknownCode */
  async known(id: Uint64): Promise<KnownActor> {
    const actor = await this.actor(id);
    if (actor === null) throw new Unanswered('no such actor');
    // What codes are is known by the system actor's state: it cannot depend on that itself.
    if (id === SYSTEM_ID) return { ...(kindOfCode(actor.code) ?? NEWEST_SYSTEM), id, actor };
    const code = await this.#kindOf(actor.code, this.key);
    if (code === null) throw new UnknownCode(`unknown code ${actor.code}`);
    return { ...code, id, actor };
  }

  /** @throws Unanswered when it is none of this kind, and as `known` does */
  async ofKind(id: Uint64, kind: ActorKind): Promise<KnownActor> {
    const known = await this.known(id);
    if (known.kind === kind) return known;
    throw new Unanswered(`a ${known.kind}, not a ${kind}`);
  }

  /** The state that an actor's Head names. @throws StateError */
  async stateOf<Kind extends StateKind>(known: KnownActor, kind: Kind): Promise<States[Kind]> {
    return readState(kind, known.version, await this.object(known.actor.head));
  }

  /** State and actors version of an actor. @throws StateError, and as `ofKind` does */
  async read<Kind extends StateKind>(
    id: Uint64,
    kind: Kind,
  ): Promise<{ version: number; state: States[Kind] }> {
    const known = await this.ofKind(id, kind);
    return { version: known.version, state: await this.stateOf(known, kind) };
  }

  async object(cid: string): Promise<Uint8Array> {
    const [object] = await this.objects.read([cid]);
    if (object === undefined) throw new RangeError('a source that leaves objects out');
    return object;
  }

  /** Id of the actor that an address names; null when no actor has it. @throws StateError */
  async idOf(address: Uint8Array): Promise<Uint64 | null> {
    if (protocolOf(address) === PROTOCOL_ID) return actorIdOfKey(address);
    const { state } = await this.read(INIT_ID, 'init');
    const [entry] = await findInHamt(this.objects, state.AddressMap['/'], [address]);
    return entry == null ? null : readValue('id of an actor', () => unsignedOf(entry.value));
  }
}

/** Text of the address of an id. */
export function idText(id: Uint64): string {
  return `f0${String(id)}`;
}
