import { expect, it } from 'vitest';
import { z } from 'zod';
import { unlessIncomparable } from './json.ts';

const short = z.object({ list: z.array(z.object({ text: z.string().max(9) })) });
const withText = (text: unknown) => ({ list: [{ text: 'a' }, { text }] });

it('is null of what has a length that cannot be compared, wherever it stands', () => {
  const length: unknown = JSON.parse('{"toString":null,"valueOf":null}');
  const read = (given: unknown) =>
    unlessIncomparable(given, (value) => short.safeParse(value).success);
  expect(() => short.safeParse(withText({ length }))).toThrow(TypeError);
  expect(read(withText({ length }))).toBeNull();
  expect(read(withText({ length: 'long' }))).toBe(false);
  expect(read(withText('b'))).toBe(true);
});

it('throws on whatever else a reader throws', () => {
  const defect = () => {
    throw new TypeError('undefined is not a function');
  };
  for (const given of [null, 'text', 7, withText('b'), withText({ length: 3 })])
    expect(() => unlessIncomparable(given, defect)).toThrow('undefined is not a function');
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(() => unlessIncomparable(deep, defect)).toThrow('undefined is not a function');
});
