/**
 * Rows that many answers of one state of the index read again, like those of senders and receivers:
 * each is read once for it. What is held changes with a revision only (checkpoint and `revision`).
 */
import { LRUCache } from 'lru-cache';

/** Of one kind, those that were asked for last. */
export const MOST_HELD = 5_000;

export type HeldKey = number | string;

/** What is held of one kind. */
interface Kind {
  rows: LRUCache<HeldKey, { row: unknown }>;
  /** What is being read, by each of its keys. */
  reading: Map<HeldKey, Promise<ReadonlyMap<HeldKey, unknown>>>;
}

/** The rows of one state of the index. */
export class Held {
  readonly #kinds = new Map<string, Kind>();
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
    const wanted = new Set(keys);
    if (wanted.size === 0) return new Map();
    if (this.#most === 0) return new Map(await read([...wanted]));
    const { rows, reading } = this.#of(kind);
    const found = new Map<Key, Row>();
    const waited = new Set<Promise<ReadonlyMap<HeldKey, unknown>>>();
    const missing = new Set<Key>();
    const take = (key: Key, row: unknown): void => {
      if (row !== undefined) found.set(key, row as Row);
    };
    for (const key of wanted) {
      const known = rows.get(key);
      const other = reading.get(key);
      if (known !== undefined) take(key, known.row);
      else if (other !== undefined) waited.add(other);
      else missing.add(key);
    }
    if (missing.size > 0) {
      const own = read([...missing]).then((answered) => new Map<HeldKey, unknown>(answered));
      for (const key of missing) reading.set(key, own);
      try {
        const answered = await own;
        for (const key of missing) {
          rows.set(key, { row: answered.get(key) });
          take(key, answered.get(key));
        }
      } finally {
        for (const key of missing) reading.delete(key);
      }
    }
    if (waited.size === 0) return found;
    // The parts of a page ask at the same time, each in a look of its own; one that fails fails alone.
    await Promise.allSettled(waited);
    const rest = [...wanted].filter((key) => !found.has(key) && !missing.has(key));
    const unread = rest.filter((key) => {
      const known = rows.get(key);
      take(key, known?.row);
      return known === undefined;
    });
    if (unread.length > 0) for (const [key, row] of await read(unread)) take(key, row);
    return found;
  }

  /** Rows by their keys, undefined unless all of these are held. */
  known<Key extends HeldKey, Row>(
    kind: string,
    keys: Iterable<Key>,
  ): ReadonlyMap<Key, Row> | undefined {
    if (this.#most === 0) return undefined;
    const { rows } = this.#of(kind);
    const found = new Map<Key, Row>();
    for (const key of keys) {
      const known = rows.get(key);
      if (known === undefined) return undefined;
      if (known.row !== undefined) found.set(key, known.row as Row);
    }
    return found;
  }

  /** Holds rows that were read at this state; keys without one have none. */
  keep<Key extends HeldKey, Row>(
    kind: string,
    keys: Iterable<Key>,
    read: ReadonlyMap<Key, Row>,
  ): void {
    if (this.#most === 0) return;
    const { rows } = this.#of(kind);
    for (const key of keys) rows.set(key, { row: read.get(key) });
  }

  #of(kind: string): Kind {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const made: Kind = { rows: new LRUCache({ max: this.#most }), reading: new Map() };
    this.#kinds.set(kind, made);
    return made;
  }
}
