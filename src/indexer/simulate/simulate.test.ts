/** A node that fails in every way that is known leaves nothing behind in the index. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from './kinds.ts';
import { Simulation } from './simulate.ts';

const SEEDS = 30;

let simulation: Simulation;
const counts = new Map<string, number>();
beforeAll(async () => {
  simulation = await Simulation.open();
});
afterAll(() => simulation.close());

it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))('seed %i', async (seed) => {
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
