import { describe, expect, it } from 'vitest';
import { aboutKey, formsOf, isNullAddress, unlockedShare } from './forms.ts';
import { messageRows } from './accountLists.ts';
import { accountTabs, chosenAccountTab, tabCounts } from './tabs.ts';

describe('unlockedShare', () => {
  it.each([
    ['1000', '1000', 0],
    ['1000', '250', 0.75],
    ['1000', '0', 1],
    ['1000', '2000', 0],
    ['0', '0', 1],
    ['3', '1', 0.6666],
  ])('of %s with %s locked is %d', (initial, locked, share) => {
    expect(unlockedShare(initial, locked)).toBe(share);
  });
});

describe('forms', () => {
  it('knows the null address', () => {
    expect(isNullAddress({ ethAddress: `0x${'0'.repeat(40)}` })).toBe(true);
    expect(isNullAddress({ ethAddress: '0xff00000000000000000000000000000000000000' })).toBe(false);
    expect(isNullAddress({ ethAddress: null })).toBe(false);
  });
  it('lists each spelling once', () => {
    expect(
      formsOf({
        address: 'f410a',
        id: 'f01000',
        robust: 'f410a',
        delegatedAddress: 'f410a',
        ethAddress: '0xab',
      }),
    ).toEqual(['f410a', 'f01000', '0xab']);
  });
  it('describes singletons on every network', () => {
    expect(aboutKey('t099')).toBe('account.about.f099');
    expect(aboutKey(null)).toBe('account.about.f');
  });
});

describe('tabs', () => {
  const nothing = {
    actor: 'account' as const,
    messageCount: 0,
    transferCount: 0,
    proposalCount: 0,
    channelCount: 0,
    dealCount: 0,
    pieceCount: 0,
    dataCapCount: 0,
    tokenTransferCount: 0,
    tokens: 0,
    nftCount: 0,
    eventLogCount: 0,
  };
  const tabs = accountTabs({ ...nothing, messageCount: 2, transferCount: 3, eventLogCount: 1 });
  it('has those with something in them, and messages when there is nothing', () => {
    expect(tabs).toEqual(['messages', 'transfers', 'events']);
    expect(accountTabs({ ...nothing, transferCount: 3 })).toEqual(['transfers']);
    expect(accountTabs({ ...nothing, actor: 'evm' })).toEqual(['contract']);
    expect(accountTabs({ ...nothing, tokens: 2, nftCount: 1, proposalCount: 4 })).toEqual([
      'proposals',
      'tokens',
      'nfts',
    ]);
    expect(accountTabs(nothing)).toEqual(['messages']);
    expect(accountTabs({ ...nothing, multisig: { pendingTold: true } })).toEqual(['messages']);
    expect(accountTabs({ ...nothing, multisig: { pendingTold: false } })).toEqual(['proposals']);
  });
  it('counts what is in them', () => {
    const counts = tabCounts({ ...nothing, tokenTransferCount: 7, channelCount: 2 });
    expect(Object.entries(counts).filter(([, count]) => count !== 0)).toEqual([
      ['channels', 2],
      ['token-transfers', 7],
    ]);
  });
  it('offers a storage provider what it stores and earns, its blocks once it has mined any', () => {
    const own = ['sectors', 'sector-events', 'deadlines', 'expiry', 'fees', 'changes'];
    expect(accountTabs({ ...nothing, miner: { blocksMined: 0 } })).toEqual(own);
    expect(accountTabs({ ...nothing, messageCount: 1, miner: { blocksMined: 3 } })).toEqual([
      'messages',
      'blocks',
      ...own,
    ]);
  });
  it('takes names and old numbers', () => {
    expect(chosenAccountTab(tabs, '4')).toBe('events');
    expect(chosenAccountTab(['messages', 'token-transfers'], '2')).toBe('token-transfers');
    expect(chosenAccountTab(tabs, 'transfers')).toBe('transfers');
    expect(chosenAccountTab(tabs, '3')).toBe('messages');
    expect(chosenAccountTab(tabs, 'toString')).toBe('messages');
    expect(chosenAccountTab(['transfers'], '0')).toBe('transfers');
  });
});

describe('messageRows', () => {
  const rows = (query: string, waiting: boolean) =>
    messageRows(new URLSearchParams(query), waiting);
  it('shows fewer below messages that wait', () => {
    expect([rows('', false), rows('', true)]).toEqual([20, 10]);
  });
  it('keeps on later pages what the first page had, whatever waits meanwhile', () => {
    expect([rows('page=3&rows=10', false), rows('page=3&rows=10', true)]).toEqual([10, 10]);
    expect([rows('page=3', true), rows('page=3&rows=7', true)]).toEqual([20, 20]);
  });
});
