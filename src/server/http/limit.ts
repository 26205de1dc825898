import { clientKey } from './client.ts';

const WINDOW_MS = 60_000;

/** What a client has left, as the headers of its answer tell it. */
export interface Allowance {
  /** How many of the calls may be made. */
  granted: number;
  headers: Record<string, string>;
}

/**
 * Calls per minute and client. Minutes are the same for all: what was counted is forgotten whole at
 * the end of each, so the count never holds more clients than called in one.
 */
export class RateLimit {
  readonly #limit: number;
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #window = 0;
  #listener: (key: string, calls: number) => void = () => undefined;

  /** @param limit calls per minute; 0 allows any number  @param now milliseconds */
  constructor(limit: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Counts calls of a client, as many as it has left. */
  take(client: string, calls = 1): Allowance {
    if (this.#limit === 0) return { granted: calls, headers: {} };
    const now = this.#now();
    const window = this.#begin(now);
    const key = clientKey(client);
    const before = this.#counts.get(key) ?? 0;
    const used = Math.min(before + calls, this.#limit);
    const granted = used - before;
    this.#counts.set(key, used);
    if (granted > 0) this.#listener(key, granted);
    const reset = String(Math.ceil(((window + 1) * WINDOW_MS - now) / 1000));
    const headers: Record<string, string> = {
      'x-ratelimit-limit': String(this.#limit),
      'x-ratelimit-remaining': String(this.#limit - used),
      'x-ratelimit-reset': reset,
    };
    if (granted < calls) headers['retry-after'] = reset;
    return { granted, headers };
  }

  /** Hears of whatever is granted: to whom (`clientKey`), how many calls. */
  onGranted(listener: (key: string, calls: number) => void): void {
    this.#listener = listener;
  }

  /** Counts what another process has granted. */
  add(key: string, calls: number): void {
    this.#begin(this.#now());
    this.#counts.set(key, Math.min((this.#counts.get(key) ?? 0) + calls, this.#limit));
  }

  /** The minute of `now`, of which the counts are. */
  #begin(now: number): number {
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    return window;
  }
}
