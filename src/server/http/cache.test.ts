import { describe, expect, it, vi } from 'vitest';
import { bodyAs, chooseEncoding, createAnswer, matchesEtag } from './answer.ts';
import { AnswerCache, type Asker } from './cache.ts';
import { Turns } from './turns.ts';

const page = (bytes: number) =>
  createAnswer(200, { 'content-type': 'text/html' }, Buffer.alloc(bytes, 97));
const always = () => true;
const someone: Asker = { client: '192.0.2.1', left: () => undefined };

describe('AnswerCache', () => {
  it('makes an answer once, also for those who ask meanwhile', async () => {
    const cache = new AnswerCache(1_000_000);
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page(10);
    };
    const both = await Promise.all([
      cache.get('a', make, always, someone),
      cache.get('a', make, always, someone),
    ]);
    expect(both.map(({ hit }) => hit)).toEqual([false, true]);
    expect((await cache.get('a', make, always, someone)).hit).toBe(true);
    expect(made).toBe(1);
  });

  it('keeps neither failures nor what may not be kept', async () => {
    const cache = new AnswerCache(1_000_000);
    const fail = () => Promise.reject(new Error('no'));
    await expect(cache.get('a', fail, always, someone)).rejects.toThrow('no');
    expect(
      (
        await cache.get(
          'a',
          async () => page(1),
          () => false,
          someone,
        )
      ).hit,
    ).toBe(false);
    expect((await cache.get('a', async () => page(1), always, someone)).hit).toBe(false);
  });

  it('without room makes every answer anew, also for those who ask meanwhile', async () => {
    const cache = new AnswerCache(0);
    let made = 0;
    const make = async () => {
      made += 1;
      return page(10);
    };
    const both = await Promise.all([
      cache.get('a', make, always, someone),
      cache.get('a', make, always, someone),
    ]);
    expect(both.map(({ hit }) => hit)).toEqual([false, false]);
    expect(made).toBe(2);
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  it.each([1_000_000, 0])('makes answers for clients in turn (%i bytes)', async (bytes) => {
    const cache = new AnswerCache(bytes);
    const making: { key: string; end: () => void }[] = [];
    const ask = (key: string, client: string, left?: AbortSignal) => {
      const make = () =>
        new Promise<ReturnType<typeof page>>((resolve) => {
          making.push({ key, end: () => resolve(page(1)) });
        });
      return cache.get(key, make, always, { client, left: () => left });
    };
    const many = Array.from({ length: 10 }, (_, n) => ask(`a${n}`, '192.0.2.1'));
    const other = ask('b', '192.0.2.2');
    const leaving = new AbortController();
    const gone = ask('c', '192.0.2.1', leaving.signal);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    expect(making.map(({ key }) => key)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'b']);
    making.at(-1)?.end();
    expect((await other).hit).toBe(false);
    for (let ended = 0; ended < 11; ended++) {
      await vi.waitFor(() => expect(making.length).toBeGreaterThan(ended), { interval: 1 });
      making[ended]?.end();
    }
    await Promise.all(many);
    expect(making.map(({ key }) => key)).not.toContain('c');
  });

  it('makes what somebody still waits for, and once more what nobody did', async () => {
    const cache = new AnswerCache(1_000_000);
    const turns = new Turns({ slots: 1, spare: 0, waiting: 9 });
    const { promise: hold, resolve: release } = Promise.withResolvers<undefined>();
    const first = turns.run('x', undefined, () => hold);
    const [leaving, staying] = [new AbortController(), new AbortController()];
    let made = 0;
    const ask = (signal: AbortSignal) =>
      cache.get(
        'a',
        async () => {
          made += 1;
          return page(1);
        },
        always,
        { ...someone, left: () => signal },
        turns,
      );
    const both = [ask(leaving.signal), ask(staying.signal)];
    leaving.abort();
    await new Promise(setImmediate);
    staying.abort();
    const again = ask(new AbortController().signal);
    for (const each of both) await expect(each).rejects.toThrow();
    release(undefined);
    await first;
    expect((await again).hit).toBe(false);
    expect(made).toBe(1);
  });

  it('stays within its bounds and drops what was not used for longest', async () => {
    const cache = new AnswerCache(100_000);
    const put = (key: string, bytes = 5000) =>
      cache.get(key, async () => page(bytes), always, someone);
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
