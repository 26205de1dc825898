/** What becomes of a failure of the indexer: how it is told, and what it puts in doubt. */
import { NodeError } from '#node/errors.ts';
import type { Logger } from '#node/log.ts';
import {
  InvariantError,
  publicReason,
  PartedError,
  SecondWriterError,
  WrongChainError,
} from './errors.ts';
import type { IndexerMetrics } from './metrics.ts';
import { GAP_MS } from './session.ts';
import type { Standing } from './standing.ts';
import type { Checkpoint } from './write/checkpoint.ts';
import { NoUndoError } from './write/revert.ts';

/** What is told of a failure; of sums in doubt also how an operator lets them pass. */
function reasonOf(error: unknown): string {
  const message = publicReason(error);
  if (!(error instanceof InvariantError) || ![3, 4].includes(error.invariant)) return message;
  const sums = error.invariant === 3 ? 'gas' : 'balances';
  return `${message}. The sums of ${sums} cannot tell a wrong answer of the node from a rule of the protocol that is missing here: PASS_HEIGHT=${error.tipset.height} takes the difference as a rebalance`;
}

export class Failures {
  readonly #standing: Standing;
  readonly #metrics: IndexerMetrics;
  readonly #log: Logger;
  readonly #gapMs: number;
  /** Since when the node contradicts what it called final itself, ms; null when it does not. */
  #partedSince: number | null = null;

  /** @param gapMs how long the node contradicts itself before its word of now counts, ms */
  constructor(standing: Standing, metrics: IndexerMetrics, log: Logger, gapMs = GAP_MS) {
    this.#standing = standing;
    this.#metrics = metrics;
    this.#log = log;
    this.#gapMs = gapMs;
  }

  /** The node's head was followed. */
  settle(): void {
    this.#partedSince = null;
  }

  /** Tells of a failure; false when it cannot be got over by trying again. */
  async tell(error: unknown): Promise<boolean> {
    const message = reasonOf(error);
    this.#metrics.lastError = { at: new Date(), message };
    if (error instanceof PartedError) this.#partedSince ??= performance.now();
    const inDoubt =
      error instanceof InvariantError ||
      error instanceof WrongChainError ||
      error instanceof NoUndoError;
    const final = error instanceof SecondWriterError;
    if (inDoubt) this.#metrics.invariantFailures++;
    if (error instanceof NodeError) this.#metrics.nodeFailures++;
    if (inDoubt || final) this.#log.error({ err: error }, `Indexing stopped: ${message}`);
    else this.#log.warn({ err: error }, `Indexing waits: ${message}`);
    if (final) {
      // The status is the other process's to write.
      this.#standing.keep({ state: 'stopped', reason: message });
      return false;
    }
    await this.#standing
      .tell({ state: inDoubt ? 'stopped' : 'waiting', reason: message })
      .catch((cause: unknown) =>
        this.#log.error({ err: cause }, 'The status could not be written'),
      );
    return true;
  }

  /**
   * What the node called final may have been the error, if it contradicts it for long: then its word of
   * now counts. How far it can be followed is up to the undo log.
   */
  doubted(checkpoint: Checkpoint): Checkpoint {
    const since = this.#partedSince;
    if (since === null || performance.now() - since < this.#gapMs) return checkpoint;
    this.#log.warn({ final: checkpoint.finalHeight }, 'What was final before is in doubt');
    return { ...checkpoint, finalHeight: null };
  }
}
