import { Worker } from 'node:worker_threads';
import type { Card } from './card.ts';

export interface DrawRequest {
  id: number;
  card: Card;
}

export type DrawReply = { id: number; png: Uint8Array } | { id: number; error: string };

interface Waiting {
  resolve(png: Buffer<ArrayBuffer>): void;
  reject(error: Error): void;
}

/** Draws share pictures, one after another, in a thread that begins with the first. */
export class Painter {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** A PNG. */
  draw(card: Card): Promise<Buffer<ArrayBuffer>> {
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, card } satisfies DrawRequest);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', (reply: DrawReply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('png' in reply) waiting?.resolve(Buffer.from(reply.png));
      else waiting?.reject(new Error(reply.error));
    });
    // The next picture starts another thread.
    worker.on('error', (error: Error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('The thread that draws has ended')));
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    // One that failed ends after the next one has begun.
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
