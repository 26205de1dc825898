import { expect, it } from 'vitest';
import { searchedPath } from './search.ts';

it.each([
  [' harbour.fil ', '/en/fns/name/harbour.fil'],
  ['Harbour.FIL', '/en/fns/name/Harbour.FIL'],
  ['.fil', '/en/fns/name/.fil'],
  [' harbour ', '/en/fns/name/harbour.fil'],
  ['Harbour', '/en/fns/name/Harbour.fil'],
  ['42', '/en/fns/name/42.fil'],
  ['港口', '/en/fns/name/%E6%B8%AF%E5%8F%A3.fil'],
  ['0xabc', '/en/fns/address/0xabc'],
  ['f01080', '/en/fns/address/f01080'],
  ['f1abcdefghij', '/en/fns/address/f1abcdefghij'],
  ['no address', '/en/fns/address/no%20address'],
  ['harbour.filx', '/en/fns/address/harbour.filx'],
  ['a/b?c', '/en/fns/address/a%2Fb%3Fc'],
  ['  ', '/en/fns'],
])('leads %j to %s', (text, path) => {
  expect(searchedPath('en', text)).toBe(path);
});
