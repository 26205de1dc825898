/**
 * Names arrays: the root of the AMT (amt.ts) that holds items one after another. A block's
 * messages are such arrays, of go-amt-ipld version 2: eight slots a node.
 */
import { CborWriter } from './cbor-writer.ts';
import { blake2b256, chainCidBytes } from './cid.ts';

const WIDTH = 8;

const writer = new CborWriter();

/** `[bitmap, links, values]`: the first places are taken, of a leaf by values, else by links. */
function node(items: readonly Uint8Array[], leaf: boolean): Uint8Array {
  writer
    .reset()
    .array(3)
    .bytes(Uint8Array.of((1 << items.length) - 1));
  if (leaf) writer.array(0);
  writer.array(items.length);
  for (const item of items) writer.raw(item);
  if (!leaf) writer.array(0);
  return writer.finish();
}

/** CBOR of a link to the chain object with this digest. */
export function encodeLink(digest: Uint8Array): Uint8Array {
  return writer.reset().cid(chainCidBytes(digest)).finish();
}

/** Digest of the root of an array of these items, each of them CBOR. */
export function arrayDigest(items: readonly Uint8Array[]): Uint8Array {
  let level = items;
  let height = 0;
  while (level.length > WIDTH) {
    const links: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += WIDTH)
      links.push(encodeLink(blake2b256(node(level.slice(at, at + WIDTH), height === 0))));
    level = links;
    height++;
  }
  const top = node(level, height === 0);
  return blake2b256(writer.reset().array(3).int(height).int(items.length).raw(top).finish());
}
