/**
 * AMT: the array that actors keep in their state, as a tree of CBOR blocks. This file reads a block;
 * who has them walks the tree. Root: [bit width, height, count, node], before actors version 3
 * [height, count, node] with a bit width of 3; node: [bitmap, links, values], one bit a slot, the
 * lowest first (go-amt-ipld).
 */
import { CborCid, CborError, decodeCbor, type CborValue } from './cbor.ts';

export interface AmtNode {
  /** By slot: CID bytes of the nodes below; only values in a leaf. */
  readonly links: readonly (readonly [slot: number, cid: Uint8Array])[];
  readonly values: readonly (readonly [slot: number, value: CborValue])[];
}

export interface AmtRoot {
  /** Slots of a node, as a power of two. */
  readonly bitWidth: number;
  /** Levels below the root's own node. */
  readonly height: number;
  readonly count: number;
  readonly node: AmtNode;
}

const OLD_BIT_WIDTH = 3;

/** @throws CborError */
export function readAmtRoot(block: Uint8Array): AmtRoot {
  const fields = listOf(decodeCbor(block));
  const [bitWidth, height, count, node] =
    fields.length === 3 ? [OLD_BIT_WIDTH, ...fields] : fields.slice(0, 4);
  return {
    bitWidth: smallOf(bitWidth, 16),
    height: smallOf(height, 64),
    count: smallOf(count, Number.MAX_SAFE_INTEGER),
    node: nodeOf(node),
  };
}

/** @throws CborError */
export function readAmtNode(block: Uint8Array): AmtNode {
  return nodeOf(decodeCbor(block));
}

function nodeOf(value: CborValue | undefined): AmtNode {
  const [bitmap, links, values] = listOf(value);
  if (!(bitmap instanceof Uint8Array)) throw new CborError('an AMT node without bitmap');
  const slots: number[] = [];
  bitmap.forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) slots.push(index * 8 + bit);
  });
  const below = listOf(links).map((link) => {
    if (!(link instanceof CborCid)) throw new CborError('an AMT link that is no CID');
    return link.bytes;
  });
  const own = listOf(values);
  if (below.length + own.length !== slots.length || (below.length > 0 && own.length > 0))
    throw new CborError('an AMT node whose bitmap does not fit');
  const bySlot = <T>(items: readonly T[]) =>
    items.map((item, index) => [slots[index] ?? 0, item] as const);
  return { links: bySlot(below), values: bySlot(own) };
}

function listOf(value: CborValue | undefined): readonly CborValue[] {
  if (Array.isArray(value)) return value as readonly CborValue[];
  throw new CborError('no AMT');
}

function smallOf(value: CborValue | undefined, most: number): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return value;
  throw new CborError('no AMT');
}
