import type { Answer } from './answer.ts';

/** What one answer costs: its body, room for its compressed forms, and its key. */
function weight(key: string, answer: Answer): number {
  return answer.body.length * 1.5 + key.length * 2 + 1024;
}

interface Entry {
  answer: Answer;
  weight: number;
}

/**
 * Answers by key, the least recently used ones dropped when they weigh more than `maxBytes`
 * together. A key names the head that the answer was made for, so nothing is ever stale. Whoever
 * asks while an answer is being made waits for the same one.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<Answer>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
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
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return { answer: known.answer, hit: true };
    }
    const running = this.#running.get(key);
    if (running !== undefined) return { answer: await running, hit: true };
    const made = make();
    this.#running.set(key, made);
    try {
      const answer = await made;
      if (keep(answer)) this.#add(key, answer);
      return { answer, hit: false };
    } finally {
      this.#running.delete(key);
    }
  }

  #add(key: string, answer: Answer): void {
    const size = weight(key, answer);
    // One huge answer must not empty the cache.
    if (size > this.#maxBytes / 8) return;
    this.#entries.set(key, { answer, weight: size });
    this.#bytes += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.weight;
    }
  }
}
