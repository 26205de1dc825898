import { LRUCache } from 'lru-cache';
import type { NodeClient } from './types.ts';

/** What is made once for each client of a node and goes with it. */
export function perNode<T>(make: () => T): (node: NodeClient) => T {
  const made = new WeakMap<NodeClient, T>();
  return (node) => {
    const own = made.get(node) ?? make();
    made.set(node, own);
    return own;
  };
}

/** Answers, also those under way, by what they are about: asked for once while they are kept. */
export class Kept<T> {
  readonly #answers: LRUCache<string, Promise<T>>;

  /** @param limit so many are kept: those that were asked for last */
  constructor(limit: number) {
    this.#answers = new LRUCache({ max: limit });
  }

  known(key: string): Promise<T> | undefined {
    return this.#answers.get(key);
  }

  /** The kept answer, or what `ask` gives; that is kept unless it fails or `lasts` says no. */
  get(key: string, ask: () => Promise<T>, lasts: (answer: T) => boolean = () => true): Promise<T> {
    const kept = this.#answers.get(key);
    if (kept) return kept;
    const asked = ask();
    this.#answers.set(key, asked);
    const forget = (): unknown => this.#answers.peek(key) === asked && this.#answers.delete(key);
    asked.then((answer) => lasts(answer) || forget(), forget);
    return asked;
  }
}
