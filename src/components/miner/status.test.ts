import { expect, it } from 'vitest';
import { rangesText, wordOfStatus } from './status.ts';

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

it('tells of sectors that are not faulty whether they are proven, where the node’s counts do', () => {
  const word = (live: number | null, active: number | null, faulty: number | null) =>
    wordOfStatus('live', { live, active, faulty, recovering: 0 });
  expect(word(200, 200, 0)).toBe('active');
  expect(word(64, 8, 56)).toBe('active');
  expect(word(18, 0, 0)).toBe('unproven');
  expect(word(47, 2, 29)).toBe('live');
  for (const unknown of [word(null, 2, 0), word(2, null, 0), word(2, 2, null)])
    expect(unknown).toBe('live');
  expect(wordOfStatus('recovering', { live: 64, active: 8, faulty: 56, recovering: 55 })).toBe(
    'recovering',
  );
});
