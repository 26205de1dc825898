/** Work that is done again and again beside the index: one run at a time, the next one a while after it. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Periodic {
  start(): void;
  /** Ends the run under way. */
  stop(): Promise<void>;
}

/** `run` tells of its own failures; what it throws is told to `onError`, and it is run again. */
export function createPeriodic(options: {
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
  onError(error: unknown): void;
}): Periodic {
  const abort = new AbortController();
  const { signal } = abort;
  let running: Promise<void> | null = null;

  async function go(): Promise<void> {
    while (!signal.aborted) {
      try {
        await options.run(signal);
      } catch (error) {
        if (!signal.aborted) options.onError(error);
      }
      await sleep(options.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= go();
    },
    async stop() {
      abort.abort();
      await running;
    },
  };
}
