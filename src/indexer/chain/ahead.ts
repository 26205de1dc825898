/** How many tipsets are asked about at once: as many as share requests well and fit into memory. */

export const MOST_AHEAD = 64;
const LEAST_AHEAD = 16;
/** Messages of the tipsets ahead, about: each brings its trace. */
const MESSAGES_AHEAD = 2_000;
/** The last tipsets, about so many, tell what the next ones hold. */
const REMEMBERED = 16;

export class Ahead {
  /** Messages of a tipset: the average, unknown ones counting as many. */
  #messages = MESSAGES_AHEAD / LEAST_AHEAD;

  /** Learns how many messages a tipset has. */
  arrived(messages: number): void {
    this.#messages += (messages - this.#messages) / REMEMBERED;
  }

  /** Tipsets at once. */
  readonly tipsets = (): number =>
    Math.max(LEAST_AHEAD, Math.min(MOST_AHEAD, Math.floor(MESSAGES_AHEAD / this.#messages)));
}
