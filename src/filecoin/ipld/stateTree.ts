/**
 * The state tree of a tipset: `[version, actors, info]`, before specs-actors 2 the map of actors
 * itself. Actors are a HAMT by the bytes of their id address; an actor is `[code, head, nonce,
 * balance]`, since version 5 (network version 18) with its delegated address or null behind (lotus,
 * chain/types/state.go).
 */
import { PROTOCOL_ID } from '../address.ts';
import { bigintFromBytes } from '../amount.ts';
import { concatBytes, EncodingError } from '../encoding/bytes.ts';
import { isCborArray, cborItems } from '../encoding/cbor-items.ts';
import { CborWriter } from '../encoding/cbor-writer.ts';
import { CborCid, CborError, decodeCbor, type CborValue } from '../encoding/cbor.ts';
import { formatCid, isChainCid, parseCid } from '../encoding/cid.ts';
import { uint64, type Uint64 } from '../encoding/uint64.ts';
import { decodeUvarint, encodeUvarint } from '../encoding/varint.ts';
import { diffHamt, findInHamt, walkHamt, type HamtEntry } from './hamt.ts';
import type { ObjectSource } from './source.ts';
import { readNodes } from './tree.ts';
import type { DiffOptions } from './treeDiff.ts';

export interface StateRoot {
  /** 0 for the oldest form. */
  readonly version: number;
  /** CIDs of the map of actors and of the tree's own info, which the oldest form lacks. */
  readonly actors: string;
  readonly info: string | null;
}

/** An actor in the state tree. */
export interface StateActor {
  /** CIDs. */
  readonly code: string;
  readonly head: string;
  readonly nonce: Uint64;
  /** attoFIL. */
  readonly balance: bigint;
  /** Bytes of its delegated address; null where it has none, and before network version 18. */
  readonly delegated: Uint8Array | null;
}

const LAST_VERSION = 5;
const FIRST_DELEGATED = 5;

/** @throws CborError where it is no state root, and what the source throws */
export async function readStateRoot(source: ObjectSource, root: string): Promise<StateRoot> {
  return (await readStateRoots(source, [root]))[0] ?? { version: 0, actors: root, info: null };
}

async function readStateRoots(
  source: ObjectSource,
  cids: readonly string[],
): Promise<readonly StateRoot[]> {
  const roots: StateRoot[] = [];
  await readNodes(source, cids, (object, at) => roots.push(stateRootOf(object, cids[at] ?? '')));
  return roots;
}

function stateRootOf(object: Uint8Array, cid: string): StateRoot {
  // A node of a HAMT has two.
  if (isCborArray(object, 0) && cborItems(object, 0).length === 3)
    return { version: 0, actors: cid, info: null };
  const fields = decodeCbor(object);
  const [version, actors, info, more] = Array.isArray(fields)
    ? (fields as readonly CborValue[])
    : [];
  if (!Number.isInteger(version) || typeof version !== 'number' || more !== undefined)
    throw new CborError('no state root');
  if (version < 0 || version > LAST_VERSION) throw new CborError('a state root of unknown version');
  return { version, actors: cidText(actors), info: cidText(info) };
}

/** The state root object. */
export function encodeStateRoot({
  version,
  actors,
  info,
}: StateRoot & { info: string }): Uint8Array {
  return new CborWriter().array(3).int(version).cid(parseCid(actors)).cid(parseCid(info)).finish();
}

function cidText(value: CborValue | undefined): string {
  if (value instanceof CborCid && isChainCid(value.bytes)) return formatCid(value.bytes);
  throw new CborError('a state root without links');
}

/** @throws CborError */
export function actorOf(value: CborValue): StateActor {
  const fields = Array.isArray(value) ? (value as readonly CborValue[]) : [];
  const [code, head, nonce, balance, delegated = null] = fields;
  if (
    fields.length < 4 ||
    fields.length > 5 ||
    !(code instanceof CborCid && head instanceof CborCid) ||
    (typeof nonce !== 'number' && typeof nonce !== 'bigint') ||
    !(balance instanceof Uint8Array) ||
    !(delegated === null || delegated instanceof Uint8Array)
  )
    throw new CborError('no actor');
  try {
    return {
      code: formatCid(code.bytes),
      head: formatCid(head.bytes),
      nonce: uint64(nonce),
      balance: bigintFromBytes(balance),
      delegated,
    };
  } catch (error) {
    if (error instanceof EncodingError || error instanceof RangeError)
      throw new CborError('no actor', { cause: error });
    throw error;
  }
}

