import { expect, it } from 'vitest';
import { farEpoch } from './values.ts';

it('epochs that senders chose may be any of 64 bits', () => {
  expect([0, -1, 2_000_000].map((epoch) => farEpoch.parse(epoch))).toEqual([0, -1, 2_000_000]);
  expect(farEpoch.parse(JSON.parse('9223372036854775807'))).toBe(Number.MAX_SAFE_INTEGER);
  expect(farEpoch.parse(JSON.parse('-9223372036854775808'))).toBe(Number.MIN_SAFE_INTEGER);
  for (const other of [1.5, '7', null, Infinity])
    expect(farEpoch.safeParse(other).success).toBe(false);
});
