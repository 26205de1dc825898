import { expect, test } from 'vitest';
import { KNOWN_ACCOUNT_TABS } from '../account/tabs.ts';
import { KNOWN_MESSAGE_TABS } from '../message/tabs.ts';
import { KNOWN_TOKEN_TABS } from '../token/tabs.ts';
import { askedChoices, askedTab } from './asked.ts';

const asked = (search: string, known: readonly string[]) =>
  askedTab(new URLSearchParams(search), known);

test('a tab is asked for by its word, or by what old links call it', () => {
  expect(asked('', KNOWN_ACCOUNT_TABS)).toBeNull();
  expect(asked('t=', KNOWN_ACCOUNT_TABS)).toBeNull();
  expect(asked('t=token-transfers', KNOWN_ACCOUNT_TABS)).toBe('token-transfers');
  expect(asked('t=4', KNOWN_ACCOUNT_TABS)).toBe('4');
  expect(asked('t=3', KNOWN_MESSAGE_TABS)).toBe('3');
  expect(asked('t=raw', KNOWN_MESSAGE_TABS)).toBe('raw');
  expect(asked('t=tx', KNOWN_TOKEN_TABS)).toBe('tx');
});

test('what no such page has is refused, and told in part', () => {
  for (const known of [KNOWN_ACCOUNT_TABS, KNOWN_MESSAGE_TABS, KNOWN_TOKEN_TABS])
    for (const tab of ['nonsense', 'toString', '9', 'RAW', 'x'.repeat(500)])
      expect(() => asked(`t=${tab}`, known)).toThrow(
        expect.objectContaining({
          name: 'BadInput',
          code: 'badTab',
          params: { tab: tab.slice(0, 40) },
        }),
      );
});

test('a choice that a page does not have is refused, with those that it has', () => {
  const choices = { sort: ['users', 'fee'], days: ['1', '7'] };
  const of = (search: string) => () => askedChoices(new URLSearchParams(search), choices);
  for (const search of ['', 'sort=', 'sort=fee&days=7', 'other=nonsense'])
    expect(of(search)).not.toThrow();
  for (const value of ['nonsense', 'toString', 'FEE', 'x'.repeat(500)])
    expect(of(`days=1&sort=${value}`)).toThrow(
      expect.objectContaining({
        name: 'BadInput',
        code: 'unknownChoice',
        params: { name: 'sort', value: value.slice(0, 40), known: 'users, fee' },
      }),
    );
});
