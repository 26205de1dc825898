import { expect, it } from 'vitest';
import { describe, fill, longestOf } from './words.ts';

it('fills every known place and leaves others alone', () => {
  expect(fill('{{low}} to {{high}}, {{low}} first, {{other}}', { low: '1', high: '2 $&' })).toBe(
    '1 to 2 $&, 1 first, {{other}}',
  );
});

it('keeps room for what another time span may say', () => {
  const texts = {
    title: '',
    lines: {},
    sentence: 'from {{first}} to {{last}}, {{low}} to {{high}}',
    flat: 'always {{last}}',
  };
  const words = {
    at: '{{value}} ({{time}} UTC)',
    exactFrom: 'exact from {{time}}',
    points: 'points only',
  };
  const at = { lowAt: 86_400, highAt: 172_800 };
  const calm = { first: '7', last: '7', low: '7', high: '7', ...at };
  const busy = { first: '7', last: '1803', low: '7', high: '1803', ...at };
  const said = describe(texts, busy, (value) => value, words);
  expect(said).toBe('from 7 to 1803, 7 (01-02 00:00 UTC) to 1803 (01-03 00:00 UTC)');
  expect(describe(texts, busy, (value) => value, words, { sampled: true })).toBe(
    `${said} points only`,
  );
  const longest = longestOf(texts, calm, (value) => value, words);
  expect(longest.length).toBeGreaterThanOrEqual(said.length);
});
