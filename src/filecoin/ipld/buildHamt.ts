/** Makes the objects of a map (hamtNode.ts): of given entries there is one form only. */
import { equalBytes } from '../encoding/bytes.ts';
import { blake2b256, cidOf } from '../encoding/cid.ts';
import { encodeLink, type BuiltTree } from './buildAmt.ts';
import {
  encodeHamtNode,
  HAMT_BIT_WIDTH,
  HamtKind,
  MAX_BUCKET,
  type HamtEntry,
  type Pointer,
} from './hamtNode.ts';
import { TreeEntry } from './tree.ts';

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
  const all = [...entries].map(([key, value]) => new TreeEntry(key, value, kind.place));
  const digest = put(nodeOf(kind, all, 0, old, objects), objects);
  return { root: cidOf(digest), objects };
}

function nodeOf(
  kind: HamtKind,
  held: readonly HamtEntry[],
  depth: number,
  old: boolean,
  objects: Map<string, Uint8Array>,
): Uint8Array {
  if (depth === kind.levels) throw new RangeError('a key that comes twice');
  const bySlot = [...Map.groupBy(held, ({ place }) => place[depth] ?? 0)];
  const pointers = bySlot
    .sort(([a], [b]) => a - b)
    .map(([slot, below]): Pointer => ({
      slot,
      holds: buildHamtSlot(kind, below, depth, old, objects),
    }));
  return encodeHamtNode(pointers, old);
}

/**
 * What a slot of a node of this depth holds: its entries, or the link to a node below, which is put into
 * `objects` with all below it. @throws RangeError for a key that comes twice
 */
export function buildHamtSlot(
  kind: HamtKind,
  entries: readonly HamtEntry[],
  depth: number,
  old: boolean,
  objects: Map<string, Uint8Array>,
): Pointer['holds'] {
  if (entries.length <= MAX_BUCKET) return distinct(entries);
  return encodeLink(put(nodeOf(kind, entries, depth + 1, old, objects), objects));
}

/** The node's digest. */
function put(node: Uint8Array, objects: Map<string, Uint8Array>): Uint8Array {
  const digest = blake2b256(node);
  objects.set(cidOf(digest), node);
  return digest;
}

function distinct(bucket: readonly HamtEntry[]): readonly HamtEntry[] {
  if (bucket.some(({ place }, at) => bucket.slice(0, at).some((e) => equalBytes(e.place, place))))
    throw new RangeError('a key that comes twice');
  return bucket;
}
