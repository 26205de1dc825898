/**
 * Where sources are compiled and compared: a process of its own, as that costs tens of megabytes and
 * seconds, and the pages come first. (A thread would share the threads that collect garbage with them.)
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createCompiler, type Compiler, type CompilerOptions } from '#compiler/compiler.ts';
import { CompilerError } from '#compiler/errors.ts';
import { giveWay } from '#compiler/priority.ts';
import type { CompileJob, CompileWork, WorkOptions } from '#compiler/work.ts';
import type { Release } from '#compiler/table/table.ts';
import type { Compare } from './compare.ts';
import type { FromChild, Question, Setup, Tasks, ToChild } from './messages.ts';

/** A process that has nothing to do for so long ends, ms. */
const IDLE_MS = 60_000;

const FILE = fileURLToPath(new URL('./child.ts', import.meta.url));

export interface Workshop extends Compiler {
  /** @throws CompilerError where the output is gone or cannot be read; Error when the process is lost, which the next question starts again */
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

interface Waiting {
  resolve(answer: Tasks[keyof Tasks]['answer']): void;
  reject(error: unknown): void;
}

/** Has the work done by a process that begins with the first question. */
export class WorkApart implements CompileWork {
  readonly #waiting = new Map<number, Waiting>();
  readonly #setup: Setup;
  readonly #idleMs: number;
  #onError: WorkOptions['onError'];
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

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
    return this.#child?.pid ?? null;
  }

  async #ask<K extends keyof Tasks>(
    question: Extract<Question, { kind: K }>,
    signal?: AbortSignal,
  ): Promise<Tasks[K]['answer']> {
    signal?.throwIfAborted();
    const child = (this.#child ??= this.#start());
    const id = (this.#lastId += 1);
    clearTimeout(this.#idle);
    // One that nobody waits for keeps no process.
    child.ref();
    child.channel?.ref();
    const stop = () => child.send({ id, stop: true } satisfies ToChild);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      // The child answers each question by its own kind.
      return (await new Promise<Tasks[keyof Tasks]['answer']>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        child.send({ id, question } satisfies ToChild);
      })) as Tasks[K]['answer'];
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  #start(): ChildProcess {
    const child = fork(FILE, [JSON.stringify(this.#setup)], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (child.pid !== undefined) giveWay(child.pid);
    child.on('message', (message: FromChild) => this.#hear(child, message));
    child.on('error', (error) => this.#lose(child, error));
    child.on('exit', () => this.#lose(child, new Error('The process that compiles has ended')));
    return child;
  }

  #hear(child: ChildProcess, message: FromChild): void {
    if ('warning' in message) {
      // What cannot be kept is so in every process: once is enough.
      this.#onError?.(new Error(message.warning));
      this.#onError = undefined;
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#forget(message.id, child);
    if ('answer' in message) waiting?.resolve(message.answer);
    else if ('refused' in message) waiting?.reject(CompilerError.from(message.refused));
    else waiting?.reject(new Error(`Compiling or comparing failed: ${message.error}`));
  }

  #forget(id: number, child: ChildProcess): void {
    this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => {
      if (this.#child !== child) return;
      this.#child = null;
      child.disconnect();
    }, this.#idleMs).unref();
  }

  #lose(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
