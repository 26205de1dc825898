/** Reads arrays of the state (amtNode.ts) out of a source of objects: one, or where two differ. */
import { CborError } from '../encoding/cbor.ts';
import { blake2b256, cidOf } from '../encoding/cid.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { AmtKind, amtRootOf, encodeAmtNode, type AmtEntry, type AmtRoot } from './amtNode.ts';
import { encodeLink } from './buildAmt.ts';
import type { ObjectSource } from './source.ts';
import { findInTree, readNodes, walkTree } from './tree.ts';
import { DifferenceList, diffTree, type Differences, type DiffOptions } from './treeDiff.ts';

export type { AmtEntry, AmtRoot } from './amtNode.ts';

/** What an array's root says of it. @throws CborError, and what the source throws */
export async function readAmtRoot(source: ObjectSource, root: string): Promise<AmtRoot> {
  return (await readRoots(source, [root]))[0] ?? EMPTY;
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

/**
 * Where two arrays differ; null is an empty one. Trees of different bit widths are read as a whole.
 * @throws CborError where the objects are no such arrays, TooManyDifferences, and what the source throws
 */
export async function diffAmt(
  source: ObjectSource,
  before: string | null,
  after: string | null,
  options: DiffOptions = {},
): Promise<Differences<Uint64>> {
  if (before === after) return { added: [], removed: [], changed: [] };
  const cids = [before, after].filter((cid) => cid !== null);
  const read = await readRoots(source, cids);
  const [a = EMPTY, b = EMPTY] = before === null ? [undefined, ...read] : read;
  const found =
    a.bitWidth === b.bitWidth || a.count === 0 || b.count === 0
      ? await diffRaised(source, a, b, options)
      : await diffWalks(walkAmt(source, a), walkAmt(source, b), options);
  if (BigInt(b.count) - BigInt(a.count) !== BigInt(found.added.length - found.removed.length))
    throw new CborError('an AMT whose count does not fit');
  return found;
}

const EMPTY: AmtRoot = { bitWidth: 3, height: 0, count: 0, node: encodeAmtNode([], true, 3) };

async function readRoots(source: ObjectSource, cids: readonly string[]): Promise<AmtRoot[]> {
  const roots: AmtRoot[] = [];
  await readNodes(source, cids, (object) => roots.push(amtRootOf(object)));
  return roots;
}

/** The lower of the two trees stands in the first slot of nodes that it would have as a higher one. */
async function diffRaised(
  source: ObjectSource,
  before: AmtRoot,
  after: AmtRoot,
  options: DiffOptions,
): Promise<Differences<Uint64>> {
  const raised = new Map<string, Uint8Array>();
  const height = Math.max(before.height, after.height);
  const { bitWidth } = before.count === 0 ? after : before;
  const kind = new AmtKind({ bitWidth, height });
  const slots = (root: AmtRoot) => {
    if (root.count === 0) return [];
    let { node } = root;
    for (let above = root.height; above < height; above++) {
      const digest = blake2b256(node);
      raised.set(cidOf(digest), node);
      node = encodeAmtNode([[0, encodeLink(digest)]], false, bitWidth);
    }
    return kind.slots(node, 0);
  };
  const both: ObjectSource = {
    async read(cids) {
      const read = await source.read(cids.filter((cid) => !raised.has(cid)));
      let at = 0;
      return cids.flatMap((cid) => raised.get(cid) ?? read[at++] ?? []);
    },
  };
  return diffTree(both, kind, slots(before), slots(after), options);
}

async function diffWalks(
  before: AsyncGenerator<AmtEntry, void, undefined>,
  after: AsyncGenerator<AmtEntry, void, undefined>,
  options: DiffOptions,
): Promise<Differences<Uint64>> {
  const found = new DifferenceList<Uint64>(options);
  const next = async (walk: typeof before) => (await walk.next()).value ?? undefined;
  let [a, b] = [await next(before), await next(after)];
  while (a !== undefined || b !== undefined) {
    const [old, now] = [a, b];
    const oldFirst = now === undefined || (old !== undefined && old.key <= now.key);
    const nowFirst = old === undefined || (now !== undefined && now.key <= old.key);
    found.add(oldFirst ? old : undefined, nowFirst ? now : undefined, []);
    if (oldFirst) a = await next(before);
    if (nowFirst) b = await next(after);
  }
  return found;
}
