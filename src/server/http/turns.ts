/** Who is served when, where only a few can be at a time: no client makes the others wait for long. */
import { Busy } from '#api/call.ts';

export interface TurnsOptions {
  /** Served at a time. */
  slots: number;
  /** More of them, for clients of whom nobody is served: one that holds all slots keeps nobody out. */
  spare: number;
  /** At most so many of one client while others ask, too; `slots` unless given. */
  share?: number;
  /** Those that wait, of all clients. */
  waiting: number;
}

interface Entry {
  start(): void;
  refuse(reason: unknown): void;
}

/** Whoever has asked within so long, ms, asks again soon: what one visit needs comes bit by bit. */
const ASKING_MS = 1_000;

/** What one client has. */
interface Line {
  served: number;
  waiting: Entry[];
}

/**
 * A client may have all slots while nobody else asks. Of clients that wait the one with the fewest
 * served is next; where too many wait, the newest of the client with the most waiting has to go.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** By client; whose turn has ended goes behind the others. */
  readonly #lines = new Map<string, Line>();
  #served = 0;
  #waiting = 0;
  #last: string | null = null;
  /** When somebody else asked than before, ms. */
  #othersAsked = -Infinity;
  readonly #now: () => number;

  constructor(options: TurnsOptions, now = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /**
   * Does the work when its turn comes. @throws Busy, or the signal's reason when it fires before its
   * turn; from then on the work itself has to heed it
   */
  async run<T>(
    client: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.#last !== null && client !== this.#last) this.#othersAsked = this.#now();
    this.#last = client;
    const line = this.#lines.get(client) ?? { served: 0, waiting: [] };
    if (this.#waiting >= this.#options.waiting) this.#makeRoom(line);
    this.#lines.set(client, line);
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        signal?.removeEventListener('abort', leave);
        this.#waiting -= 1;
      };
      const entry: Entry = {
        start() {
          end();
          resolve();
        },
        refuse(reason) {
          end();
          reject(reason as Error);
        },
      };
      const leave = (): void => {
        line.waiting.splice(line.waiting.indexOf(entry), 1);
        entry.refuse(signal?.reason);
        this.#tidy(client, line);
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.waiting.push(entry);
      this.#waiting += 1;
      this.#next();
    });
    try {
      return await work();
    } finally {
      line.served -= 1;
      this.#served -= 1;
      this.#lines.delete(client);
      this.#lines.set(client, line);
      this.#tidy(client, line);
      this.#next();
    }
  }

  /** Refuses the newest of the longest line. @throws Busy where the own one is as long */
  #makeRoom(own: Line): void {
    let longest = own;
    for (const line of this.#lines.values())
      if (line.waiting.length > longest.waiting.length) longest = line;
    if (longest.waiting.length <= own.waiting.length + 1) throw new Busy();
    longest.waiting.pop()?.refuse(new Busy());
  }

  #next(): void {
    for (;;) {
      const found = this.#chosen();
      const entry = found?.waiting.shift();
      if (found === null || entry === undefined) return;
      found.served += 1;
      this.#served += 1;
      entry.start();
    }
  }

  /** Whose turn it is. */
  #chosen(): Line | null {
    const { slots, spare, share = slots } = this.#options;
    const most = this.#now() - this.#othersAsked < ASKING_MS ? share : slots;
    if (this.#served >= slots + spare) return null;
    let chosen: Line | null = null;
    for (const line of this.#lines.values()) {
      const { served, waiting } = line;
      if (waiting.length === 0 || served >= most) continue;
      if (served > 0 && this.#served >= slots) continue;
      if (chosen === null || served < chosen.served) chosen = line;
    }
    return chosen;
  }

  #tidy(client: string, { served, waiting }: Line): void {
    if (served === 0 && waiting.length === 0) this.#lines.delete(client);
  }
}
