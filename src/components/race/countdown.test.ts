import { expect, it } from 'vitest';
import { leftUntil } from './countdown.ts';

it.each([
  [90_061, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
  [86_399.9, { days: 0, hours: 23, minutes: 59, seconds: 59 }],
  [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [-5, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
])('%s seconds', (left, parts) => {
  expect(leftUntil(1000 + left, 1000)).toEqual(parts);
});
