/**
 * AMT: the array that actors keep in their state (go-amt-ipld). Root: `[bit width, height, count,
 * node]`, of messages, receipts and before actors version 3 `[height, count, node]` with a bit width
 * of 3. Node: `[bitmap, links, values]`, a bit for each slot that is taken, the lowest first; a leaf
 * has values, the others links.
 */
import { cborBytesAt, cborItems } from '../encoding/cbor-items.ts';
import { CborWriter } from '../encoding/cbor-writer.ts';
import { CborError, decodeCbor, type CborValue } from '../encoding/cbor.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { linkOf, TreeEntry, type Path, type Slot, type TreeKind } from './tree.ts';

/** The key is the index. */
export type AmtEntry = TreeEntry<Uint64>;

export const OLD_BIT_WIDTH = 3;
const MAX_BIT_WIDTH = 8;
/** Bits of an index below the root's own slots. */
const MAX_BITS_BELOW = 63;
const MAX_INDEX = 2n ** 64n - 1n;
const SAFE_BITS = 53;

export interface AmtRoot {
  /** Slots of a node, as a power of two. */
  readonly bitWidth: number;
  /** Levels below the root's own node. */
  readonly height: number;
  readonly count: Uint64;
  /** The root's own node. */
  readonly node: Uint8Array;
}

/** @throws CborError */
export function amtRootOf(object: Uint8Array): AmtRoot {
  const places = cborItems(object, 0);
  if (places.at(-1) !== object.length || places.length < 4 || places.length > 5)
    throw new CborError('no AMT');
  const numbers = places
    .slice(0, -2)
    .map((from, at) => decodeCbor(object.subarray(from, places[at + 1])));
  const [bitWidth, height, count] = numbers.length === 2 ? [OLD_BIT_WIDTH, ...numbers] : numbers;
  const root = {
    bitWidth: wholeOf(bitWidth, 1, MAX_BIT_WIDTH),
    height: wholeOf(height, 0, MAX_BITS_BELOW),
    count: wholeOf(count, 0, MAX_INDEX),
    node: object.subarray(places.at(-2), places.at(-1)),
  };
  if (root.bitWidth * root.height > MAX_BITS_BELOW)
    throw new CborError('an AMT of too many levels');
  if (root.count > 2n ** BigInt(root.bitWidth * (root.height + 1)))
    throw new CborError('an AMT with more items than it has places');
  if ((root.count === 0) !== (new AmtKind(root).slots(root.node, 0).length === 0))
    throw new CborError('an AMT whose count does not fit');
  return root;
}

function wholeOf<T extends number | bigint>(
  value: CborValue | undefined,
  least: number,
  most: T,
): T extends bigint ? Uint64 : number;
function wholeOf(value: CborValue | undefined, least: number, most: number | bigint): Uint64 {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) throw new CborError('no AMT');
  if (typeof value !== 'bigint' && typeof value !== 'number') throw new CborError('no AMT');
  if (value < least || value > most) throw new CborError('an AMT of impossible size');
  return value;
}

export class AmtKind implements TreeKind<Uint64> {
  readonly levels: number;
  private readonly bitWidth: number;

  constructor({ bitWidth, height }: Pick<AmtRoot, 'bitWidth' | 'height'>) {
    this.bitWidth = bitWidth;
    this.levels = height + 1;
  }

  slots(node: Uint8Array, depth: number): readonly Slot[] {
    const [bitmapAt = 0, linksAt = 0, valuesAt = 0, end, behind] = cborItems(node, 0);
    if (end !== node.length || behind !== undefined) throw new CborError('no AMT node');
    const links = cborItems(node, linksAt);
    const values = cborItems(node, valuesAt);
    const leaf = depth === this.levels - 1;
    const [places, others] = leaf ? [values, links] : [links, values];
    const taken = this.taken(cborBytesAt(node, bitmapAt));
    if (others.length > 1 || taken.length !== places.length - 1)
      throw new CborError('an AMT node whose bitmap does not fit');
    return taken.map((slot, at) => ({
      slot,
      bytes: node,
      from: places[at] ?? 0,
      to: places[at + 1] ?? 0,
    }));
  }

  private taken(bitmap: Uint8Array | null): readonly number[] {
    if (bitmap?.length !== bitmapSize(this.bitWidth))
      throw new CborError('an AMT node without bitmap');
    const slots: number[] = [];
    bitmap.forEach((byte, at) => {
      for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) slots.push(at * 8 + bit);
    });
    if ((slots.at(-1) ?? 0) >= 1 << this.bitWidth)
      throw new CborError('an AMT node whose bitmap does not fit');
    return slots;
  }

  link(slot: Slot, depth: number): Uint8Array | null {
    return depth === this.levels - 1 ? null : linkOf(slot);
  }

  entries({ bytes, from, to }: Slot, path: Path): readonly AmtEntry[] {
    return [new TreeEntry(this.index(path), bytes.subarray(from, to), () => Uint8Array.from(path))];
  }

  compare(a: Uint64, b: Uint64): number {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  private index(path: Path): Uint64 {
    if (this.bitWidth * this.levels <= SAFE_BITS)
      return path.reduce((index, slot) => index * 2 ** this.bitWidth + slot, 0);
    const index = path.reduce((high, slot) => (high << BigInt(this.bitWidth)) | BigInt(slot), 0n);
    if (index > MAX_INDEX) throw new CborError('an AMT with an index beyond 64 bits');
    return index <= Number.MAX_SAFE_INTEGER ? Number(index) : index;
  }

  place(index: Uint64): Uint8Array | null {
    const place = new Uint8Array(this.levels);
    let rest = index;
    for (let at = place.length - 1; at >= 0; at--) [place[at], rest] = split(rest, this.bitWidth);
    return rest > 0 ? null : place;
  }
}

/** An index's slot in a node of the lowest level, and its index among these nodes. */
export function split(index: Uint64, bitWidth: number): [slot: number, rest: Uint64] {
  const width = 2 ** bitWidth;
  if (typeof index === 'number') return [index % width, Math.floor(index / width)];
  const rest = index >> BigInt(bitWidth);
  return [Number(index & BigInt(width - 1)), rest <= Number.MAX_SAFE_INTEGER ? Number(rest) : rest];
}

function bitmapSize(bitWidth: number): number {
  return Math.max(1, 2 ** bitWidth / 8);
}

const writer = new CborWriter();

/** @param items CBOR by slot, sorted: of values in a leaf, else of links */
export function encodeAmtNode(
  items: readonly (readonly [slot: number, item: Uint8Array])[],
  leaf: boolean,
  bitWidth: number,
): Uint8Array {
  const bitmap = new Uint8Array(bitmapSize(bitWidth));
  for (const [slot] of items) bitmap[slot >> 3] = (bitmap[slot >> 3] ?? 0) | (1 << (slot & 7));
  writer.reset().array(3).bytes(bitmap);
  if (leaf) writer.array(0);
  writer.array(items.length);
  for (const [, item] of items) writer.raw(item);
  if (!leaf) writer.array(0);
  return writer.finish();
}
