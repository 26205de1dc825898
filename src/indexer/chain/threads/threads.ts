/** Threads that gather for a backfill, each with connections of its own to the node. */
import { Worker } from 'node:worker_threads';
import type { Logger } from '#node/log.ts';
import type { Silence } from '#node/types.ts';
import { RUNS_AT_ONCE, type Gathered, type Gathering, type Run } from '../run.ts';
import { errorOf, type FromThread, type ThreadData, type ToThread } from './protocol.ts';

/** Requests that all threads together have under way: as many as one client. */
const REQUESTS = 16;

type Waiting = PromiseWithResolvers<Gathered>;

export class GatheringThreads implements Gathering {
  readonly runs: number;
  readonly #threads: Thread[];

  constructor(count: number, data: Omit<ThreadData, 'concurrency'>, log: Logger) {
    const concurrency = Math.ceil(REQUESTS / count);
    this.runs = count * RUNS_AT_ONCE;
    this.#threads = Array.from({ length: count }, () => new Thread({ ...data, concurrency }, log));
  }

  /** Given to the thread that has the least to do. */
  gather(run: Run): readonly Promise<Gathered>[] {
    const [first, ...others] = this.#threads;
    if (!first) throw new Error('The threads are closed');
    return others.reduce((least, one) => (one.load < least.load ? one : least), first).gather(run);
  }

  /** How long the node lets the thread wait that waits the longest; null when none does. */
  silence(): Silence | null {
    const told = this.#threads.map(({ silence }) => silence).filter((silence) => silence !== null);
    return told.reduce<Silence | null>(
      (most, one) => (one.ms > (most?.ms ?? 0) ? one : most),
      null,
    );
  }

  /** Ends the threads; what they were doing rejects. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
  }
}

class Thread {
  readonly #worker: Worker;
  /** Tipsets that it was given and has not answered, by their numbers. */
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  silence: Silence | null = null;
  #failure: Error | null = null;

  constructor(data: ThreadData, log: Logger) {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
    this.#worker.on('message', (message: FromThread) => {
      if (message.type === 'log') log[message.level](message.fields, message.message);
      else if (message.type === 'silence') this.silence = message.silence;
      else this.#settle(message);
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('A thread that gathers has ended')));
  }

  get load(): number {
    return this.#waiting.size;
  }

  gather(run: Run): readonly Promise<Gathered>[] {
    const first = this.#last + 1;
    const waiting = run.tipsets.map((): Waiting => Promise.withResolvers());
    for (const each of waiting) {
      this.#waiting.set(++this.#last, each);
      // Whether it is awaited is the asker's affair.
      each.promise.catch(() => undefined);
    }
    if (this.#failure) this.#fail(this.#failure);
    else this.#worker.postMessage({ run, first } satisfies ToThread);
    return waiting.map(({ promise }) => promise);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(message: Extract<FromThread, { tipset: number }>): void {
    const waiting = this.#waiting.get(message.tipset);
    this.#waiting.delete(message.tipset);
    if (message.type === 'failed') waiting?.reject(errorOf(message.failure));
    else waiting?.resolve(message.gathered);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
