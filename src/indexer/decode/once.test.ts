import { expect, it, vi } from 'vitest';
import { once } from './once.ts';

it('reads a value once, and again what could not be read', () => {
  const read = vi.fn(({ size }: { size: number }) => {
    if (size < 0) throw new RangeError('below zero');
    return size * 2;
  });
  const reader = once(read);
  const value = { size: 3 };
  expect([reader(value), reader(value), reader({ size: 3 })]).toEqual([6, 6, 6]);
  expect(read).toHaveBeenCalledTimes(2);
  const bad = { size: -1 };
  expect(() => reader(bad)).toThrow(RangeError);
  expect(() => reader(bad)).toThrow(RangeError);
  expect(read).toHaveBeenCalledTimes(4);
});
