import { expect, it } from 'vitest';
import { RateLimit } from './limit.ts';

it('allows so many calls a minute, to each client for itself', () => {
  let now = 60_000;
  const limit = new RateLimit(3, () => now);
  const left = (client: string, calls?: number) => {
    const { granted, headers } = limit.take(client, calls);
    return [granted, headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']];
  };
  expect(left('a')).toEqual([1, '2', '60']);
  now += 20_500;
  expect(left('a', 2)).toEqual([2, '0', '40']);
  expect(left('a')).toEqual([0, '0', '40']);
  expect(limit.take('a').headers['retry-after']).toBe('40');
  expect(left('b', 2)).toEqual([2, '1', '40']);
  // A batch gets what is left.
  expect(limit.take('b', 2)).toMatchObject({ granted: 1, headers: { 'retry-after': '40' } });
  expect(left('b')).toEqual([0, '0', '40']);
  now = 120_000;
  expect(left('a')).toEqual([1, '2', '60']);
});

it('takes the addresses of one IPv6 subscriber for one client', () => {
  const limit = new RateLimit(1);
  expect(limit.take('2001:db8:1:2::1').granted).toBe(1);
  expect(limit.take('2001:db8:1:2:ffff::9').granted).toBe(0);
  expect(limit.take('2001:db8:1:3::1').granted).toBe(1);
});

it('allows any number where there is no limit', () => {
  const limit = new RateLimit(0);
  for (let call = 0; call < 1000; call += 1)
    expect(limit.take('a', 1000)).toEqual({ granted: 1000, headers: {} });
});
