/** Makes the objects of a map (hamtNode.ts): of given entries there is one form only. */
import { equalBytes } from '../encoding/bytes.ts';
import { blake2b256, cidOf } from '../encoding/cid.ts';
import { encodeLink } from './buildAmt.ts';
import {
  encodeHamtNode,
  HAMT_BIT_WIDTH,
  HamtKind,
  MAX_BUCKET,
  type HamtEntry,
  type Pointer,
} from './hamtNode.ts';
import { TreeEntry } from './tree.ts';

/** A tree that was made: its root's CID, and the objects by CID, the root's too. */
export interface BuiltTree {
  readonly root: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}

export interface BuildHamtOptions {
  readonly bitWidth?: number;
  /** With the pointers that were in use before actors version 3. */
  readonly old?: boolean;
}

/** @param entries keys and the CBOR of their values. @throws RangeError for a key that comes twice */
export function buildHamt(
  entries: Iterable<readonly [key: Uint8Array, value: Uint8Array]>,
  { bitWidth = HAMT_BIT_WIDTH, old = false }: BuildHamtOptions = {},
): BuiltTree {
  const kind = new HamtKind(bitWidth);
  const objects = new Map<string, Uint8Array>();
  const put = (node: Uint8Array): Uint8Array => {
    const digest = blake2b256(node);
    objects.set(cidOf(digest), node);
    return digest;
  };
  const node = (held: readonly HamtEntry[], depth: number): Uint8Array => {
    if (depth === kind.levels) throw new RangeError('a key that comes twice');
    const bySlot = [...Map.groupBy(held, ({ place }) => place[depth] ?? 0)];
    const pointers = bySlot
      .sort(([a], [b]) => a - b)
      .map(([slot, below]): Pointer => ({
        slot,
        holds:
          below.length <= MAX_BUCKET ? distinct(below) : encodeLink(put(node(below, depth + 1))),
      }));
    return encodeHamtNode(pointers, old);
  };
  const all = [...entries].map(([key, value]) => new TreeEntry(key, value, kind.place));
  return { root: cidOf(put(node(all, 0))), objects };
}

function distinct(bucket: readonly HamtEntry[]): readonly HamtEntry[] {
  if (bucket.some(({ place }, at) => bucket.slice(0, at).some((e) => equalBytes(e.place, place))))
    throw new RangeError('a key that comes twice');
  return bucket;
}
