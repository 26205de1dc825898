/** Where two trees of one kind differ: only nodes that are not the same object are read. */
import { equalBytes } from '../encoding/bytes.ts';
import type { ObjectSource } from './source.ts';
import {
  checkPlace,
  nodeBelow,
  readNodes,
  slotsBelow,
  type Below,
  type BucketKind,
  type Path,
  type Slot,
  type TreeEntry,
} from './tree.ts';

/** Unless told otherwise. No tipset changes as much, but that of an upgrade, which makes another tree. */
const MAX_DIFFERENCES = 100_000;

/** In no order that means anything. */
export interface Differences<K> {
  readonly added: readonly TreeEntry<K>[];
  readonly removed: readonly TreeEntry<K>[];
  readonly changed: readonly { readonly before: TreeEntry<K>; readonly after: TreeEntry<K> }[];
}

export interface DiffOptions {
  /** Most differences to look for, 100,000 unless told. */
  readonly limit?: number;
}

/** Two trees differ in more than was asked for, as they do after an upgrade of the network. */
export class TooManyDifferences extends Error {
  override readonly name = 'TooManyDifferences';
}

/** Collects what differs. */
class DifferenceList<K> implements Differences<K> {
  readonly added: TreeEntry<K>[] = [];
  readonly removed: TreeEntry<K>[] = [];
  readonly changed: { before: TreeEntry<K>; after: TreeEntry<K> }[] = [];
  private readonly limit: number;

  constructor({ limit = MAX_DIFFERENCES }: DiffOptions) {
    this.limit = limit;
  }

  /** What stands at a place in both trees; one of both may be missing. */
  add(before: TreeEntry<K> | undefined, after: TreeEntry<K> | undefined, path: Path): void {
    if (before === undefined) {
      if (after !== undefined) this.added.push(after);
    } else if (after === undefined) this.removed.push(before);
    else if (equalBytes(before.raw, after.raw)) return;
    else this.changed.push({ before, after });
    const entry = after ?? before;
    if (entry !== undefined) checkPlace(entry, path);
    this.check(0);
  }

  /** `pending` are places below each of which something differs. @throws TooManyDifferences */
  check(pending: number): void {
    const found = this.added.length + this.removed.length + this.changed.length;
    if (found + pending > this.limit)
      throw new TooManyDifferences(`more than ${String(this.limit)} differences`);
  }
}

/** What one of the trees has at a place. */
type Side<K> = Below | Entries<K>;
type Entries<K> = readonly TreeEntry<K>[];

interface Pair<K> {
  readonly path: Path;
  readonly before: Side<K>;
  readonly after: Side<K>;
}

/**
 * @param before, after slots of the two roots
 * @throws CborError, TooManyDifferences, and what the source throws
 */
export async function diffTree<K>(
  source: ObjectSource,
  kind: BucketKind<K>,
  before: readonly Slot[],
  after: readonly Slot[],
  options: DiffOptions,
): Promise<Differences<K>> {
  const found = new DifferenceList<K>(options);
  let level: Pair<K>[] = [];
  const compare = (a: readonly Slot[], b: readonly Slot[], path: Path): void => {
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
      const slot = Math.min(a[i]?.slot ?? Infinity, b[j]?.slot ?? Infinity);
      const old = a[i]?.slot === slot ? a[i++] : undefined;
      const now = b[j]?.slot === slot ? b[j++] : undefined;
      if (old !== undefined && now !== undefined && sameBytes(old, now)) continue;
      const here = [...path, slot];
      const pair = {
        path: here,
        before: sideOf(kind, old, path, here),
        after: sideOf(kind, now, path, here),
      };
      if (!isNode(pair.before) && !isNode(pair.after))
        compareEntries(pair.before, pair.after, here);
      else if (!isNode(pair.before) || !isNode(pair.after) || pair.before.cid !== pair.after.cid) {
        level.push(pair);
        found.check(level.length);
      }
    }
  };
  const compareEntries = (a: Entries<K>, b: Entries<K>, path: Path): void => {
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
      const [x, y] = [a[i], b[j]];
      const order = x === undefined ? 1 : y === undefined ? -1 : kind.compare(x.key, y.key);
      if (order <= 0) i++;
      if (order >= 0) j++;
      found.add(order <= 0 ? x : undefined, order >= 0 ? y : undefined, path);
    }
  };
  compare(before, after, []);
  while (level.length > 0) {
    const now = level;
    level = [];
    await eachPair(source, kind, now, compare);
  }
  return found;
}

/** Nodes of a level's pairs are read together, up to some hundred pairs at once. */
const PAIRS_AT_ONCE = 512;

async function eachPair<K>(
  source: ObjectSource,
  kind: BucketKind<K>,
  pairs: readonly Pair<K>[],
  compare: (before: readonly Slot[], after: readonly Slot[], path: Path) => void,
): Promise<void> {
  for (let start = 0; start < pairs.length; start += PAIRS_AT_ONCE) {
    const now = pairs.slice(start, start + PAIRS_AT_ONCE);
    const cids = now
      .flatMap<Side<K>>(({ before, after }) => [before, after])
      .flatMap((side) => (isNode(side) ? [side.cid] : []));
    const nodes = new Map<string, Uint8Array>();
    await readNodes(source, cids, (node, at) => nodes.set(cids[at] ?? '', node));
    const slotsOf = (side: Side<K>, depth: number): readonly Slot[] => {
      // A bucket beside a node is what it would be one level down.
      if (!isNode(side)) return side.length === 0 ? [] : kind.slots(kind.node(side, depth), depth);
      return slotsBelow(kind, nodes.get(side.cid) ?? new Uint8Array(), depth);
    };
    for (const { before, after, path } of now)
      compare(slotsOf(before, path.length), slotsOf(after, path.length), path);
  }
}

function sideOf<K>(kind: BucketKind<K>, slot: Slot | undefined, path: Path, here: Path): Side<K> {
  if (slot === undefined) return [];
  return nodeBelow(kind, slot, path) ?? kind.entries(slot, here);
}

function isNode<K>(side: Side<K>): side is Below {
  return 'cid' in side;
}

function sameBytes(a: Slot, b: Slot): boolean {
  const length = a.to - a.from;
  if (b.to - b.from !== length) return false;
  for (let at = 0; at < length; at++)
    if (a.bytes[a.from + at] !== b.bytes[b.from + at]) return false;
  return true;
}
