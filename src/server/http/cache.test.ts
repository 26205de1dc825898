import { describe, expect, it } from 'vitest';
import { bodyAs, chooseEncoding, createAnswer, matchesEtag } from './answer.ts';
import { AnswerCache } from './cache.ts';

const page = (bytes: number) =>
  createAnswer(200, { 'content-type': 'text/html' }, Buffer.alloc(bytes, 97));
const always = () => true;

describe('AnswerCache', () => {
  it('makes an answer once, also for those who ask meanwhile', async () => {
    const cache = new AnswerCache(1_000_000);
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page(10);
    };
    const both = await Promise.all([cache.get('a', make, always), cache.get('a', make, always)]);
    expect(both.map(({ hit }) => hit)).toEqual([false, true]);
    expect((await cache.get('a', make, always)).hit).toBe(true);
    expect(made).toBe(1);
  });

  it('keeps neither failures nor what may not be kept', async () => {
    const cache = new AnswerCache(1_000_000);
    const fail = () => Promise.reject(new Error('no'));
    await expect(cache.get('a', fail, always)).rejects.toThrow('no');
    expect(
      (
        await cache.get(
          'a',
          async () => page(1),
          () => false,
        )
      ).hit,
    ).toBe(false);
    expect((await cache.get('a', async () => page(1), always)).hit).toBe(false);
  });

  it('without room makes every answer anew, also for those who ask meanwhile', async () => {
    const cache = new AnswerCache(0);
    let made = 0;
    const make = async () => {
      made += 1;
      return page(10);
    };
    const both = await Promise.all([cache.get('a', make, always), cache.get('a', make, always)]);
    expect(both.map(({ hit }) => hit)).toEqual([false, false]);
    expect(made).toBe(2);
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  it('stays within its bounds and drops what was not used for longest', async () => {
    const cache = new AnswerCache(100_000);
    const put = (key: string, bytes = 5000) => cache.get(key, async () => page(bytes), always);
    for (let i = 0; i < 100; i += 1) {
      expect((await put('kept')).hit).toBe(i > 0);
      await put(`page ${i}`);
      expect(cache.bytes).toBeLessThanOrEqual(100_000);
    }
    expect((await put('page 0')).hit).toBe(false);
    const { size } = cache;
    await put('huge', 90_000);
    expect(cache.size).toBe(size);
  });
});

describe('encodings', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('%s: %s', (accept, expected) => {
    expect(chooseEncoding(page(5000), accept)).toBe(expected);
  });

  it('leaves small answers and pictures as they are', () => {
    expect(chooseEncoding(page(100), 'br')).toBeNull();
    const picture = createAnswer(200, { 'content-type': 'image/png' }, Buffer.alloc(5000));
    expect(chooseEncoding(picture, 'br')).toBeNull();
  });

  it('compresses once per answer', async () => {
    const answer = page(5000);
    expect(bodyAs(answer, 'br')).toBe(bodyAs(answer, 'br'));
    expect((await bodyAs(answer, 'gzip')).length).toBeLessThan(200);
  });
});

it('compares ETags weakly', () => {
  const { etag } = page(10);
  expect(matchesEtag(etag, etag)).toBe(true);
  expect(matchesEtag(`"x", ${etag.slice(2)}`, etag)).toBe(true);
  expect(matchesEtag('*', etag)).toBe(true);
  expect(matchesEtag('"x"', etag)).toBe(false);
  expect(matchesEtag(undefined, etag)).toBe(false);
  expect(page(11).etag).not.toBe(etag);
});
