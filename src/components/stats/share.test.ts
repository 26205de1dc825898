import { expect, it } from 'vitest';
import { shareOf } from './share.ts';

it('is exact for amounts beyond what a float holds', () => {
  expect(shareOf(1n, 4n)).toBe(0.25);
  expect(shareOf(10n ** 27n, 3n * 10n ** 27n)).toBe(0.333333);
  expect(shareOf(5n, 0n)).toBe(0);
});
