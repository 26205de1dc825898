/** What readers wait for, as one process tells it. */
import { WISH_AGAIN_MS, type Wish } from '#store/wishes.ts';
import { expect, test, vi } from 'vitest';
import { Wishes } from './wishes.ts';

test('are told by one process a few at a time, and again when nobody looked after them', async () => {
  const told: Wish[] = [];
  let grant = (_: Wish): void => {};
  const wishes = new Wishes({
    notifyWish: async (wish) => void told.push(wish),
    onGranted: (listener) => {
      grant = listener;
      return () => undefined;
    },
  });
  const before = wishes.look();
  for (let id = 0; id < 10_000; id++) expect(before({ kind: 'deal', id })).toBe(true);
  expect(told).toHaveLength(500);
  grant({ kind: 'deal', id: 7 });
  // Who began to read before does not see it.
  expect(before({ kind: 'deal', id: 7 })).toBe(true);
  expect(wishes.look()({ kind: 'deal', id: 7 })).toBe(false);
  expect(told).toHaveLength(500);
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
  try {
    expect(before({ kind: 'deal', id: 8 })).toBe(true);
    expect(told).toHaveLength(501);
    later.mockReturnValue(performance.now() + WISH_AGAIN_MS);
    expect(wishes.look()({ kind: 'deal', id: 7 })).toBe(true);
    expect(told.at(-1)).toEqual({ kind: 'deal', id: 7 });
  } finally {
    later.mockRestore();
  }
});
