import { Worker } from 'node:worker_threads';
import type { Position } from './player.ts';
import type { RecordedNodeOptions } from './serve.ts';

export type { Position } from './player.ts';

/** Orders to the worker thread. */
export type ToWorker =
  | { kind: 'run' | 'pause' | 'step' | 'stepChange'; id: number }
  | { kind: 'advanceTo'; id: number; height: number }
  | { kind: 'close' };

/** What the worker thread tells. */
export type FromWorker =
  | { kind: 'ready'; url: string; position: Position }
  | { kind: 'position'; position: Position }
  | { kind: 'done'; id: number };

/** A running recorded node. The orders resolve when all of their events have been announced. */
export interface RunningRecordedNode {
  /** e.g. `http://127.0.0.1:6100/rpc/v1`; the websocket has the same path. */
  readonly url: string;
  position(): Position;
  /** Lets time move the head on (after `pause`). */
  run(): Promise<Position>;
  pause(): Promise<Position>;
  /** The next epoch: all events from a new greatest height to before the next one. */
  step(): Promise<Position>;
  /** Events up to and including the next change of head. */
  stepChange(): Promise<Position>;
  /** Whole epochs until the head is at or above `height`. */
  advanceTo(height: number): Promise<Position>;
  close(): Promise<void>;
}

export interface StartOptions extends Omit<RecordedNodeOptions, 'host' | 'port'> {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: the system chooses. */
  readonly port?: number;
  /** Told when the thread dies later on. */
  readonly onError?: (error: Error) => void;
}

/** Starts a recorded node in a thread of its own. Rejects when it cannot start. */
export async function startRecordedNode(options: StartOptions): Promise<RunningRecordedNode> {
  const { onError, ...rest } = options;
  const workerData: RecordedNodeOptions = { host: '127.0.0.1', port: 0, ...rest };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData,
    // Reading the recording makes much garbage: kept small, the thread stays 50 MB smaller.
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let position: Position | null = null;
  let failure: Error | null = null;
  let last = 0;

  const ready = await new Promise<Extract<FromWorker, { kind: 'ready' }>>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'done') {
        waiting.get(message.id)?.resolve();
        waiting.delete(message.id);
        return;
      }
      position = message.position;
      if (message.kind === 'ready') resolve(message);
    });
    worker.on('error', (error: Error) => {
      failure = error;
      reject(error);
      for (const order of waiting.values()) order.reject(error);
      waiting.clear();
      if (position !== null) onError?.(error);
    });
  });
  const now = (): Position => position ?? ready.position;
  const order = (
    message:
      { kind: 'run' | 'pause' | 'step' | 'stepChange' } | { kind: 'advanceTo'; height: number },
  ): Promise<Position> => {
    if (failure !== null) return Promise.reject(failure);
    const id = ++last;
    const done = new Promise<void>((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage({ ...message, id } satisfies ToWorker);
    return done.then(now);
  };
  return {
    url: ready.url,
    position: now,
    run: () => order({ kind: 'run' }),
    pause: () => order({ kind: 'pause' }),
    step: () => order({ kind: 'step' }),
    stepChange: () => order({ kind: 'stepChange' }),
    advanceTo: (height) => order({ kind: 'advanceTo', height }),
    async close() {
      worker.postMessage({ kind: 'close' } satisfies ToWorker);
      await exited;
    },
  };
}
