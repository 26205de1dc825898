/** Keeps the event loop answering: long work runs in slices. */
import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

export class Pace {
  #since = performance.now();
  #turn: Promise<unknown> = Promise.resolve();

  /** Runs synchronous work, one piece at a time. */
  run<T>(work: () => T): Promise<T> {
    return this.#next(async () => {
      await this.breathe();
      return work();
    });
  }

  /** Runs work that comes in steps, nothing else of this pace in between. */
  steps<T>(begin: () => Generator<void, T>): Promise<T> {
    return this.#next(async () => {
      const work = begin();
      for (;;) {
        await this.breathe();
        const step = work.next();
        if (step.done) return step.value;
      }
    });
  }

  /** Lets others have their turn when the slice is used up. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#since <= SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}
