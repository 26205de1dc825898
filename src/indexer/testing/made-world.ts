/** The state of a made-up chain: actors with states of their own, as the objects of a real state tree. */
import { idAddress, INIT_ID, SYSTEM_ID } from '#filecoin/address.ts';
import { CODE_CID_START, CODES } from '#filecoin/actors/codes.ts';
import { ACTOR_KINDS, namedBundle, type ActorKind } from '#filecoin/actors/kinds.ts';
import { encodeManifest } from '#filecoin/actors/manifest.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { CborCid, encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { blake2b256, cidOf, parseCid } from '#filecoin/encoding/cid.ts';
import { buildHamt } from '#filecoin/ipld/buildHamt.ts';
import { encodeActor, encodeStateRoot, type StateActor } from '#filecoin/ipld/stateTree.ts';

/** Ids from here on are nobody's. */
const NEXT_ID = 100_000;

/** An actor as a test puts it. */
export interface MadeActor {
  kind: ActorKind;
  nonce: number;
  /** attoFIL */
  balance: bigint;
  state: CborValue;
  delegated: Uint8Array | null;
  /** The address that the init actor knows it by, besides the delegated one. */
  robust: Uint8Array | null;
}

/** Codes by kind, of one actors version. */
export interface MadeBundle {
  version: number;
  codes: Readonly<Record<string, string>>;
}

/** The codes of an actors version; from 8 on those of some network. `change` gives kinds another one. */
export function bundleOf(version: number, change: Record<string, string> = {}): MadeBundle {
  const named = namedBundle(version);
  if (named) return { version, codes: { ...named.codes, ...change } };
  const codes: Record<string, string> = {};
  for (const kind of ACTOR_KINDS) {
    const row = CODES.findLast(([of, name]) => of <= version && name === kind);
    if (row?.[2] !== undefined) codes[kind] = CODE_CID_START + row[2];
  }
  return { version, codes: { ...codes, ...change } };
}

/** Keeps the objects of all states. */
export class Objects {
  readonly all = new Map<string, Uint8Array>();

  put(object: Uint8Array): string {
    const cid = cidOf(blake2b256(object));
    this.all.set(cid, object);
    return cid;
  }

  link(value: CborValue): CborCid {
    return new CborCid(parseCid(this.put(encodeCbor(value))));
  }

  add(objects: ReadonlyMap<string, Uint8Array>): void {
    for (const [cid, object] of objects) this.all.set(cid, object);
  }
}

export class World {
  readonly actors: Map<number, MadeActor>;
  bundle: MadeBundle;

  constructor(bundle: MadeBundle, actors: ReadonlyMap<number, MadeActor> = new Map()) {
    this.bundle = bundle;
    this.actors = new Map([...actors].map(([id, actor]) => [id, { ...actor }]));
  }

  copy(): World {
    return new World(this.bundle, this.actors);
  }

  put(id: number, kind: ActorKind, balance: bigint, state: CborValue = [id]): MadeActor {
    const actor: MadeActor = { kind, nonce: 0, balance, state, delegated: null, robust: null };
    this.actors.set(id, actor);
    return actor;
  }

  /** An actor that has to be there. */
  get(id: number): MadeActor {
    const actor = this.actors.get(id);
    if (!actor) throw new Error(`no actor f0${id}`);
    return actor;
  }

  move(from: number, to: number, amount: bigint): void {
    this.get(from).balance -= amount;
    this.get(to).balance += amount;
  }

  /** As it stands in the tree. */
  stateActor(id: number, objects: Objects): StateActor {
    const { kind, nonce, balance, delegated } = this.get(id);
    const code = this.bundle.codes[kind];
    if (code === undefined) throw new Error(`no code of ${kind}`);
    return {
      code,
      head: objects.put(encodeCbor(this.#state(id, objects))),
      nonce,
      balance,
      delegated,
    };
  }

  /** CID of the state's root. */
  root(objects: Objects): string {
    const { version } = this.bundle;
    const tree = version < 10 ? 4 : 5;
    const entries = [...this.actors.keys()].map(
      (id) => [idAddress(id), encodeActor(this.stateActor(id, objects), tree)] as const,
    );
    const actors = buildHamt(entries, { old: version < 3 });
    objects.add(actors.objects);
    const info = objects.put(encodeCbor([]));
    return objects.put(encodeStateRoot({ version: tree, actors: actors.root, info }));
  }

  /** Of the actor that the init actor knows by this address. */
  idOf(address: Uint8Array): number | null {
    return this.#names().find(([name]) => equalBytes(name, address))?.[1] ?? null;
  }

  #names(): [address: Uint8Array, id: number][] {
    return [...this.actors].flatMap(([id, { robust, delegated }]) =>
      [robust, delegated].flatMap((address): [Uint8Array, number][] =>
        address ? [[address, id]] : [],
      ),
    );
  }

  #state(id: number, objects: Objects): CborValue {
    const { version } = this.bundle;
    if (id === INIT_ID) {
      const entries = this.#names().map(([name, of]) => [name, encodeCbor(of)] as const);
      const names = buildHamt(entries, { old: version < 3 });
      objects.add(names.objects);
      return [new CborCid(parseCid(names.root)), NEXT_ID, 'made'];
    }
    if (id !== SYSTEM_ID) return this.get(id).state;
    if (version < 8) return [];
    return [new CborCid(parseCid(objects.put(encodeManifest(this.bundle.codes))))];
  }
}
