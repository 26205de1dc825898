/** Indexes of the demo chain that begin late, whose opening waits. */
import { afterEach, vi } from 'vitest';
import { VERIFIERS } from '../opening/storage.ts';
import { beginAt, BEFORE_FORKS, type Beginning } from './stateIndex.ts';

/** Where they begin. */
export const START = 350;

export interface Begun extends Beginning {
  release(): void;
}

/** For a file's tests: `closing` is what ends with a test. */
export function heldOpenings(): {
  begun(): Promise<Begun>;
  closing: (() => Promise<void>)[];
} {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Until it is let go, no slice comes. */
  async function begun(): Promise<Begun> {
    const beginning = await beginAt(BEFORE_FORKS, closing);
    const held = Promise.withResolvers<void>();
    const read = VERIFIERS.read.bind(VERIFIERS);
    const holding = vi.spyOn(VERIFIERS, 'read').mockImplementation(async (source, after) => {
      await held.promise;
      return read(source, after);
    });
    const release = (): void => {
      holding.mockRestore();
      held.resolve();
    };
    closing.push(async () => release());
    return { ...beginning, release };
  }

  return { begun, closing };
}
