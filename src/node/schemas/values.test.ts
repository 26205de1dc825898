import { expect, it } from 'vitest';
import { parseJson } from '../json.ts';
import { int64 } from './values.ts';

it('integers of 64 bits are read exactly, and no wider ones', () => {
  const [most, least] = [2n ** 63n - 1n, -(2n ** 63n)];
  for (const value of [0, -1, 2_000_000, 2n ** 53n, most, least])
    expect(int64.parse(parseJson(String(value)))).toBe(value);
  for (const other of [String(most + 1n), String(least - 1n), '1.5', '"7"', 'null', '1e400'])
    expect(int64.safeParse(parseJson(other)).success).toBe(false);
});
