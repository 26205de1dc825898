/** A node that fails in every way that is known leaves nothing behind in the index. */
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from './kinds.ts';
import { Simulation, type Outcome } from './simulate.ts';

const SEEDS = 30;
/** Of so many seeds one is played on the embedded database, which takes twice the time. */
const EMBEDDED = 10;

/** A simulation, and the end of the last seed that it was given. */
class Lane {
  readonly #simulation: Promise<Simulation>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database?: () => Promise<Store>) {
    this.#simulation = Simulation.open(database);
  }

  run(seed: number): Promise<Outcome> {
    const outcome = this.#last.then(async () => (await this.#simulation).run(seed));
    this.#last = outcome.catch(() => undefined);
    return outcome;
  }

  async close(): Promise<void> {
    await (await this.#simulation).close();
  }
}

const counts = new Map<string, number>();
let even: Lane;
let odd: Lane;
let embedded: Lane;
beforeAll(() => {
  even = new Lane(openEither);
  odd = new Lane(openEither);
  embedded = new Lane();
});
afterAll(async () => {
  for (const lane of [even, odd, embedded]) await lane.close();
});

const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
// Side by side: each waits half of its time.
it.concurrent.each(seeds)('seed %i', async (seed) => {
  const lane = seed % EMBEDDED === 0 ? embedded : seed % 2 === 0 ? even : odd;
  const outcome = await lane.run(seed);
  for (const [kind, count] of outcome.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
  expect(outcome.differences).toEqual([]);
  expect(outcome.tipsets).toBeGreaterThanOrEqual(60);
  expect(outcome.kills).toBeGreaterThanOrEqual(2);
  expect(outcome.reorganisations).toBeGreaterThanOrEqual(1);
});

it('every kind of trouble struck', () => {
  expect(KINDS.map(({ name }) => name).filter((name) => !counts.has(name))).toEqual([]);
});
