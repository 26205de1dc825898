/** Work that is done again and again beside the index: one run at a time, the next one a while after it. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Periodic {
  start(): void;
  /** Ends the run under way. */
  stop(): Promise<void>;
}

/** It could not be done yet: it is tried again soon. */
export const NOT_YET = Symbol('not yet');
const SOON_MS = 1000;

/** `run` tells of its own failures; what it throws is told to `onError`, and it is run again. */
export function createPeriodic(options: {
  everyMs: number;
  run(signal: AbortSignal): Promise<typeof NOT_YET | void>;
  onError(error: unknown): void;
}): Periodic {
  const abort = new AbortController();
  const { signal } = abort;
  let running: Promise<void> | null = null;

  async function go(): Promise<void> {
    while (!signal.aborted) {
      let wait = options.everyMs;
      try {
        if ((await options.run(signal)) === NOT_YET) wait = Math.min(wait, SOON_MS);
      } catch (error) {
        if (!signal.aborted) options.onError(error);
      }
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
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
