/**
 * Which statements a connection prepares by name: the server reads such a text once, and plans it once
 * where the plan does not depend on the values.
 */
import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';
import { isPlannedForValues } from '../plans.ts';

/** The server keeps text and plan of each, for every connection. */
const MOST_NAMED = 200;
/** Texts of which it is known that they came before. */
const MOST_SEEN = 2000;

/** What one connection has prepared. */
interface Held {
  /** Names by texts, the least recently used first. */
  names: Map<string, string>;
  /** Since when; see `forget`. */
  age: number;
}

/** The prepared statements of a pool's connections. */
export class Prepared {
  readonly #seen = new LRUCache<string, true>({ max: MOST_SEEN });
  readonly #held = new WeakMap<PoolClient, Held>();
  readonly #most: number;
  #age = 0;
  /** Counts names: none is used for two texts. */
  #given = 0;

  constructor(most = MOST_NAMED) {
    this.#most = most;
  }

  /** The name of a text that has come before; null for another one, and for one that is planned each time. */
  nameOf(client: PoolClient, text: string): string | null {
    if (isPlannedForValues(text)) return null;
    const { names } = this.#of(client);
    const known = names.get(text);
    if (known !== undefined) {
      names.delete(text);
      names.set(text, known);
      return known;
    }
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true);
      return null;
    }
    const name = `read_${++this.#given}`;
    names.set(text, name);
    const [oldest] = names;
    if (oldest !== undefined && names.size > this.#most) {
      names.delete(oldest[0]);
      drop(client, oldest[1]);
    }
    return name;
  }

  /** Tables have changed: what is prepared is refused from now on, and its connection is of no use. */
  forget(): void {
    this.#age += 1;
  }

  isStale(client: PoolClient): boolean {
    return this.#of(client).age !== this.#age;
  }

  #of(client: PoolClient): Held {
    const known = this.#held.get(client);
    if (known !== undefined) return known;
    const held: Held = { names: new Map(), age: this.#age };
    this.#held.set(client, held);
    return held;
  }
}

/** In a transaction that has failed it is refused: the name is left over then, and never used again. */
function drop(client: PoolClient, name: string): void {
  client.query(`deallocate "${name}"`).catch(() => undefined);
  // The driver remembers every name that it has prepared.
  const known: unknown = Reflect.get(client.connection, 'parsedStatements');
  if (isObject(known)) Reflect.deleteProperty(known, name);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
