import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Partition } from '#filecoin/actors/state/minerSectors.ts';
import { KeptPartitions } from './keptPartitions.ts';

/** A partition whose sets have so many runs. */
const partition = (runs: number): Partition => ({
  sectors: Array<number>(runs).fill(1),
  unproven: [],
  faults: [],
  recoveries: [],
  terminated: [],
});

it('keeps what was used last, up to so many runs', async () => {
  const uses = fc.array(fc.nat(11), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(uses, fc.integer({ min: 0, max: 600 }), async (asked, limit) => {
      const kept = new KeptPartitions(limit);
      // By hand: the youngest ones that fit, each as heavy as its number.
      let young: number[] = [];
      const weightOf = (number: number): number => 32 + 10 * number;
      for (const number of asked) {
        let read = false;
        await kept.get(String(number), async () => {
          read = true;
          return [partition(10 * number)];
        });
        expect(read).toBe(!young.includes(number));
        young = [...young.filter((other) => other !== number), number];
        if (weightOf(number) > limit) young.pop();
        while (young.reduce((sum, of) => sum + weightOf(of), 0) > limit) young.shift();
      }
    }),
  );
});

it('reads again what failed', async () => {
  const kept = new KeptPartitions(1000);
  await expect(kept.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept.get('a', async () => [])).toEqual([]);
});
