import { setTimeout as sleep } from 'node:timers/promises';
import type { Explorer } from '#explorer/index.ts';
import type { IndexStatus, NetworkFacts } from '#explorer/network/schema.ts';
import type { HeadListener } from '#store/store.ts';
import type { ChainClock, HeadFacts } from './locals.ts';
import type { Logger } from './log.ts';

/** The index as last seen: what answers are made for. */
export interface Snapshot {
  status: IndexStatus;
  network: NetworkFacts | null;
  head: HeadFacts | null;
  /** Changes whenever an answer made before may be wrong. */
  version: string;
  /** Offset of a recording's clock that answers of this version were made with, to within a little. */
  drift: number;
}

/** Behind by no more than this many epochs is as it should be: a head takes its time to arrive. */
const USUAL_LAG = 2;

/** How far a recording's clock may leave that of the kept answers, seconds. */
const DRIFT = { playing: 5, ended: 59 };

/**
 * Restarted, a recording plays from another point of time; once it is over its clock stands still
 * while the wall's goes on. Answers tell ages and have to follow either.
 */
function driftOf({ recorded, ended, clock }: IndexStatus, before: number): number {
  if (!recorded) return 0;
  const leeway = ended ? DRIFT.ended : DRIFT.playing;
  return Math.abs(clock.offset - before) > leeway ? clock.offset : before;
}

function toSnapshot(
  status: IndexStatus,
  network: NetworkFacts | null,
  before: Snapshot | null,
): Snapshot {
  const { revision, besideRevision, headHeight, headKey, lagEpochs } = status;
  const head =
    headHeight === null || headKey === null ? null : { height: headHeight, key: headKey, revision };
  // Pages tell of the indexer's state and lag, which may change without a new head.
  const lag = lagEpochs !== null && lagEpochs > USUAL_LAG ? lagEpochs : 0;
  const drift = driftOf(status, before?.drift ?? 0);
  const price = status.price?.at ?? null;
  const version = [revision, besideRevision, status.state, status.reason, lag, drift, price].join(
    '|',
  );
  return { status, network, head, version, drift };
}

export interface TrackerOptions {
  explorer: Explorer;
  /** The store's. */
  onHead: (listener: HeadListener) => () => void;
  log: Logger;
  /** Milliseconds between two looks at the database, in case a notification is lost. */
  pollMs?: number;
  /** A database that lets a look wait longer than this does not answer, ms. */
  patienceMs?: number;
}

const PATIENCE_MS = 5000;

/**
 * Keeps the newest snapshot of the index: refreshed at every head change and every `pollMs`.
 * `onChange` hears of every new version.
 */
export class Tracker {
  readonly #options: TrackerOptions;
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  #snapshot: Snapshot;
  #running: Promise<void> | null = null;
  /** When the look under way began, ms. */
  #since: number | null = null;
  #again = false;
  #failing = false;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  private constructor(options: TrackerOptions, first: Snapshot) {
    this.#options = options;
    this.#snapshot = first;
    this.#unsubscribe = options.onHead(() => void this.refresh());
    this.#timer = setInterval(() => void this.refresh(), options.pollMs ?? 2000);
    this.#timer.unref();
  }

  /** Reads the first snapshot; rejects when the database cannot be read. */
  static async start(options: TrackerOptions): Promise<Tracker> {
    const { network } = options.explorer;
    return new Tracker(options, toSnapshot(await network.status(), await network.facts(), null));
  }

  stop(): void {
    this.#unsubscribe();
    clearInterval(this.#timer);
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** Whether the database answered the last time, and does not let wait now. */
  get healthy(): boolean {
    return !this.#failing && this.#patience() > 0;
  }

  /** Looks at the database now. Resolves when it has answered or failed, or has let wait too long. */
  async look(): Promise<void> {
    const read = this.refresh();
    const waited = new AbortController();
    const waiting = sleep(Math.max(0, Math.ceil(this.#patience())) + 1, undefined, {
      signal: waited.signal,
    });
    await Promise.race([read, waiting.catch(() => undefined)]);
    waited.abort();
  }

  /** How long the look under way may still take, ms. */
  #patience(): number {
    const patience = this.#options.patienceMs ?? PATIENCE_MS;
    return this.#since === null ? patience : this.#since + patience - performance.now();
  }

  clock(): ChainClock {
    const { clock, recorded } = this.#snapshot.status;
    return { now: Math.floor(Date.now() / 1000) + clock.offset, offset: clock.offset, recorded };
  }

  onChange(listener: (snapshot: Snapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads a snapshot that is not older than this call. */
  async refresh(): Promise<void> {
    if (this.#running !== null) {
      // The running read may have begun before the change that is to be seen.
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#read();
    try {
      await this.#running;
    } finally {
      this.#running = null;
    }
  }

  async #read(): Promise<void> {
    const { explorer, log } = this.#options;
    do {
      this.#again = false;
      this.#since = performance.now();
      try {
        const next = toSnapshot(
          await explorer.network.status(),
          await explorer.network.facts(),
          this.#snapshot,
        );
        this.#failing = false;
        const changed = next.version !== this.#snapshot.version;
        this.#snapshot = next;
        if (changed) for (const listener of this.#listeners) listener(next);
      } catch (error) {
        if (!this.#failing) log.error({ err: error }, 'The database does not answer');
        this.#failing = true;
      }
    } while (this.#again);
    this.#since = null;
  }
}
