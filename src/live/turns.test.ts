import { expect, it } from 'vitest';
import { inTurn } from './turns.ts';

it('does one thing after another, whatever one of them throws, and takes so many only', async () => {
  const done: number[] = [];
  const errors: unknown[] = [];
  let floods = 0;
  let running = 0;
  const turn = inTurn(
    3,
    () => (floods += 1),
    (error) => errors.push(error),
  );
  const work = (id: number) => async () => {
    expect((running += 1)).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    done.push(id);
    if (id === 1) throw new Error('one');
  };
  for (const id of [1, 2, 3]) turn(work(id));
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (done.length < 3) return;
      clearInterval(look);
      resolve();
    }, 1);
  });
  expect([done, errors]).toEqual([[1, 2, 3], [new Error('one')]]);
  for (const id of [4, 5, 6, 7, 8]) turn(work(id));
  expect(floods).toBe(1);
});
