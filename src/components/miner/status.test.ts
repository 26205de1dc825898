import { expect, it } from 'vitest';
import { rangesText } from './status.ts';

it('writes sector numbers as ranges', () => {
  const ranges = [
    { from: 1, to: 4 },
    { from: 7, to: 7 },
    { from: 9, to: 10 },
  ];
  expect(rangesText(ranges, 3)).toEqual({ text: '1–4, 7, 9–10', more: false });
  expect(rangesText(ranges, 2)).toEqual({ text: '1–4, 7', more: true });
  expect(rangesText([], 2)).toEqual({ text: '', more: false });
});
