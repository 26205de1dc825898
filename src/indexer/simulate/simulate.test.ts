/** A node that fails in every way that is known leaves nothing behind in the index. */
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from './kinds.ts';
import { Simulation } from './simulate.ts';

const SEEDS = 30;
/** Of so many seeds one is played on the embedded database, which takes twice the time. */
const EMBEDDED = 10;

let onEither: Simulation;
let embedded: Simulation;
const counts = new Map<string, number>();
beforeAll(async () => {
  onEither = await Simulation.open(openEither);
  embedded = await Simulation.open();
});
afterAll(async () => {
  await onEither.close();
  await embedded.close();
});

it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))('seed %i', async (seed) => {
  const simulation = seed % EMBEDDED === 0 ? embedded : onEither;
  const outcome = await simulation.run(seed);
  for (const [kind, count] of outcome.counts) counts.set(kind, (counts.get(kind) ?? 0) + count);
  expect(outcome.differences).toEqual([]);
  expect(outcome.tipsets).toBeGreaterThanOrEqual(60);
  expect(outcome.kills).toBeGreaterThanOrEqual(2);
  expect(outcome.reorganisations).toBeGreaterThanOrEqual(1);
});

it('every kind of trouble struck', () => {
  expect(KINDS.map(({ name }) => name).filter((name) => !counts.has(name))).toEqual([]);
});
