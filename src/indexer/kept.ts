import type { NodeClient } from '#node/types.ts';

/** What is made once for each client of a node and goes with it. */
export function perNode<T>(make: () => T): (node: NodeClient) => T {
  const made = new WeakMap<NodeClient, T>();
  return (node) => {
    const own = made.get(node) ?? make();
    made.set(node, own);
    return own;
  };
}

/** Answers about content, kept by its address: asked for once, whatever the tipset. */
export class Kept<T> {
  readonly #answers = new Map<string, Promise<T>>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The kept answer, or what `ask` gives. */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const kept = this.#answers.get(key);
    if (kept) {
      // Back to the young end: what is asked for stays.
      this.#answers.delete(key);
      this.#answers.set(key, kept);
      return kept;
    }
    const asked = ask();
    this.#answers.set(key, asked);
    asked.catch(() => this.#answers.delete(key));
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#limit) break;
      this.#answers.delete(oldest);
    }
    return asked;
  }
}
