/**
 * Which statements a connection prepares by name: the server reads such a text once, and plans it once
 * where the plan does not depend on the values.
 */
import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';
import { isPlannedForValues } from '../plans.ts';
import type { Known, Named } from './query.ts';

/** The server keeps text and plan of each, for every connection. */
const MOST_NAMED = 200;
/** Texts of which it is known that they came before. */
const MOST_SEEN = 2000;

/** What one connection has prepared. */
interface Held {
  /** Statements by their texts, the least recently used first. */
  known: Map<string, Known>;
  /** Since when; see `forget`. */
  age: number;
}

/** A statement that is not prepared by name. */
export const unnamed = (text: string): Known => ({ text, name: '', columns: null });

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

  /** A text with its name if it has come before; one that is planned each time has none. */
  of(client: PoolClient, text: string): Known {
    if (isPlannedForValues(text)) return unnamed(text);
    const held = this.#of(client).known;
    const known = held.get(text);
    if (known !== undefined) {
      held.delete(text);
      held.set(text, known);
      return known;
    }
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true);
      return unnamed(text);
    }
    const named: Known = { text, name: `read_${++this.#given}`, columns: null };
    held.set(text, named);
    const [oldest] = held.values();
    if (oldest !== undefined && held.size > this.#most) {
      held.delete(oldest.text);
      drop(client, oldest.name);
    }
    return named;
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
    const held: Held = { known: new Map(), age: this.#age };
    this.#held.set(client, held);
    return held;
  }
}

/** In a transaction that has failed it is refused: the name is left over then, and never used again. */
function drop(client: PoolClient, name: string): void {
  // The driver remembers every name that it has prepared.
  const { parsedStatements, submittedNamedStatements: submitted } = client.connection as Named;
  // What the server never took cannot be dropped, and would end the transaction that asks for it.
  if ((parsedStatements[name] ?? submitted[name]) === undefined) return;
  client.query(`deallocate "${name}"`).catch(() => undefined);
  Reflect.deleteProperty(parsedStatements, name);
}
