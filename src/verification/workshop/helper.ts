/** One process that compiles and compares, and who waits for it. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CompilerError } from '#compiler/errors.ts';
import { LIMITS } from '#compiler/limits.ts';
import { giveWay } from '#compiler/priority.ts';
import type { FromChild, Question, Setup, Tasks, ToChild } from './messages.ts';

const FILE = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Longer than any answer takes that no compiler is run for, ms. */
const ANSWER_MS = 60_000;
/** Longer than it takes to run a compiler as long as one may, and to tell what came of it, ms. */
const COMPILE_MS = LIMITS.milliseconds + 15_000;
/** In so long it has killed a compiler and says so, ms. */
const STOP_MS = 5_000;

type Done = Tasks[keyof Tasks]['answer'];

interface Waiting {
  resolve(answer: Done): void;
  reject(error: unknown): void;
}

export interface HelperOptions {
  setup: Setup;
  /** What its command begins with (`inIdleTime`). */
  before: readonly string[];
  /** It ends after so long without a question, ms. */
  idleMs: number;
  onWarning(words: string): void;
  /** It takes no more questions. */
  onEnd(helper: Helper): void;
}

export class Helper {
  readonly #options: HelperOptions;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(options: HelperOptions) {
    this.#options = options;
    const [execPath = process.execPath, ...execArgv] = [...options.before, process.execPath];
    this.#child = fork(FILE, [JSON.stringify(options.setup)], {
      execPath,
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (this.#child.pid !== undefined) giveWay(this.#child.pid);
    this.#child.on('message', (message: FromChild) => this.#hear(message));
    this.#child.on('error', ({ message }) => this.#lose(message));
    this.#child.on('exit', () => this.#lose('it has ended'));
  }

  /** Whether it has the time that nobody else wants, and no other. */
  get idling(): boolean {
    return this.#options.before.length > 0;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @throws CompilerError, Error for a defect of ours, or the signal's reason */
  async ask(question: Question, signal?: AbortSignal): Promise<Done> {
    const id = (this.#lastId += 1);
    const timers: NodeJS.Timeout[] = [];
    const within = (ms: number) => timers.push(setTimeout(() => this.#child.kill('SIGKILL'), ms));
    const stop = () => {
      this.#say({ id, stop: true });
      timers.push(setTimeout(() => this.#giveUp(id), STOP_MS));
    };
    clearTimeout(this.#idle);
    // One that nobody waits for keeps no process.
    this.#child.ref();
    this.#child.channel?.ref();
    signal?.addEventListener('abort', stop, { once: true });
    // A compiler that is fetched first takes what the network takes.
    if (question.kind !== 'ensure') within(question.kind === 'compile' ? COMPILE_MS : ANSWER_MS);
    try {
      return await new Promise<Done>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#say({ id, question });
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      timers.forEach(clearTimeout);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest();
    }
  }

  /** One that does not say that it has stopped is ended, unless others wait for it: they would lose theirs. */
  #giveUp(id: number): void {
    if (this.#waiting.size === 1) this.#child.kill('SIGKILL');
    else this.#waiting.get(id)?.reject(new Error('It does not stop in time'));
  }

  #say(message: ToChild): void {
    // Whether it came is told by the answer, or by the process's end.
    this.#child.send(message, () => undefined);
  }

  #hear(message: FromChild): void {
    if ('warning' in message) {
      this.#options.onWarning(message.warning);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if ('answer' in message) waiting?.resolve(message.answer);
    else if ('refused' in message) waiting?.reject(CompilerError.from(message.refused));
    else waiting?.reject(new Error(`Compiling or comparing failed: ${message.error}`));
  }

  /** Nobody waits for anything. */
  #rest(): void {
    clearTimeout(this.#idle);
    this.#child.unref();
    this.#child.channel?.unref();
    this.#idle = setTimeout(() => {
      this.#options.onEnd(this);
      if (this.#child.connected) this.#child.disconnect();
    }, this.#options.idleMs).unref();
  }

  #lose(why: string): void {
    clearTimeout(this.#idle);
    this.#options.onEnd(this);
    const words = `The process that compiles and compares was lost (${why}): hand it in again.`;
    for (const { reject } of this.#waiting.values()) reject(new CompilerError('crashed', words));
  }
}
