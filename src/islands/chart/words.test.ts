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
  const calm = { first: '7', last: '7', low: '7', high: '7' };
  const busy = { first: '7', last: '1803', low: '7', high: '1803' };
  const said = describe(texts, busy, (value) => value);
  expect(longestOf(texts, calm, (value) => value).length).toBeGreaterThanOrEqual(said.length);
});
