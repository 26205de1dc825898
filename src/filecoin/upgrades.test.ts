import { expect, test } from 'vitest';
import { upgradeName } from './upgrades.ts';

test('every network version up to the newest known has its upgrade’s name', () => {
  const names = Array.from({ length: 29 }, (_, index) => upgradeName(index + 1));
  expect(new Set(names).size).toBe(29);
  expect(names).not.toContain(null);
  expect([upgradeName(21), upgradeName(25)]).toEqual(['Watermelon', 'Teep']);
  expect([upgradeName(0), upgradeName(30)]).toEqual([null, null]);
});
