/** Hints that the node may have something new, and who waits until that is indexed. */
export class Hints {
  /** Resolves the wait for the next one. */
  #wake: (() => void) | null = null;
  #hinted = false;
  readonly #syncing: (() => void)[] = [];

  /** So many wait by now. */
  get syncing(): number {
    return this.#syncing.length;
  }

  hint(): void {
    this.#hinted = true;
    this.#wake?.();
  }

  /** Hints, and resolves when `settle` says that there is nothing more to take. */
  sync(): Promise<void> {
    const settled = new Promise<void>((resolve) => this.#syncing.push(resolve));
    this.hint();
    return settled;
  }

  /** Tells those who waited first, or all, that all is indexed. */
  settle(count = this.#syncing.length): void {
    for (const settled of this.#syncing.splice(0, count)) settled();
  }

  /** Waits for a hint. @param pollMs so long at most; for as long as it takes unless given */
  async next(signal: AbortSignal, pollMs?: number): Promise<void> {
    if (!this.#hinted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        if (pollMs !== undefined)
          AbortSignal.timeout(pollMs).addEventListener('abort', () => resolve(), { once: true });
        if (this.#hinted || signal.aborted) resolve();
      });
      this.#wake = null;
    }
    this.#hinted = false;
  }
}
