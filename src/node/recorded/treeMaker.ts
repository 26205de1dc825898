/**
 * Makes maps of actors that differ in few of them: what stands below a slot of the root is not made
 * again while the same actors do.
 */
import { blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import { buildHamtSlot } from '#filecoin/ipld/buildHamt.ts';
import type { BuiltTree } from '#filecoin/ipld/buildAmt.ts';
import {
  encodeHamtNode,
  HAMT_BIT_WIDTH,
  HamtKind,
  type HamtEntry,
  type Pointer,
} from '#filecoin/ipld/hamtNode.ts';
import { TreeEntry } from '#filecoin/ipld/tree.ts';
import { LRUCache } from 'lru-cache';

/** What stands in a slot of the root. */
interface Branch {
  readonly holds: Pointer['holds'];
  /** Of the nodes below. */
  readonly objects: ReadonlyMap<string, Uint8Array>;
}

/** An entry with a number of its own. */
export interface NumberedEntry {
  readonly entry: HamtEntry;
  readonly number: number;
}

/** Branches held: a root has 32, and a tipset changes a third of them. */
const BRANCHES = 2_000;

export class TreeMaker {
  readonly #kind = new HamtKind(HAMT_BIT_WIDTH);
  /** By the numbers of their entries. */
  readonly #branches = new LRUCache<string, Branch>({ max: BRANCHES });
  #last = 0;

  entry(key: Uint8Array, value: Uint8Array): NumberedEntry {
    return { entry: new TreeEntry(key, value, this.#kind.place), number: ++this.#last };
  }

  /** As `buildHamt`. */
  make(entries: readonly NumberedEntry[]): BuiltTree {
    const bySlot = [...Map.groupBy(entries, ({ entry }) => entry.place[0] ?? 0)];
    bySlot.sort(([a], [b]) => a - b);
    const branches = bySlot.map(([slot, below]) => ({ slot, branch: this.#branch(below) }));
    const root = encodeHamtNode(
      branches.map(({ slot, branch }) => ({ slot, holds: branch.holds })),
      false,
    );
    const cid = cidOf(blake2b256(root));
    const objects = new Map([[cid, root]]);
    for (const { branch } of branches)
      for (const [name, node] of branch.objects) objects.set(name, node);
    return { root: cid, objects };
  }

  #branch(entries: readonly NumberedEntry[]): Branch {
    const name = entries.map(({ number }) => number).join();
    const known = this.#branches.get(name);
    const objects = new Map<string, Uint8Array>();
    const held = entries.map(({ entry }) => entry);
    const branch = known ?? { holds: buildHamtSlot(this.#kind, held, 0, false, objects), objects };
    this.#branches.set(name, branch);
    return branch;
  }
}
