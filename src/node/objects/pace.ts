/** Every so manieth turn is of those that are not first: they come too, however many are. */
const FAIR = 4;

/** Lets so many in at a time, and so much work begin per second. */
export class Pace {
  readonly #perSecond: number;
  #places: number;
  readonly #waiting: (() => void)[] = [];
  /** Those whose turn comes before theirs, but for every fourth. */
  readonly #first: (() => void)[] = [];
  #turns = 0;
  /** When what was begun so far is paid for, ms of `performance.now()`. */
  #paid = 0;

  /** @param perSecond units of work; Infinity sets no limit */
  constructor(places: number, perSecond: number) {
    this.#places = places;
    this.#perSecond = perSecond;
  }

  /** Runs `work` of so many units when its turn has come; `first`: before those that are not, but for every fourth turn. */
  async take<T>(units: number, work: () => Promise<T>, first = false): Promise<T> {
    if (this.#places > 0) this.#places--;
    // The one who leaves hands the place over.
    else await new Promise<void>((resolve) => (first ? this.#first : this.#waiting).push(resolve));
    try {
      const now = performance.now();
      const begin = Math.max(now, this.#paid);
      this.#paid = begin + (units * 1000) / this.#perSecond;
      // Whoever ends the process does not wait for a pause.
      if (begin > now) await new Promise((resolve) => setTimeout(resolve, begin - now).unref());
      return await work();
    } finally {
      const fair = ++this.#turns % FAIR === 0;
      const [one, other] = fair ? [this.#waiting, this.#first] : [this.#first, this.#waiting];
      const next = one.shift() ?? other.shift();
      if (next === undefined) this.#places++;
      else next();
    }
  }
}