/** CBOR of an actor in a state tree of this version. */
export function encodeActor(actor: StateActor, version: number): Uint8Array {
  const withDelegated = version >= FIRST_DELEGATED;
  const writer = new CborWriter()
    .array(withDelegated ? 5 : 4)
    .cid(parseCid(actor.code))
    .cid(parseCid(actor.head))
    .int(actor.nonce)
    .bigint(actor.balance);
  if (!withDelegated) return writer.finish();
  if (actor.delegated === null) return writer.null().finish();
  return writer.bytes(actor.delegated).finish();
}

/** The key of an actor in the map: the bytes of its id address, up to 2^64 − 1. */
export function actorKey(id: Uint64): Uint8Array {
  return concatBytes(Uint8Array.of(PROTOCOL_ID), encodeUvarint(id));
}

/** The actor that has this key. @throws CborError */
export function actorIdOfKey(key: Uint8Array): Uint64 {
  try {
    const { value, end } = decodeUvarint(key, 1);
    if (key[0] === PROTOCOL_ID && end === key.length) return uint64(value);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
  }
  throw new CborError('an actor whose key is no id');
}

/**
 * The actors with these ids in the state with this root, in their order; null where there is none,
 * which the root proves.
 * @throws CborError, and what the source throws
 */
export async function actorsOf(
  source: ObjectSource,
  root: string,
  ids: readonly Uint64[],
): Promise<(StateActor | null)[]> {
  const { actors } = await readStateRoot(source, root);
  const entries = await findInHamt(source, actors, ids.map(actorKey));
  return entries.map((entry) => (entry === null ? null : actorOf(entry.value)));
}

/**
 * All actors of the state with this root, in the order of the hashes of their keys, or those behind
 * an actor, whether the state has that one or not.
 * @throws CborError, and what the source throws
 */
export async function* walkActors(
  source: ObjectSource,
  root: string,
  { after }: { readonly after?: Uint64 } = {},
): AsyncGenerator<readonly [id: Uint64, actor: StateActor], void, undefined> {
  const { actors } = await readStateRoot(source, root);
  const options = after === undefined ? {} : { after: actorKey(after) };
  for await (const entry of walkHamt(source, actors, options)) yield pairOf(entry);
}

function pairOf(entry: HamtEntry): readonly [id: Uint64, actor: StateActor] {
  return [actorIdOfKey(entry.key), actorOf(entry.value)];
}

export interface ChangedActors {
  /** Created or changed: as they are now, and as they were. */
  readonly changed: readonly {
    readonly id: Uint64;
    readonly before: StateActor | null;
    readonly after: StateActor;
  }[];
  /** Deleted: as they were. */
  readonly deleted: readonly { readonly id: Uint64; readonly before: StateActor }[];
}

/**
 * What differs between the states with these roots, in ascending order of the ids.
 * @throws CborError, TooManyDifferences (treeDiff.ts), and what the source throws
 */
export async function changedActors(
  source: ObjectSource,
  before: string,
  after: string,
  options: DiffOptions = {},
): Promise<ChangedActors> {
  if (before === after) return { changed: [], deleted: [] };
  const [was, is] = await readStateRoots(source, [before, after]);
  const diff = await diffHamt(source, was?.actors ?? before, is?.actors ?? after, options);
  const changed = [
    ...diff.added.map((entry) => ({ before: null, entry })),
    ...diff.changed.map((pair) => ({ before: actorOf(pair.before.value), entry: pair.after })),
  ].map(({ entry, before: old }) => {
    const [id, actor] = pairOf(entry);
    return { id, before: old, after: actor };
  });
  const deleted = diff.removed.map((entry) => {
    const [id, actor] = pairOf(entry);
    return { id, before: actor };
  });
  const byId = (a: { id: Uint64 }, b: { id: Uint64 }) => (a.id < b.id ? -1 : 1);
  return { changed: changed.sort(byId), deleted: deleted.sort(byId) };
}
