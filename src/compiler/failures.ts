/** Inputs that cost all they may and were killed: the same one again would cost the same. */
import { LRUCache } from 'lru-cache';
import { CompilerError } from './errors.ts';
import type { CompilerErrorKind } from './errors.ts';

/** They are tried again after so long: a busy machine may have been the reason, ms. */
const KEPT_MS = 3_600_000;
/** So many are remembered, about 200 bytes each. */
const MOST = 2_000;
/** Who was stopped earlier than at this part of its time may have come to an end in it. */
const SHARE = 0.9;
const KINDS: ReadonlySet<CompilerErrorKind> = new Set(['tooLong', 'tooLarge', 'outputTooLarge']);
const MINUTE = 60_000;

interface Failure {
  readonly error: CompilerError;
  readonly at: number;
}

export class Failures {
  readonly #failures = new LRUCache<string, Failure>({ max: MOST });
  readonly #now: () => number;

  /** @param now the wall clock, milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The same error as then, which says so; null for an input that may be tried. */
  get(key: string): CompilerError | null {
    const failure = this.#failures.get(key);
    if (failure === undefined) return null;
    const ago = this.#now() - failure.at;
    if (ago >= KEPT_MS) {
      this.#failures.delete(key);
      return null;
    }
    const { kind, message } = failure.error;
    const minutes = Math.ceil((KEPT_MS - ago) / MINUTE);
    return new CompilerError(
      kind,
      `${message} That was the same input, a while ago: it is compiled again in ${minutes} minutes at the earliest.`,
    );
  }

  /**
   * Remembers an input by its key, if the error is one of cost. One that was stopped before it had most
   * of `milliseconds`, which it may take, is not: a request's second attempt has less time.
   */
  add(key: string, error: unknown, took: number, milliseconds: number): void {
    if (!(error instanceof CompilerError) || !KINDS.has(error.kind)) return;
    if (error.kind === 'tooLong' && took < SHARE * milliseconds) return;
    this.#failures.set(key, { error, at: this.#now() });
  }
}
