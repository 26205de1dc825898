import { expect, it } from 'vitest';
import { searchedPath } from './search.ts';

it.each([
  [' harbour.fil ', '/en/fns/name/harbour.fil'],
  ['Harbour.FIL', '/en/fns/name/Harbour.FIL'],
  ['.fil', '/en/fns/name/.fil'],
  ['0xabc', '/en/fns/address/0xabc'],
  ['harbour.filx', '/en/fns/address/harbour.filx'],
  ['a/b?c', '/en/fns/address/a%2Fb%3Fc'],
  ['  ', '/en/fns'],
])('leads %j to %s', (text, path) => {
  expect(searchedPath('en', text)).toBe(path);
});
