import { z } from 'zod';

/** What is told to everyone when the head of the index changes. */
export const headChangeSchema = z.object({
  height: z.number().int().nonnegative(),
  /** The tipset's key: its block digests joined, hex. */
  key: z.string(),
  /** Height of the newest tipset that both the old and the new chain have, when blocks were replaced. */
  reorgFrom: z.number().int().optional(),
});
export type IndexHeadChange = z.infer<typeof headChangeSchema>;

export type HeadListener = (change: IndexHeadChange) => void;

/** Listeners of one process. A listener that throws does not keep the others from hearing. */
export class Bus<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of this.#listeners) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
