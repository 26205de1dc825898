import { expect, it } from 'vitest';
import { isSeen } from './inclusion.ts';

it('an offer has shares as soon as one like it could have been included', () => {
  const unknown = { tipsets: 3, seen: 0, included: 0, share: null };
  const known = { tipsets: 1, seen: 2, included: 0, share: 0 };
  expect(isSeen([])).toBe(false);
  expect(isSeen([unknown, unknown])).toBe(false);
  expect(isSeen([known, unknown])).toBe(true);
});
