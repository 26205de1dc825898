import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { messageOf, StoreError } from '../connection.ts';
import { handedOver, pack, unpack } from './packing.ts';
import type {
  WorkerHello,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
  WorkerResult,
  WorkerResults,
} from './protocol.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** Whether its one parameter is the text of a COPY. */
  copies?: boolean;
}

export interface Rows extends Omit<WorkerResult, 'count'> {
  /** Rows one after another, their values in the order of `columns`. */
  values: unknown[];
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Waiting {
  resolve: (result: WorkerResults | null) => void;
  reject: (error: Error) => void;
}

/**
 * Of the whole process. Node 24's V8 may free an import's wrapper twice where one thread drops code that
 * another looks up, and the process dies of it (nodejs/node#64500, `allocations_.erase(addr) == 1`; V8
 * 9b8ca54d5a mends it). What is kept instead is the code of functions that were compiled anew: megabytes.
 */
const KEEP_CODE = '--no-wasm-code-gc';

/** The store's end of the thread in which PGlite runs. */
export class PGliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failure: Error | null = null;
  #closing = false;
  readonly #onLoss: (error: Error) => void;

  /** `onLoss` is told when the thread ends by itself: nothing can be asked any more. */
  constructor(options: WorkerOptions, onLoss: (error: Error) => void) {
    this.#onLoss = onLoss;
    setFlagsFromString(KEEP_CODE);
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
    this.#worker.on('message', (reply: WorkerReply | WorkerHello) => this.#settle(reply));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new StoreError('The database is closed')));
  }

  /** Resolves when the database is open. */
  ready(): Promise<WorkerResults | null> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      else this.#waiting.set(0, { resolve, reject });
    });
  }

  /** Runs statements one after another, up to the first that fails. One message each way for all of them. */
  async run(statements: readonly Statement[]): Promise<Rows[]> {
    const values = pack(statements.flatMap(({ parameters }) => parameters));
    const answer = await this.#send(
      {
        op: 'run',
        statements: statements.map(({ sql, parameters, copies = false }) => ({
          sql,
          count: parameters.length,
          copies,
        })),
        values,
      },
      handedOver(values),
    );
    if (answer === null) return [];
    const found = unpack(answer.values);
    let at = 0;
    return answer.results.map(({ count, ...result }) => ({
      ...result,
      values: found.slice(at, (at += count)),
    }));
  }

  async close(): Promise<void> {
    if (this.#failure) return;
    this.#closing = true;
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    await this.#send({ op: 'close' });
    await exited;
  }

  #send(
    request: Unnumbered<WorkerRequest>,
    handed: readonly ArrayBuffer[] = [],
  ): Promise<WorkerResults | null> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      try {
        this.#worker.postMessage({ ...request, id }, handed);
      } catch (error) {
        this.#waiting.delete(id);
        reject(error instanceof Error ? error : new StoreError(messageOf(error)));
      }
    });
  }

  #settle(reply: WorkerReply | WorkerHello): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.ok) waiting?.resolve(reply.answer);
    else {
      const error = new StoreError(reply.message, {
        code: 'code' in reply ? reply.code : undefined,
        detail: 'detail' in reply ? reply.detail : undefined,
      });
      if (reply.id === 0) this.#failure = error;
      waiting?.reject(error);
    }
  }

  #fail(error: Error): void {
    if (this.#failure === null && !this.#closing) this.#onLoss(error);
    this.#failure ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#failure);
    this.#waiting.clear();
  }
}
