import { expect, test } from 'vitest';
import { useT } from '#i18n/translate.ts';
import type { NetworkFacts } from '#explorer/network/schema.ts';
import type { Problem } from '#explorer/errors.ts';
import { arrivalOf, nextWay, titleOf, wordsOf } from './problem.ts';

const t = useT('en');
const problem = (
  status: Problem['status'],
  code: string,
  params: Problem['params'] = {},
): Problem => ({ status, code, params });
const HEAD = 19_600;
const network = { genesisTimestamp: 1000, epochSeconds: 30 } as NetworkFacts;

test('a height to come leads to the newest one and tells when it is due', () => {
  const ahead = problem(404, 'noTipset', { height: 20_000 });
  expect(wordsOf(t, ahead, HEAD, false)).toContain('height 19,600');
  expect(wordsOf(t, ahead, HEAD, true)).toContain('is beyond the end');
  expect(titleOf(t, ahead, false)).toBe('Not there yet');
  expect(titleOf(t, ahead, true)).toBe('Not found');
  expect(nextWay(t, ahead, '/en/tipset/20000', HEAD)?.href).toBe('/en/tipset/19600');
  expect(arrivalOf(20_000, network, 500_000)).toBe(601_000);
  // Neither past nor centuries away.
  expect(arrivalOf(20_000, network, 700_000)).toBeNull();
  expect(arrivalOf(999_999_999, network, 500_000)).toBeNull();
  expect(arrivalOf(20_000, null, 500_000)).toBeNull();
});

test('a height before the index leads to its first one', () => {
  const before = problem(404, 'tipsetBeforeIndex', { height: 5, start: 1200 });
  expect(wordsOf(t, before, HEAD, false)).toContain('1,200');
  expect(nextWay(t, before, '/en/tipset/5', HEAD)?.href).toBe('/en/tipset/1200');
});

test('what nothing is known of leads to the list that it would be in', () => {
  const ways = [
    ['noBlock', '/en/block/bafy', '/en/tipset'],
    ['noMessage', '/en/message/bafy', '/en/message'],
    ['noDeal', '/en/deal/9', '/en/deal'],
    ['noToken', '/en/token/0x', '/en/tokens'],
    ['noName', '/en/fns/name/a.fil', '/en/fns'],
  ] as const;
  for (const [code, path, href] of ways)
    expect(nextWay(t, problem(404, code), path, HEAD)?.href).toBe(href);
  expect(nextWay(t, problem(404, 'pageNotFound'), '/en/nowhere', HEAD)).toBeNull();
});

test('a choice that cannot be read leads to the page without it', () => {
  for (const code of ['badPage', 'pageTooDeep', 'badHead', 'badDuration'])
    expect(nextWay(t, problem(400, code), '/en/message', HEAD)?.href).toBe('/en/message');
  expect(wordsOf(t, problem(400, 'badContinent', { known: 'AS, AF' }), HEAD, false)).toBe(
    'The part of this page’s address after the question mark cannot be read: continent must be one of AS, AF. Without it the page opens as usual.',
  );
  const deep = problem(400, 'pageTooDeep', { max: 10_000 });
  expect(wordsOf(t, deep, HEAD, false)).toContain('after 10,000 rows');
});
