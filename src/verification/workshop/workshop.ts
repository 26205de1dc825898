/**
 * Where sources are compiled and compared: a process of its own, as that costs tens of megabytes and
 * seconds, and the pages come first. (A thread would share the threads that collect garbage with them.)
 */
import { createCompiler, type Compiler, type CompilerOptions } from '#compiler/compiler.ts';
import { inIdleTime } from '#compiler/priority.ts';
import type { Release } from '#compiler/table/table.ts';
import type { CompileJob, CompileWork, WorkOptions } from '#compiler/work.ts';
import type { Compare } from './compare.ts';
import { Helper } from './helper.ts';
import type { Question, Setup, Tasks } from './messages.ts';

/** A process that has nothing to do for so long ends, ms. */
const IDLE_MS = 60_000;

export interface Workshop extends Compiler {
  /** @throws CompilerError where the output is gone or cannot be read, or the process is lost, which the next question starts again */
  compare: Compare;
}

export function createWorkshop({
  dataDir,
  registry,
  onError,
  ...options
}: WorkOptions & Omit<CompilerOptions, 'work'>): Workshop {
  const work = new WorkApart({ dataDir, registry, onError });
  const compiler = createCompiler({ ...options, dataDir, registry, work });
  return { ...compiler, compare: work.compare };
}

/** Has the work done by a process that begins with the first question. */
export class WorkApart implements CompileWork {
  readonly #setup: Setup;
  readonly #idleMs: number;
  #onError: WorkOptions['onError'];
  #helper: Helper | null = null;

  constructor({ dataDir, registry, onError, idleMs = IDLE_MS }: WorkOptions & { idleMs?: number }) {
    this.#setup = { dataDir, registry };
    this.#onError = onError;
    this.#idleMs = idleMs;
  }

  known(key: string) {
    return this.#ask<'known'>({ kind: 'known', key });
  }

  async ensure(release: Release, signal?: AbortSignal): Promise<void> {
    await this.#ask<'ensure'>({ kind: 'ensure', release }, signal);
  }

  compile(job: CompileJob, signal?: AbortSignal) {
    return this.#ask<'compile'>({ kind: 'compile', job }, signal);
  }

  compare: Compare = ({ key }, request, chain) =>
    this.#ask<'compare'>({ kind: 'compare', key, request, chain });

  /** Of the process, while there is one. */
  get pid(): number | null {
    return this.#helper?.pid ?? null;
  }

  async #ask<K extends keyof Tasks>(
    question: Extract<Question, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<Tasks[K]['answer']> {
    const helper = await this.#helperFor(question);
    signal?.throwIfAborted();
    // The process answers each question by its own kind.
    return (await helper.ask(question, signal)) as Tasks[K]['answer'];
  }

  /**
   * Whether it runs in the time that nobody else wants goes by what there is of it now: a process cannot
   * leave that time again, so another one takes over, and the first ends once it has nothing to do. What
   * is compared may be kept by the one that has compiled it alone.
   */
  async #helperFor({ kind }: Question): Promise<Helper> {
    if (kind === 'compare' && this.#helper !== null) return this.#helper;
    const before = await inIdleTime();
    if (this.#helper?.idling !== before.length > 0) this.#helper = this.#start(before);
    return this.#helper;
  }

  #start(before: readonly string[]): Helper {
    return new Helper({
      setup: this.#setup,
      before,
      idleMs: this.#idleMs,
      onWarning: (words) => {
        // What cannot be kept is so in every process: once is enough.
        this.#onError?.(new Error(words));
        this.#onError = undefined;
      },
      onEnd: (helper) => {
        if (this.#helper === helper) this.#helper = null;
      },
    });
  }
}
