/** The pool's contents in memory, and what a run of changes amounts to. Pure. */
import type { Pooled } from './rows.ts';

/** What became of the messages that several changes named; each message stands in one of the two. */
export interface Changes {
  /** Arrived (again), and still here; in the order of their arrival. */
  arrived: Map<string, Pooled>;
  /** Gone. `pooled` is there when it has come with the same changes, `by` when another took its place. */
  departed: Map<string, { pooled: Pooled | null; by: string | null }>;
  /** How many of the gone were replaced by another message of their sender and nonce. */
  replaced: number;
}

export class Pool {
  /** Message → its sender and nonce. */
  readonly #slots = new Map<string, string>();
  /** The other way round. */
  readonly #messages = new Map<string, string>();
  #changes: Changes = noChanges();

  constructor(pending: Iterable<{ id: string; slot: string }> = []) {
    for (const { id, slot } of pending) this.#put(id, slot);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The node has taken a message; another of its sender and nonce has to go, announced or not. */
  add(pooled: Pooled): void {
    const { id, slot } = pooled;
    if (this.#slots.has(id)) return;
    const before = this.#messages.get(slot);
    if (before !== undefined) this.#leave(before, id);
    this.#put(id, slot);
    this.#changes.departed.delete(id);
    this.#changes.arrived.set(id, pooled);
  }

  remove(id: string): void {
    if (this.#slots.has(id)) this.#leave(id, null);
  }

  /** The node's whole pool, whatever was heard of before. */
  reset(all: readonly Pooled[]): void {
    const present = new Set(all.map(({ id }) => id));
    for (const pooled of all) this.add(pooled);
    for (const id of [...this.#slots.keys()]) if (!present.has(id)) this.remove(id);
  }

  /** The changes since it was last asked. */
  take(): Changes {
    const changes = this.#changes;
    this.#changes = noChanges();
    changes.replaced = [...changes.departed.values()].filter(({ by }) => by !== null).length;
    return changes;
  }

  #put(id: string, slot: string): void {
    this.#slots.set(id, slot);
    this.#messages.set(slot, id);
  }

  #leave(id: string, by: string | null): void {
    const slot = this.#slots.get(id);
    this.#slots.delete(id);
    if (slot !== undefined && this.#messages.get(slot) === id) this.#messages.delete(slot);
    const pooled = this.#changes.arrived.get(id) ?? null;
    this.#changes.arrived.delete(id);
    this.#changes.departed.set(id, { pooled, by });
  }
}

function noChanges(): Changes {
  return { arrived: new Map(), departed: new Map(), replaced: 0 };
}
