/** Makes arrays (amtNode.ts) or names them by their root: of given items there is one form only. */
import { CborWriter } from '../encoding/cbor-writer.ts';
import { blake2b256, chainCidBytes, cidOf } from '../encoding/cid.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { encodeAmtNode, OLD_BIT_WIDTH, split } from './amtNode.ts';

/** A tree that was made: its root's CID, and the objects by CID, the root's too. */
export interface BuiltTree {
  readonly root: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}

/** An index and the CBOR of what stands there. */
export type AmtItem = readonly [index: Uint64, value: Uint8Array];

const writer = new CborWriter();

/** CBOR of a link to the chain object with this digest. */
export function encodeLink(digest: Uint8Array): Uint8Array {
  return writer.reset().cid(chainCidBytes(digest)).finish();
}

/**
 * @param items by ascending index
 * @param bitWidth null is the form without one, as messages and receipts have it, and all arrays
 *   before actors version 3
 * @throws RangeError for an order that is not ascending
 */
export function buildAmt(items: readonly AmtItem[], bitWidth: number | null): BuiltTree {
  const objects = new Map<string, Uint8Array>();
  const digest = amtDigest(items, bitWidth, (object, of) => objects.set(cidOf(of), object));
  return { root: cidOf(digest), objects };
}

/** Digest of the root of an array of these items one after another, each of them CBOR. */
export function arrayDigest(
  items: readonly Uint8Array[],
  bitWidth: number | null = null,
): Uint8Array {
  return amtDigest(
    items.map((item, index) => [index, item]),
    bitWidth,
    () => undefined,
  );
}

function amtDigest(
  items: readonly AmtItem[],
  form: number | null,
  put: (object: Uint8Array, digest: Uint8Array) => void,
): Uint8Array {
  const digestOf = (object: Uint8Array): Uint8Array => {
    const digest = blake2b256(object);
    put(object, digest);
    return digest;
  };
  const bitWidth = form ?? OLD_BIT_WIDTH;
  const width = 2 ** bitWidth;
  let level = items;
  let height = 0;
  for (; (level.at(-1)?.[0] ?? 0) >= width; height++)
    level = nodesOf(level, bitWidth).map(([index, held]) => [
      index,
      encodeLink(digestOf(encodeAmtNode(held, height === 0, bitWidth))),
    ]);
  const [[, top] = [0, []]] = nodesOf(level, bitWidth);
  const node = encodeAmtNode(top, height === 0, bitWidth);
  if (form === null) writer.reset().array(3);
  else writer.reset().array(4).int(form);
  return digestOf(writer.int(height).int(items.length).raw(node).finish());
}

type Held = (readonly [slot: number, item: Uint8Array])[];

/** What the nodes of a level hold, by their own index. */
function nodesOf(level: readonly AmtItem[], bitWidth: number): (readonly [Uint64, Held])[] {
  const nodes: (readonly [Uint64, Held])[] = [];
  let last: Uint64 = -1;
  for (const [index, item] of level) {
    if (index <= last) throw new RangeError('items of an array out of order');
    last = index;
    const [slot, rest] = split(index, bitWidth);
    const node = nodes.at(-1);
    if (node !== undefined && node[0] === rest) node[1].push([slot, item]);
    else nodes.push([rest, [[slot, item]]]);
  }
  return nodes;
}
