/** What an entry takes besides the object's bytes, about: the CID's text, a typed array, a place in a map. */
const ENTRY_BYTES = 400;

/** Objects by CID, at most so many bytes of them; the least recently used go first. */
export class KeptObjects {
  readonly #limit: number;
  /** Oldest first. */
  readonly #objects = new Map<string, Uint8Array>();
  #bytes = 0;

  /** @param limit bytes, what the entries take besides included; 0 keeps nothing */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** What is kept, bytes; never above the limit. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An object as it is, its place among the others too. */
  peek(cid: string): Uint8Array | undefined {
    return this.#objects.get(cid);
  }

  /** An object, from now on the most recently used. */
  use(cid: string): Uint8Array | undefined {
    const object = this.#objects.get(cid);
    if (object === undefined) return undefined;
    this.#objects.delete(cid);
    this.#objects.set(cid, object);
    return object;
  }

  /** Takes an object out. */
  take(cid: string): Uint8Array | undefined {
    const object = this.#objects.get(cid);
    if (object === undefined) return undefined;
    this.#objects.delete(cid);
    this.#bytes -= object.length + ENTRY_BYTES;
    return object;
  }

  keep(cid: string, object: Uint8Array): void {
    this.take(cid);
    if (object.length + ENTRY_BYTES > this.#limit) return;
    this.#objects.set(cid, object);
    this.#bytes += object.length + ENTRY_BYTES;
    for (const oldest of this.#objects.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.take(oldest);
    }
  }
}
