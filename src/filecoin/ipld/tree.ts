/**
 * What HAMT and AMT have in common: nodes whose slots hold a link to a node below, or entries. Where
 * an entry stands is its place: the slots on the way from the root to it.
 *
 * Objects come from strangers. What they say is bounded by their own bytes, by the number of levels
 * and by every node below the root holding something; whatever does not fit throws CborError.
 */
import { compareBytes } from '../encoding/bytes.ts';
import { cborBytesAt } from '../encoding/cbor-items.ts';
import { CborError, decodeCbor, type CborValue } from '../encoding/cbor.ts';
import { formatCid, isChainCid } from '../encoding/cid.ts';
import type { ObjectSource } from './source.ts';

/** Nodes of a level that are read and held at once. */
const CHUNK = 1_024;
/** Nodes that a walk reads at once, those that come later in its order included. */
const READ_AHEAD = 128;

/** An entry of a tree. Its raw bytes are the node's: keep the value, not the entry, for long. */
export class TreeEntry<K> {
  readonly key: K;
  /** CBOR of the value. */
  readonly raw: Uint8Array;
  private readonly placeOf: (key: K) => Uint8Array;
  private known: Uint8Array | undefined;

  /** @param placeOf asked when the place is wanted: few places are */
  constructor(key: K, raw: Uint8Array, placeOf: (key: K) => Uint8Array) {
    this.key = key;
    this.raw = raw;
    this.placeOf = placeOf;
  }

  get place(): Uint8Array {
    return (this.known ??= this.placeOf(this.key));
  }

  /** The value, decoded anew each time. @throws CborError */
  get value(): CborValue {
    return decodeCbor(this.raw);
  }
}

