import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Round } from './round.ts';

const keysUpTo = fc.uniqueArray(fc.nat(10_000), { maxLength: 400 });

/** Steps until all keys were read once; each reads and asks a bounded number. */
async function oneTurn(
  keys: readonly number[],
  isDue: (key: number) => boolean,
  ask: (key: number) => void = () => {},
): Promise<number[][]> {
  const sorted = keys.toSorted((a, b) => a - b);
  const round = new Round<number>();
  const taken: number[][] = [];
  for (let turned = false; !turned;) {
    const asked: number[] = [];
    let last: number | undefined;
    const step = round.step(
      async (after, limit) => {
        const read = sorted.filter((key) => key > (after ?? -1)).slice(0, limit);
        expect(read.length).toBeLessThanOrEqual(64);
        last = read.at(-1);
        return read.map((key) => ({ key, due: isDue(key) }));
      },
      async ({ key }) => {
        asked.push(key);
        ask(key);
      },
    );
    await step.catch(() => undefined);
    expect(asked.length).toBeLessThanOrEqual(4);
    taken.push(asked);
    const dueLeft = sorted.some((key) => isDue(key) && !taken.flat().includes(key));
    turned = !dueLeft && last === sorted.at(-1);
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

test('one that cannot be asked takes nobody’s turn but its own', async () => {
  const keys = Array.from({ length: 10 }, (_, key) => key);
  const taken = await oneTurn(
    keys,
    () => true,
    (key) => {
      if (key === 1) throw new Error('away');
    },
  );
  expect(taken.flat()).toEqual(keys);
});

test('behind the last one the first is next, in the same step', async () => {
  const round = new Round<number>();
  const asked: number[] = [];
  const step = () =>
    round.step(
      async (after) =>
        [1, 2, 3, 4].filter((key) => key > (after ?? 0)).map((key) => ({ key, due: true })),
      async ({ key }) => void asked.push(key),
    );
  await step();
  await step();
  expect(asked).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});
