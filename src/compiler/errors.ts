/**
 * Why there is no output.
 * - `unknownVersion`: no release has that name (a nightly, a mistake).
 * - `notFetched`: the release is known, but not here: no registry is set, or it did not give it.
 * - `inputTooLarge`: the standard JSON input is longer than is taken.
 * - `tooLong`, `tooLarge`: the compiler took more time, or memory, than it is given.
 * - `tooBusy`: its time ran out while others kept the processors; the same input may well compile later.
 * - `outputTooLarge`: what it wrote is longer than is taken.
 * - `crashed`: it ended without output.
 * - `queueFull`: too many wait; `retryAfter` says when to ask again.
 */
export type CompilerErrorKind =
  | 'unknownVersion'
  | 'notFetched'
  | 'inputTooLarge'
  | 'tooLong'
  | 'tooBusy'
  | 'tooLarge'
  | 'outputTooLarge'
  | 'crashed'
  | 'queueFull';

/** As another process tells it. */
export interface ToldCompilerError {
  readonly kind: CompilerErrorKind;
  readonly words: string;
  readonly retryAfter: number;
  readonly nearest: readonly string[];
}

export class CompilerError extends Error {
  readonly kind: CompilerErrorKind;
  /** The message without what is nearest. */
  readonly words: string;
  /** Seconds after which to ask again; 0 unless the queue is full. */
  readonly retryAfter: number;
  /** Long versions next to the one that cannot be had, of those that can; the message names them. */
  readonly nearest: readonly string[];

  constructor(
    kind: CompilerErrorKind,
    message: string,
    {
      retryAfter = 0,
      nearest = [],
      cause,
    }: { retryAfter?: number; nearest?: readonly string[]; cause?: unknown } = {},
  ) {
    const named = ` Nearest of those that can be had here: ${nearest.join(' and ')}.`;
    super(nearest.length === 0 ? message : message + named, { cause });
    this.name = 'CompilerError';
    this.kind = kind;
    this.words = message;
    this.retryAfter = retryAfter;
    this.nearest = nearest;
  }

  static from({ kind, words, ...more }: ToldCompilerError): CompilerError {
    return new CompilerError(kind, words, more);
  }

  told(): ToldCompilerError {
    const { kind, words, retryAfter, nearest } = this;
    return { kind, words, retryAfter, nearest };
  }

  /** Of a process that does not tell an output as ours does. */
  static nonsense(why: unknown): CompilerError {
    const words = `The compiler's process answered nonsense: ${String(why).slice(0, 200)}`;
    return new CompilerError('crashed', words);
  }
}
