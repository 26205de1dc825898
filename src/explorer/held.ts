/**
 * Rows that many answers of one state of the index read again, like those of senders and receivers:
 * each is read once for it. What is held changes with a revision only (checkpoint and `revision`).
 */
import { LRUCache } from 'lru-cache';

/** Of one kind, those that were asked for last. */
export const MOST_HELD = 5_000;

export type HeldKey = number | string;

/** The rows of one state of the index. */
export class Held {
  readonly #kinds = new Map<string, LRUCache<HeldKey, { row: unknown }>>();
  readonly #most: number;

  /** @param most so many of each kind; 0: none */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Rows by their keys; keys that have none are left out. `read` is asked for those that are not held,
   * and answers each with its key.
   */
  async rows<Key extends HeldKey, Row>(
    kind: string,
    keys: Iterable<Key>,
    read: (missing: Key[]) => Promise<Iterable<readonly [Key, Row]>>,
  ): Promise<ReadonlyMap<Key, Row>> {
    const held = this.#most === 0 ? null : this.#of(kind);
    const found = new Map<Key, Row>();
    const missing = new Set<Key>();
    for (const key of keys) {
      const known = held?.get(key);
      if (known === undefined) missing.add(key);
      else if (known.row !== undefined) found.set(key, known.row as Row);
    }
    if (missing.size === 0) return found;
    const rows = new Map(await read([...missing]));
    for (const key of missing) {
      const row = rows.get(key);
      held?.set(key, { row });
      if (row !== undefined) found.set(key, row);
    }
    return found;
  }

  #of(kind: string): LRUCache<HeldKey, { row: unknown }> {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const made = new LRUCache<HeldKey, { row: unknown }>({ max: this.#most });
    this.#kinds.set(kind, made);
    return made;
  }
}
