/** Reads arrays of the state (amtNode.ts) out of a source of objects. */
import { CborError } from '../encoding/cbor.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { AmtKind, amtRootOf, type AmtEntry, type AmtRoot } from './amtNode.ts';
import type { ObjectSource } from './source.ts';
import { findInTree, walkTree } from './tree.ts';

export type { AmtEntry, AmtRoot } from './amtNode.ts';

/** What an array's root says of it. @throws CborError, and what the source throws */
export async function readAmtRoot(source: ObjectSource, root: string): Promise<AmtRoot> {
  const [object] = await source.read([root]);
  if (object === undefined) throw new CborError('a source that left objects out');
  return amtRootOf(object);
}

export interface AmtWalkOptions {
  /** The first index to give. */
  readonly from?: Uint64;
}

/**
 * Entries of an array by ascending index; its root's CID, or what `readAmtRoot` gave.
 * @throws CborError where the objects are no such array, and what the source throws
 */
export async function* walkAmt(
  source: ObjectSource,
  root: string | AmtRoot,
  { from = 0 }: AmtWalkOptions = {},
): AsyncGenerator<AmtEntry, void, undefined> {
  const tree = typeof root === 'string' ? await readAmtRoot(source, root) : root;
  const kind = new AmtKind(tree);
  const place = kind.place(from);
  if (place === null) return;
  let count = 0;
  for await (const entry of walkTree(source, kind, kind.slots(tree.node, 0), place)) {
    if (++count > tree.count) throw new CborError('an AMT with more items than its count');
    yield entry;
  }
  if (from === 0 && tree.count > count)
    throw new CborError('an AMT with fewer items than its count');
}

/**
 * The entries at these indices, in their order; null where there is none.
 * @throws CborError where the objects are no such array, and what the source throws
 */
export async function findInAmt(
  source: ObjectSource,
  root: string | AmtRoot,
  indices: readonly Uint64[],
): Promise<(AmtEntry | null)[]> {
  const tree = typeof root === 'string' ? await readAmtRoot(source, root) : root;
  const kind = new AmtKind(tree);
  return findInTree(source, kind, kind.slots(tree.node, 0), indices);
}
