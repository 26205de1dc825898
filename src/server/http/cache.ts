import { LRUCache } from 'lru-cache';
import type { HttpAnswer } from './answer.ts';
import { clientKey } from './client.ts';
import { Turns } from './turns.ts';

/** What one answer costs: its body, room for its compressed forms, and its key. */
function weight(answer: HttpAnswer, key: string): number {
  return Math.ceil(answer.body.length * 1.5) + key.length * 2 + 1024;
}

/** Who wants an answer. */
export interface Asker {
  /** Address of whoever asks. */
  client: string;
  /** Fires when it leaves. */
  left(): AbortSignal | undefined;
}

/**
 * Answers that are made at a time: the database takes a few, the rendering thread one, so that each of one
 * client's makes all of the others' slower.
 */
const TURNS = { slots: 6, spare: 2, share: 3, waiting: 500 };

/** An answer that is being made. */
interface Making {
  answer: Promise<HttpAnswer>;
  waiting: number;
  /** Fires when nobody waits for it any more. */
  nobody: AbortController;
}

/**
 * Answers by key, the least recently used ones dropped when they weigh more than `maxBytes`
 * together, and made for clients in turn. A key names the head that the answer was made for, so nothing is ever stale. Whoever
 * asks while an answer is being made waits for the same one; whose turn has not come when all have
 * left is not made. Without room (`maxBytes` 0) nothing is
 * kept or shared.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, HttpAnswer> | null;
  readonly #making = new Map<string, Making>();
  readonly #turns = new Turns(TURNS);

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
   * @param turns where what is made has turns of its own
   * @throws Busy when too many wait; whatever `make` throws. Nothing is kept then.
   */
  async get(
    key: string,
    make: () => Promise<HttpAnswer>,
    keep: (answer: HttpAnswer) => boolean,
    asker: Asker,
    turns = this.#turns,
  ): Promise<{ answer: HttpAnswer; hit: boolean }> {
    const client = clientKey(asker.client);
    if (this.#answers === null)
      return { answer: await turns.run(client, asker.left(), make), hit: false };
    const known = this.#answers.get(key);
    if (known !== undefined) return { answer: known, hit: true };
    const before = this.#making.get(key);
    if (before !== undefined && !before.nobody.signal.aborted)
      return { answer: await awaited(before, asker), hit: true };
    const nobody = new AbortController();
    const making = { answer: turns.run(client, nobody.signal, make), waiting: 0, nobody };
    this.#making.set(key, making);
    try {
      const answer = await awaited(making, asker);
      if (keep(answer)) this.#answers.set(key, answer);
      return { answer, hit: false };
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key);
    }
  }
}

async function awaited(making: Making, { left }: Asker): Promise<HttpAnswer> {
  const leave = (): void => {
    making.waiting -= 1;
    if (making.waiting === 0) making.nobody.abort();
  };
  const signal = left();
  if (!signal?.aborted) making.waiting += 1;
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await making.answer;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
