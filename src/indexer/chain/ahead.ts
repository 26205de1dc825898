/** How many tipsets are asked about at once: as many as share requests well and fit into memory. */

export const MOST_AHEAD = 64;
const LEAST_AHEAD = 16;
/** Before anything is known of them. */
const FIRST_AHEAD = 2;
/** Messages of the tipsets ahead, about: each brings its trace. */
const MESSAGES_AHEAD = 2_000;
/**
 * Rows of the tipsets ahead, about, where few messages bring very many: a message of 10^10 gas may make
 * and emit tens of thousands of calls and events.
 */
const ROWS_AHEAD = 500_000;
/** The last tipsets, about so many, tell what the next ones hold. */
const REMEMBERED = 16;

export class Ahead {
  /** Messages of a tipset: the average, unknown ones counting as many. */
  #messages = MESSAGES_AHEAD / LEAST_AHEAD;

  /** Rows that its execution brings: the average. */
  #rows: number = ROWS_AHEAD / FIRST_AHEAD;

  #arrivals = 0;

  /**
   * Learns how many messages a tipset has, and how many rows the execution that came with it, if any, brings.
   * More rows than before count at once: the next ones may be as many.
   */
  arrived(messages: number, rows: number | null): void {
    this.#messages += (messages - this.#messages) / REMEMBERED;
    if (rows === null) return;
    const forgets = Math.min(++this.#arrivals, REMEMBERED);
    this.#rows = Math.max(rows, this.#rows + (rows - this.#rows) / forgets);
  }

  /** Tipsets at once. */
  readonly tipsets = (): number => {
    const byMessages = Math.floor(MESSAGES_AHEAD / this.#messages);
    const byRows = Math.max(1, Math.floor(ROWS_AHEAD / this.#rows));
    return Math.min(byRows, Math.max(LEAST_AHEAD, Math.min(MOST_AHEAD, byMessages)));
  };
}
