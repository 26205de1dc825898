import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from '#filecoin/address.ts';
import { isNull } from '#filecoin/forms.ts';
import { itemLabel, tokenName, tokenSymbol } from './words.ts';

const ADDRESS = '0x2714E7c7C6E5F5a0e4012f1322150646D3F79405';

test('a token is called by what it says, or by its Ethereum address', () => {
  expect(tokenName({ name: 'Anchor', symbol: 'ANCH' }, ADDRESS)).toBe('Anchor');
  expect(tokenSymbol({ name: 'Anchor', symbol: 'ANCH' }, ADDRESS)).toBe('ANCH');
  expect(tokenName({ name: ' ', symbol: 'ANCH' }, ADDRESS)).toBe('ANCH');
  expect(tokenSymbol({ name: 'Anchor', symbol: null }, ADDRESS)).toBe('Anchor');
  const own = formatAddress(parseAddress(ADDRESS));
  for (const address of [ADDRESS, own])
    expect(tokenName({ name: null, symbol: null }, address)).toBe('0x2714…9405');
});

test('long ids of NFTs are shortened, others are not', () => {
  expect(itemLabel('42')).toBe('#42');
  expect(itemLabel('123456789012')).toBe('#123456789012');
  expect(itemLabel('1234567890123')).toBe('#12345678…');
});

test('the null address is known in both spellings, on every network', () => {
  const zero = `0x${'0'.repeat(40)}`;
  expect(isNull(zero)).toBe(true);
  for (const network of ['f', 't'] as const)
    expect(isNull(formatAddress(parseAddress(zero), network))).toBe(true);
  expect(isNull(ADDRESS)).toBe(false);
});
