import { expect, it } from 'vitest';
import { Ahead, MOST_AHEAD } from './ahead.ts';

it('as many tipsets are asked about at once as bring few messages and rows', () => {
  const ahead = new Ahead();
  const after = (times: number, messages: number, rows: number): number => {
    for (let time = 0; time < times; time++) ahead.arrived(messages, rows);
    return ahead.tipsets();
  };
  expect(ahead.tipsets()).toBe(2);
  ahead.arrived(0, null);
  expect(ahead.tipsets()).toBe(2);
  expect(after(1, 0, 10)).toBe(18);
  expect(after(200, 0, 0)).toBe(MOST_AHEAD);
  expect(after(200, 700, 8_000)).toBe(16);
  // A few messages that emit all the events for which there is gas.
  expect(after(1, 5, 600_000)).toBe(1);
  expect(after(5, 5, 60)).toBe(1);
  expect(after(200, 5, 60)).toBe(MOST_AHEAD);
});
