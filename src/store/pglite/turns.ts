/**
 * Whose turn it is on the one connection of the embedded database. A transaction has it alone;
 * single statements and read-only transactions share it.
 *
 * A page asks several things one after another, and a backfill has the next transaction ready
 * when one ends. So whoever reads goes first: a transaction begins once nobody has read for
 * LINGER_MS, or when it has waited MAX_WAIT_MS, after which new readers queue behind it.
 */
const LINGER_MS = 2;
const MAX_WAIT_MS = 250;

interface Writer {
  enter: () => void;
  since: number;
}

export class Turns {
  #readers = 0;
  #writing = false;
  #lastRead = 0;
  readonly #waitingReaders: (() => void)[] = [];
  readonly #waitingWriters: Writer[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** Resolves with the function that gives the turn back. */
  async shared(): Promise<() => void> {
    if (this.#writing || this.#overdue())
      await new Promise<void>((resolve) => this.#waitingReaders.push(resolve));
    else this.#readers++;
    return once(() => {
      this.#readers--;
      this.#lastRead = performance.now();
      this.#next();
    });
  }

  /** Resolves with the function that gives the turn back. */
  async exclusive(): Promise<() => void> {
    await new Promise<void>((enter) => {
      this.#waitingWriters.push({ enter, since: performance.now() });
      this.#next();
    });
    return once(() => {
      this.#writing = false;
      // Those who waited for the transaction's end go before the next one.
      for (const enter of this.#waitingReaders.splice(0)) {
        this.#readers++;
        enter();
      }
      this.#next();
    });
  }

  #overdue(): boolean {
    const writer = this.#waitingWriters[0];
    return writer !== undefined && performance.now() - writer.since > MAX_WAIT_MS;
  }

  #next(): void {
    const writer = this.#waitingWriters[0];
    if (writer === undefined || this.#writing || this.#readers > 0) return;
    const quiet = performance.now() - this.#lastRead;
    if (quiet < LINGER_MS && !this.#overdue()) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#next();
      }, LINGER_MS);
      return;
    }
    this.#waitingWriters.shift();
    this.#writing = true;
    writer.enter();
  }
}

function once(release: () => void): () => void {
  let released = false;
  return () => {
    if (released) return;
    released = true;
    release();
  };
}
