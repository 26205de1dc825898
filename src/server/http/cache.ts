import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';

/** What one answer costs: its body, room for its compressed forms, and its key. */
function weight(answer: Answer, key: string): number {
  return Math.ceil(answer.body.length * 1.5) + key.length * 2 + 1024;
}

/**
 * Answers by key, the least recently used ones dropped when they weigh more than `maxBytes`
 * together. A key names the head that the answer was made for, so nothing is ever stale. Whoever
 * asks while an answer is being made waits for the same one. Without room (`maxBytes` 0) nothing is
 * kept or shared.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer> | null;
  readonly #running = new Map<string, Promise<Answer>>();

  constructor(maxBytes: number) {
    this.#answers =
      maxBytes === 0
        ? null
        : new LRUCache({
            maxSize: maxBytes,
            // One huge answer must not empty the cache.
            maxEntrySize: Math.floor(maxBytes / 8),
            sizeCalculation: weight,
          });
  }

  get bytes(): number {
    return this.#answers?.calculatedSize ?? 0;
  }

  get size(): number {
    return this.#answers?.size ?? 0;
  }

  /**
   * The answer of `key`, made by `make` unless it is there. `keep` says whether it may be kept.
   * @throws whatever `make` throws; nothing is kept then.
   */
  async get(
    key: string,
    make: () => Promise<Answer>,
    keep: (answer: Answer) => boolean,
  ): Promise<{ answer: Answer; hit: boolean }> {
    if (this.#answers === null) return { answer: await make(), hit: false };
    const known = this.#answers.get(key);
    if (known !== undefined) return { answer: known, hit: true };
    const running = this.#running.get(key);
    if (running !== undefined) return { answer: await running, hit: true };
    const made = make();
    this.#running.set(key, made);
    try {
      const answer = await made;
      if (keep(answer)) this.#answers.set(key, answer);
      return { answer, hit: false };
    } finally {
      this.#running.delete(key);
    }
  }
}
