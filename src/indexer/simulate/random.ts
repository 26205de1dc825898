/** Numbers that follow from a seed, so that a run can be had again. */

/** From 0 to 1 (1 excluded), by a seed and whatever names the occasion: in whatever order occasions come. */
export function chance(...occasion: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  const text = occasion.join('|');
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One number after another. */
export class Random {
  readonly #name: string;
  #count = 0;

  constructor(...name: readonly (string | number)[]) {
    this.#name = name.join('|');
  }

  /** From 0 to 1 (1 excluded). */
  next(): number {
    return chance(this.#name, this.#count++);
  }

  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T {
    const found = list[this.int(0, list.length - 1)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }
}
