import { expect, test } from 'vitest';
import { Held } from './held.ts';

/** Reads of rows that are their keys; 0 has none. */
function reader() {
  const asked: number[][] = [];
  const read = async (missing: number[]) => {
    asked.push(missing);
    return missing.flatMap((key) => (key === 0 ? [] : [[key, `row ${key}`] as const]));
  };
  return { asked, read };
}

const told = (rows: ReadonlyMap<number, string>) => [...rows.keys()].sort();

test('each row is read once, and that there is none, too', async () => {
  const held = new Held(10);
  const { asked, read } = reader();
  expect(told(await held.rows('a', [0, 1, 2, 1], read))).toEqual([1, 2]);
  expect(told(await held.rows('a', [0, 2, 3], read))).toEqual([2, 3]);
  expect(asked).toEqual([[0, 1, 2], [3]]);
  expect(told(await held.rows('b', [1], read))).toEqual([1]);
  expect(asked).toHaveLength(3);
});

test('so many of a kind at most, those that were asked for last', async () => {
  const held = new Held(2);
  const { asked, read } = reader();
  for (const key of [1, 2, 3, 2]) await held.rows('a', [key], read);
  await held.rows('a', [1], read);
  expect(asked).toEqual([[1], [2], [3], [1]]);
});

test('nothing is held where none may be', async () => {
  const held = new Held(0);
  const { asked, read } = reader();
  await held.rows('a', [1, 1], read);
  await held.rows('a', [1], read);
  expect(asked).toEqual([[1], [1]]);
});

test('who asks at the same time reads only what nobody else reads', async () => {
  const held = new Held(10);
  const { asked, read } = reader();
  const all = await Promise.all([
    held.rows('a', [1, 2], read),
    held.rows('a', [2, 3, 0], read),
    held.rows('a', [0, 1], read),
  ]);
  expect(all.map(told)).toEqual([[1, 2], [2, 3], [1]]);
  expect(asked).toEqual([
    [1, 2],
    [3, 0],
  ]);
});

test('a read that fails fails alone', async () => {
  const held = new Held(10);
  const { asked, read } = reader();
  const broken = () => Promise.reject(new Error('broken'));
  const [first, second] = await Promise.allSettled([
    held.rows('a', [1], broken),
    held.rows('a', [1, 2], read),
  ]);
  expect(first.status).toBe('rejected');
  expect(second.status === 'fulfilled' && told(second.value)).toEqual([1, 2]);
  expect(asked).toEqual([[2], [1]]);
  expect(told(await held.rows('a', [1], read))).toEqual([1]);
});
