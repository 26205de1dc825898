/** Traces that are too long for many of them to be in memory at once. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { indexAll } from './testing/demo.ts';
import { clear, differences } from './testing/facts.ts';
import { Faulty, START } from './testing/faulty.ts';

/** More than is read of a trace that is asked for ahead of others. */
const LONG = 'x'.repeat(33 << 20);
/** Each so many-th state has a trace that is long. */
const EACH = 6;

let faulty: Faulty;
beforeAll(async () => {
  faulty = await Faulty.start();
});
afterEach(() => faulty.heal());
afterAll(() => faulty.close());

it.each([0, 2])('long traces are read alone, in their turn (%i threads)', async (threads) => {
  const told = new Map<string, number>();
  let many = false;
  faulty.proxy.setFaults(({ methods }) => {
    many ||= methods.filter((method) => method === 'Filecoin.StateCompute').length > 1;
    return {
      kind: 'corrupt',
      change: (method, result) => {
        if (method !== 'Filecoin.StateCompute' || result === undefined) return undefined;
        const root = JSON.stringify((result as { Root: unknown }).Root);
        const place = [...told.keys()].indexOf(root);
        told.set(root, (told.get(root) ?? 0) + 1);
        const long = (place < 0 ? told.size - 1 : place) % EACH === 0;
        return long ? { ...(result as object), Padding: LONG } : undefined;
      },
    };
  });
  await clear(faulty.store);
  await indexAll(faulty.store, faulty.node, { startHeight: START }, threads);
  expect(await differences(faulty.store, faulty.reference)).toEqual([]);
  const times = [...told.values()];
  expect(times.length).toBeGreaterThan(10);
  // Each was refused once, and asked for again when all before it was there.
  if (!many) expect(times).toEqual(times.map((_, index) => (index % EACH === 0 ? 2 : 1)));
  expect(Math.max(...times)).toBeGreaterThan(1);
});
