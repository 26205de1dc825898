import { Worker } from 'node:worker_threads';
import { StoreError } from '../connection.ts';
import { handedOver, pack } from './packing.ts';
import type {
  WorkerHello,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
  WorkerRows,
} from './protocol.ts';

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Waiting {
  resolve: (result: WorkerRows | null) => void;
  reject: (error: Error) => void;
}

/** The store's end of the thread in which PGlite runs. */
export class PGliteClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failure: Error | null = null;
  #closing = false;
  readonly #onLoss: (error: Error) => void;

  /** `onLoss` is told when the thread ends by itself: nothing can be asked any more. */
  constructor(folder: string | undefined, onLoss: (error: Error) => void) {
    this.#onLoss = onLoss;
    const options: WorkerOptions = { folder };
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
    this.#worker.on('message', (reply: WorkerReply | WorkerHello) => this.#settle(reply));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new StoreError('The database is closed')));
  }

  /** Resolves when the database is open. */
  ready(): Promise<WorkerRows | null> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      else this.#waiting.set(0, { resolve, reject });
    });
  }

  query(sql: string, parameters: readonly unknown[]): Promise<WorkerRows | null> {
    const packed = pack(parameters);
    return this.#send({ op: 'query', sql, parameters: packed }, handedOver(packed));
  }

  copy(target: string, encoded: Uint8Array): Promise<WorkerRows | null> {
    // A short text shares its buffer with others.
    const data = new Uint8Array(encoded);
    return this.#send({ op: 'copy', target, data }, [data.buffer]);
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
  ): Promise<WorkerRows | null> {
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
        reject(error instanceof Error ? error : new StoreError(String(error)));
      }
    });
  }

  #settle(reply: WorkerReply | WorkerHello): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.ok) waiting?.resolve(reply.result);
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