/** What stands in a slot: the bytes of a node from one place to another. */
export interface Slot {
  readonly slot: number;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

export interface TreeKind<K> {
  /** Levels of nodes that there may be. */
  readonly levels: number;
  /** The slots of a node that hold something, lowest first. */
  slots(node: Uint8Array, depth: number): readonly Slot[];
  /** CID bytes of the node below; null where the slot holds entries. */
  link(slot: Slot, depth: number): Uint8Array | null;
  /** In the order of their keys; `path` are the slots down to this one, which they may contradict. */
  entries(slot: Slot, path: Path): readonly TreeEntry<K>[];
  /** Order of two keys. */
  compare(a: K, b: K): number;
  /** Null where no place of this tree is that far. */
  place(key: K): Uint8Array | null;
}

/** Trees where entries may stand in one slot and a node in the next. */
export interface BucketKind<K> extends TreeKind<K> {
  /** A node of this depth which holds just these. */
  node(entries: readonly TreeEntry<K>[], depth: number): Uint8Array;
}

export type Path = readonly number[];

/** @throws CborError where an entry stands elsewhere than its key says */
export function checkPlace<K>({ place }: TreeEntry<K>, path: Path): void {
  for (let depth = 0; depth < path.length; depth++)
    if (place[depth] !== path[depth])
      throw new CborError('an entry of a tree where its key does not belong');
}

/** A link as it is written: tag 42 of a byte string that begins with a zero. */
const TAG_CID = 0xd82a;

/** The CID that a slot's own bytes are. @throws CborError where it is none of an object of the chain */
export function linkOf({ bytes, from }: Slot): Uint8Array {
  const tag = ((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0);
  const text = tag === TAG_CID ? cborBytesAt(bytes, from + 2) : null;
  const cid = text?.[0] === 0 ? text.subarray(1) : null;
  if (cid === null || !isChainCid(cid))
    throw new CborError('a link of a tree that names no object of the chain');
  return cid;
}

/** A node that is to be read. */
export interface Below {
  readonly cid: string;
  readonly path: Path;
}

/** The node that a slot of the node at `path` links to; null where it holds entries. */
export function nodeBelow<K>(kind: TreeKind<K>, slot: Slot, path: Path): Below | null {
  const link = kind.link(slot, path.length);
  if (link === null) return null;
  if (path.length + 1 >= kind.levels) throw new CborError('a tree deeper than it may be');
  return { cid: formatCid(link), path: [...path, slot.slot] };
}

/** The slots of a node below the root. */
export function slotsBelow<K>(kind: TreeKind<K>, node: Uint8Array, depth: number): readonly Slot[] {
  const slots = kind.slots(node, depth);
  if (slots.length === 0) throw new CborError('an empty node in a tree');
  return slots;
}

async function readAll(
  source: ObjectSource,
  cids: readonly string[],
): Promise<readonly Uint8Array[]> {
  const nodes = await source.read(cids);
  if (nodes.length !== cids.length) throw new CborError('a source that left objects out');
  return nodes;
}

/** Reads nodes, a chunk at once, and hands each over with its number. */
export async function readNodes(
  source: ObjectSource,
  cids: readonly string[],
  take: (node: Uint8Array, at: number) => void,
): Promise<void> {
  for (let start = 0; start < cids.length; start += CHUNK)
    (await readAll(source, cids.slice(start, start + CHUNK))).forEach((node, at) => {
      take(node, start + at);
    });
}

/** What a walk has still to give; of a node, whether the walk begins somewhere in it. */
type Item<K> = TreeEntry<K> | (Below & { readonly edge: boolean });

/**
 * All entries in the order of their places, from the place `from` on (itself included). Holds a few
 * nodes of each level, whatever the size of the tree.
 * @throws CborError, and what the source throws
 */
export async function* walkTree<K>(
  source: ObjectSource,
  kind: TreeKind<K>,
  root: readonly Slot[],
  from: Uint8Array | null,
): AsyncGenerator<TreeEntry<K>, void, undefined> {
  const itemsOf = (slots: readonly Slot[], path: Path, edge: boolean): Item<K>[] => {
    const first = from !== null && edge ? (from[path.length] ?? 0) : -1;
    const items: Item<K>[] = [];
    for (const slot of slots) {
      if (slot.slot < first) continue;
      const node = nodeBelow(kind, slot, path);
      if (node !== null) items.push({ ...node, edge: slot.slot === first });
      else
        for (const entry of placed(kind, slot, path))
          if (slot.slot !== first || from === null || compareBytes(entry.place, from) >= 0)
            items.push(entry);
    }
    return items;
  };
  // The next one last.
  const items = itemsOf(root, [], true).reverse();
  for (;;) {
    const item = items.pop();
    if (item === undefined) return;
    if (item instanceof TreeEntry) {
      yield item;
      continue;
    }
    items.push(item);
    await readAhead(source, items, (node, { path, edge }) =>
      itemsOf(slotsBelow(kind, node, path.length), path, edge),
    );
  }
}

/** The entries of a slot by their places. */
function placed<K>(kind: TreeKind<K>, slot: Slot, path: Path): TreeEntry<K>[] {
  const here = [...path, slot.slot];
  const entries = [...kind.entries(slot, here)];
  for (const entry of entries) checkPlace(entry, here);
  return entries.sort((a, b) => compareBytes(a.place, b.place));
}

/** Replaces the next nodes by what they hold. */
async function readAhead<K>(
  source: ObjectSource,
  items: Item<K>[],
  expand: (node: Uint8Array, item: Exclude<Item<K>, TreeEntry<K>>) => readonly Item<K>[],
): Promise<void> {
  const cids: string[] = [];
  let start = items.length;
  while (start > 0 && cids.length < READ_AHEAD) {
    const item = items[--start];
    if (item !== undefined && !(item instanceof TreeEntry)) cids.push(item.cid);
  }
  const nodes = await readAll(source, cids);
  let unread = nodes.length;
  for (const item of items.splice(start)) {
    // The next one stands last, so the nodes come backwards.
    const node = item instanceof TreeEntry ? undefined : nodes[--unread];
    if (item instanceof TreeEntry || node === undefined) items.push(item);
    else items.push(...expand(node, item).toReversed());
  }
}

/**
 * The entries with these keys, in the order of `keys`; null where the tree has none, which its root
 * then proves. Reads level by level.
 * @throws CborError, and what the source throws
 */
export async function findInTree<K>(
  source: ObjectSource,
  kind: TreeKind<K>,
  root: readonly Slot[],
  keys: readonly K[],
): Promise<(TreeEntry<K> | null)[]> {
  const found = keys.map((): TreeEntry<K> | null => null);
  const places = keys.map((key) => kind.place(key));
  let level: (Below & { readonly wanted: readonly number[] })[] = [];
  const look = (slots: readonly Slot[], path: Path, wanted: readonly number[]): void => {
    const bySlot = Map.groupBy(wanted, (at) => places[at]?.[path.length]);
    for (const slot of slots) {
      const here = bySlot.get(slot.slot);
      if (here === undefined) continue;
      const node = nodeBelow(kind, slot, path);
      if (node !== null) level.push({ ...node, wanted: here });
      else
        for (const entry of kind.entries(slot, [...path, slot.slot]))
          for (const at of here)
            if (kind.compare(entry.key, keys[at] ?? entry.key) === 0) found[at] = entry;
    }
  };
  look(root, [], [...keys.keys()]);
  while (level.length > 0) {
    const now = level;
    level = [];
    await readNodes(
      source,
      now.map(({ cid }) => cid),
      (node, at) => {
        const { path, wanted } = now[at] ?? { path: [], wanted: [] };
        look(slotsBelow(kind, node, path.length), path, wanted);
      },
    );
  }
  return found;
}
