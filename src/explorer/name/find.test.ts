import { expect, it } from 'vitest';
import type { View } from '../view.ts';
import { graceUntil, statusOf, type NameRow } from './find.ts';

const NOW = 1_700_000_000;
const GRACE = 90 * 86_400;

// Only these are read.
const view = {
  answered: { height: 2 },
  network: {
    genesisTimestamp: NOW - 60,
    epochSeconds: 30,
    data: { nameServices: [{ graceSeconds: GRACE }] },
  },
} as unknown as View;
const name = (expires: bigint | number | null): NameRow =>
  ({ service: 0, expires: expires === null ? null : String(expires) }) as NameRow;

it.each([
  [null, 'active'],
  [NOW + 1, 'active'],
  // At the second itself it is over.
  [NOW, 'grace'],
  [NOW - GRACE + 1, 'grace'],
  [NOW - GRACE, 'expired'],
  [0, 'expired'],
])('a name that expires at %s is %s', (expires, status) => {
  expect(statusOf(view, name(expires))).toBe(status);
});

it('can be had by anybody after its grace', () => {
  expect(graceUntil(view, name(NOW))).toBe(NOW + GRACE);
  expect(graceUntil(view, name(null))).toBeNull();
  // Contracts may promise what no date is.
  expect(graceUntil(view, name(2n ** 256n - 1n))).toBe(2n ** 256n - 1n + BigInt(GRACE));
});
