import { expect, test } from 'vitest';
import { lockedAt } from './vesting.ts';

const schedule = { initialBalance: 100n, startEpoch: 10, unlockDuration: 3 };

test.each([
  [0, 100n],
  [10, 100n],
  // Two thirds of 100, rounded up.
  [11, 67n],
  [12, 34n],
  [13, 0n],
  [99, 0n],
])('at epoch %i %i is locked', (epoch, locked) => {
  expect(lockedAt(schedule, epoch)).toBe(locked);
});

test('without a duration nothing is locked', () => {
  expect(lockedAt({ initialBalance: 5n, startEpoch: 10, unlockDuration: 0 }, 10)).toBe(0n);
});
