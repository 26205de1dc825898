import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sent } from './progress.ts';
import { MAX_SENT, sentList } from './sentList.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
beforeEach(() => kept.clear());
afterAll(() => vi.unstubAllGlobals());

const sent = (n: number): Sent => ({
  hash: `0x${n.toString(16).padStart(64, '0')}`,
  from: `0x${'11'.repeat(20)}`,
  to: `0x${'22'.repeat(20)}`,
  nonce: null,
  signature: 'f()',
  value: '0',
  at: n,
});

test('what was sent survives the page, on its own network', () => {
  const list = sentList('genesis');
  list.add(sent(1));
  list.add(sent(2));
  list.add(sent(2));
  list.learn(sent(1).hash, { nonce: 4 });
  expect(
    sentList('genesis')
      .all.get()
      .map(({ at, nonce }) => [at, nonce]),
  ).toEqual([
    [2, null],
    [1, 4],
  ]);
  expect(sentList('another').all.get()).toEqual([]);
  sentList('genesis').forget(sent(2).hash);
  // A tab that has not heard of it writes nothing back.
  list.add(sent(3));
  expect(
    sentList('genesis')
      .all.get()
      .map(({ at }) => at),
  ).toEqual([3, 1]);
});

test('the oldest go', () => {
  const list = sentList('genesis');
  for (let n = 1; n <= MAX_SENT + 5; n += 1) list.add(sent(n));
  expect(list.all.get()).toHaveLength(MAX_SENT);
  expect(list.all.get()[0]?.at).toBe(MAX_SENT + 5);
});

test.each(['not json', '{}', '[1,null,{"hash":"0x12"}]', '[{"hash":"javascript:alert(1)"}]'])(
  'storage that holds %s is an empty list',
  (text) => {
    kept.set('sent:genesis', text);
    expect(sentList('genesis').all.get()).toEqual([]);
  },
);
