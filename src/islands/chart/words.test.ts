import { expect, it } from 'vitest';
import { fill } from './words.ts';

it('fills every known place and leaves others alone', () => {
  expect(fill('{{low}} to {{high}}, {{low}} first, {{other}}', { low: '1', high: '2 $&' })).toBe(
    '1 to 2 $&, 1 first, {{other}}',
  );
});
