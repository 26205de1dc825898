/** Reads maps of the state (hamtNode.ts) out of a source of objects: one, or where two differ. */
import { equalBytes } from '../encoding/bytes.ts';
import { HAMT_BIT_WIDTH, HamtKind, type HamtEntry } from './hamtNode.ts';
import type { ObjectSource } from './source.ts';
import { findInTree, readNodes, walkTree, type Slot } from './tree.ts';
import { diffTree, type Differences, type DiffOptions } from './treeDiff.ts';

export type { HamtEntry } from './hamtNode.ts';
export { TooManyDifferences, type Differences } from './treeDiff.ts';

export interface HamtOptions {
  /** Bits of a key's hash for a level, 5 unless told: the map itself does not say. */
  readonly bitWidth?: number;
}

/**
 * Entries of the map with this root in the order of the SHA-256 of their keys, all or those behind a
 * key, whether the map has that one or not: so a walk can go on where it ended, on another root too.
 * @throws CborError where the objects are no such map, and what the source throws
 */
export async function* walkHamt(
  source: ObjectSource,
  root: string,
  { after, bitWidth }: HamtOptions & { readonly after?: Uint8Array } = {},
): AsyncGenerator<HamtEntry, void, undefined> {
  const kind = kindOf(bitWidth);
  const from = after === undefined ? null : kind.place(after);
  for await (const entry of walkTree(source, kind, await rootSlots(source, kind, root), from))
    if (from === null || !equalBytes(entry.place, from)) yield entry;
}

/**
 * The entries with these keys, in their order; null where the map has none, which the root proves.
 * @throws CborError where the objects are no such map, and what the source throws
 */
export async function findInHamt(
  source: ObjectSource,
  root: string,
  keys: readonly Uint8Array[],
  { bitWidth }: HamtOptions = {},
): Promise<(HamtEntry | null)[]> {
  const kind = kindOf(bitWidth);
  return findInTree(source, kind, await rootSlots(source, kind, root), keys);
}

/**
 * Where two maps differ; null is an empty one.
 * @throws CborError where the objects are no such maps, TooManyDifferences, and what the source throws
 */
export async function diffHamt(
  source: ObjectSource,
  before: string | null,
  after: string | null,
  { bitWidth, ...options }: HamtOptions & DiffOptions = {},
): Promise<Differences<Uint8Array>> {
  const kind = kindOf(bitWidth);
  if (before === after) return { added: [], removed: [], changed: [] };
  const roots: Slot[][] = [];
  const cids = [before, after].filter((cid) => cid !== null);
  await readNodes(source, cids, (node) => roots.push([...kind.slots(node)]));
  if (before === null) roots.unshift([]);
  return diffTree(source, kind, roots[0] ?? [], roots[1] ?? [], options);
}

const KINDS = new Map<number, HamtKind>();

function kindOf(bitWidth = HAMT_BIT_WIDTH): HamtKind {
  const known = KINDS.get(bitWidth);
  if (known !== undefined) return known;
  const kind = new HamtKind(bitWidth);
  KINDS.set(bitWidth, kind);
  return kind;
}

async function rootSlots(
  source: ObjectSource,
  kind: HamtKind,
  root: string,
): Promise<readonly Slot[]> {
  let slots: readonly Slot[] = [];
  await readNodes(source, [root], (node) => {
    slots = kind.slots(node);
  });
  return slots;
}
