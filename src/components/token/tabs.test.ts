import { expect, test } from 'vitest';
import { chosenTokenTab, tokenTabs } from './tabs.ts';

const counts = { exchangeCount: 5, holderCount: 3, itemCount: 2 };

test('NFTs have an inventory, other tokens have none', () => {
  const keysOf = (type: 'ERC20' | 'ERC721' | 'ERC1155' | 'Unknown') =>
    tokenTabs({ ...counts, type }).map(({ key }) => key);
  expect(keysOf('ERC20')).toEqual(['transfers', 'holders', 'info', 'contract']);
  expect(keysOf('ERC721')).toEqual(['transfers', 'holders', 'inventory', 'info', 'contract']);
  expect(keysOf('ERC1155')).toEqual(['transfers', 'holders', 'inventory', 'info', 'contract']);
  expect(keysOf('Unknown')).toEqual(['transfers', 'holders', 'info', 'contract']);
});

test('the holders go while one of them is looked at', () => {
  const tabs = tokenTabs({ ...counts, type: 'ERC20' }, 'f01000');
  expect(tabs.map(({ key }) => key)).toEqual(['transfers', 'info', 'contract']);
  expect(chosenTokenTab(tabs, 'holders')).toBe('transfers');
});

test('holders that are not known are not counted', () => {
  expect(tokenTabs({ ...counts, type: 'ERC20', holderCount: null })[1]).toEqual({
    key: 'holders',
    count: undefined,
  });
});

test('a tab is chosen by its word, a former one, or not at all', () => {
  const tabs = tokenTabs({ ...counts, type: 'ERC20' });
  expect(chosenTokenTab(tabs, 'holders')).toBe('holders');
  expect(chosenTokenTab(tabs, 'holder')).toBe('holders');
  expect(chosenTokenTab(tabs, 'tx')).toBe('transfers');
  expect(chosenTokenTab(tabs, 'inventory')).toBe('transfers');
  expect(chosenTokenTab(tabs, 'toString')).toBe('transfers');
  expect(chosenTokenTab(tabs, null)).toBe('transfers');
});
