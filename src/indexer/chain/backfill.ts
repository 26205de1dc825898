/** A backfill under way: its threads, how long it takes, and who gathers for it. */
import type { Logger } from '#node/log.ts';
import type { NodeInfo, Silence, TipsetKey } from '#node/types.ts';
import type { IndexerOptions } from '../options.ts';
import type { Gatherer } from './gather.ts';
import { GatheringHere, type Gathering } from './run.ts';
import { GatheringThreads } from './threads/threads.ts';

/** A stretch above this many epochs is a backfill: shown as such, and first brought to what is final. */
export const BACKFILL_EPOCHS = 60;

export interface BackfillSession {
  info: NodeInfo;
  /** The node's head when the session began. */
  head: TipsetKey;
  gatherer: Gatherer;
  passHeight: number | undefined;
}

export class Backfill {
  readonly #threads: IndexerOptions['threads'];
  readonly #log: Logger;
  #beside: GatheringThreads | null = null;
  /** When it began (ms) and how many tipsets were counted by then. */
  #begun: { since: number; tipsets: number } | null = null;

  constructor(threads: IndexerOptions['threads'], log: Logger) {
    this.#threads = threads;
    this.#log = log;
  }

  /** Begins one or goes on; `tipsets` were counted so far. Answers who gathers: threads, where there are to be any. */
  begin({ info, head, gatherer, passHeight }: BackfillSession, tipsets: number): Gathering {
    this.#begun ??= { since: performance.now(), tipsets };
    if (!this.#threads || this.#threads.count === 0) return new GatheringHere(gatherer);
    const { count, node } = this.#threads;
    return (this.#beside ??= new GatheringThreads(
      count,
      { node, info, key: head, passHeight },
      this.#log,
    ));
  }

  /** The longest that the node lets anybody wait: whoever asks (`own`), or one of the threads. */
  silence(own: Silence | null): Silence | null {
    const beside = this.#beside?.silence() ?? null;
    return beside !== null && beside.ms > (own?.ms ?? 0) ? beside : own;
  }

  /** Ends the threads; what they were doing rejects. */
  async endThreads(): Promise<void> {
    await this.#beside?.close();
    this.#beside = null;
  }

  /** Tells of its end, once. */
  filled(height: number | undefined, tipsets: number): void {
    if (this.#begun === null) return;
    const { since, tipsets: before } = this.#begun;
    this.#begun = null;
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    this.#log.info({ height, tipsets: tipsets - before, seconds }, 'The index has filled');
  }
}
