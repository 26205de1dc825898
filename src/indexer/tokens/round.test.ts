import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Round } from './round.ts';

const keysUpTo = fc.uniqueArray(fc.nat(10_000), { maxLength: 400 });

/** Steps until the round stands at its beginning again; every step reads a bounded number of rows. */
async function oneTurn(keys: readonly number[], isDue: (key: number) => boolean) {
  const sorted = keys.toSorted((a, b) => a - b);
  const round = new Round<number>();
  const taken: number[][] = [];
  for (let turned = false; !turned;) {
    let read: number[] = [];
    const due = await round.next(async (after, limit) => {
      turned = after === null && taken.length > 0;
      read = sorted.filter((key) => key > (after ?? -1)).slice(0, limit);
      return read.map((key) => ({ key, due: isDue(key) }));
    });
    expect(read.length).toBeLessThanOrEqual(64);
    expect(due.length).toBeLessThanOrEqual(4);
    if (!turned) taken.push(due.map(({ key }) => key));
  }
  return taken;
}

test('a turn takes each that is due once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(keysUpTo, fc.integer({ min: 1, max: 9 }), async (keys, of) => {
      const isDue = (key: number): boolean => key % of === 0;
      const taken = (await oneTurn(keys, isDue)).flat();
      expect(taken).toEqual(keys.filter(isDue).toSorted((a, b) => a - b));
    }),
  );
});

test('what is new is found in the first step while there are few', async () => {
  const taken = await oneTurn([1, 2, 3, 40], (key) => key === 40);
  expect(taken).toEqual([[40]]);
});
