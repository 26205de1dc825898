/** Who compiles when: a few at a time, of a client one at a time, and a bounded number that waits. */
import { availableParallelism } from 'node:os';
import { CompilerError } from './errors.ts';

export interface QueueOptions {
  /** Compilations at a time. */
  slots: number;
  /** Compilations that wait, at most. */
  waiting: number;
  /** Of these, how many of one client. */
  waitingPerClient: number;
}

/** Hears the place among those that wait, 1 the next, whenever it is another. */
export type OnPlace = (place: number) => void;

interface Entry {
  client: string;
  /** As it was told last. */
  place: number;
  onPlace: OnPlace | undefined;
  start(): void;
}

/** Where compilations wait for their turn. */
export type CompileQueue = Pick<Queue, 'run'>;

/** One processor is left to the pages. */
const OPTIONS: QueueOptions = {
  slots: Math.max(1, availableParallelism() - 1),
  waiting: 20,
  waitingPerClient: 3,
};

/** What a compilation is taken to last before one was seen, in seconds. */
const TYPICAL_SECONDS = 5;
/** How much the last one changes what is taken for typical. */
const WEIGHT = 0.2;

export class Queue {
  readonly #options: QueueOptions;
  readonly #running = new Set<string>();
  readonly #waiting: Entry[] = [];
  #typical = TYPICAL_SECONDS;

  constructor(options: Partial<QueueOptions> = {}) {
    this.#options = { ...OPTIONS, ...options };
  }

  /**
   * Does the work when its turn comes. Throws a CompilerError `queueFull` when too many wait, or the
   * signal's reason when it fires before; from then on the work itself has to heed it.
   */
  async run<T>(
    client: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
    onPlace?: OnPlace,
  ): Promise<T> {
    signal?.throwIfAborted();
    await this.#turn(client, signal, onPlace);
    const began = performance.now();
    try {
      return await work();
    } finally {
      const seconds = (performance.now() - began) / 1000;
      this.#typical += (seconds - this.#typical) * WEIGHT;
      this.#running.delete(client);
      this.#next();
    }
  }

  async #turn(
    client: string,
    signal: AbortSignal | undefined,
    onPlace: OnPlace | undefined,
  ): Promise<void> {
    const own = this.#waiting.filter((entry) => entry.client === client).length;
    if (this.#waiting.length >= this.#options.waiting || own >= this.#options.waitingPerClient)
      throw new CompilerError('queueFull', 'Too many compilations wait.', {
        retryAfter: this.#retryAfter(),
      });
    await new Promise<void>((resolve, reject) => {
      const entry: Entry = {
        client,
        place: 0,
        onPlace,
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        this.#tellPlaces();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(entry);
      this.#next();
    });
  }

  /** Starts those that wait longest and whose client has nothing running. */
  #next(): void {
    while (this.#running.size < this.#options.slots) {
      const index = this.#waiting.findIndex(({ client }) => !this.#running.has(client));
      const [entry] = index < 0 ? [] : this.#waiting.splice(index, 1);
      if (entry === undefined) break;
      this.#running.add(entry.client);
      entry.start();
    }
    this.#tellPlaces();
  }

  #tellPlaces(): void {
    for (const [ahead, entry] of this.#waiting.entries()) {
      const place = ahead + 1;
      if (entry.place === place) continue;
      entry.place = place;
      entry.onPlace?.(place);
    }
  }

  #retryAfter(): number {
    const rounds = (this.#waiting.length + 1) / this.#options.slots;
    return Math.max(1, Math.ceil(rounds * this.#typical));
  }
}
