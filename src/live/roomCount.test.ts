import { expect, it } from 'vitest';
import { RoomCount } from './roomCount.ts';

it('counts the rooms of all connections of a client, each once, until it is left', () => {
  const count = new RoomCount(2);
  count.enter('a', 'one', 'address/f01');
  count.enter('a', 'one', 'address/f01');
  expect(count.isFull('a')).toBe(false);
  count.enter('a', 'two', 'address/f01');
  expect(count.isFull('a')).toBe(true);
  expect(count.isFull('b')).toBe(false);

  count.leave('one', 'address/f01');
  expect(count.isFull('a')).toBe(false);
  // Left again, or never entered: nothing more is free.
  count.leave('one', 'address/f01');
  count.leave('three', 'address/f01');
  count.enter('a', 'one', 'address/f02');
  expect(count.isFull('a')).toBe(true);
});
