import { expect, test } from 'vitest';
import { classify } from './classify.ts';
import { resultPath } from './find.ts';

test.each([
  ['19600', 'height', null],
  ['19,600', 'height', null],
  ['１９６００', 'height', null],
  ['https://explorer.example/en/tipset/19600', 'height', null],
  ['52963ef50e27e06d72d59fcb4f3c2a687be3cfef', 'ethAddress', null],
  ['bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42v4', 'cid', null],
  ['bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42', 'cid', 'checksum'],
  [`0x${'4f2c'.repeat(16)}`, 'hash', null],
  ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', 'address', null],
  ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3zb', 'address', 'checksum'],
  ['f01234', 'address', null],
  ['0x52963EF50e27e06D72D59fcB4F3c2a687BE3cfEf', 'ethAddress', null],
  ['0x52963eF50e27e06D72D59fcB4F3c2a687BE3cfEf', 'ethAddress', 'checksum'],
  ['0x5296', 'ethAddress', 'length'],
  ['12D3KooWRBhwfeP2Y4TCx1SM6s9rUoHhR5STiGwxBhgFRcw3UERE', 'peer', null],
  ['sextant.fil', 'name', null],
  ['<b>nonsense</b>', 'text', null],
])('%s is seen as %s, flaw %s', (text, kind, flaw) => {
  expect(classify(text)).toEqual({ kind, flaw });
});

test('results lead to their pages; nothing leads nowhere', () => {
  expect(resultPath({ type: 'tipset', height: 7 }, 'ko')).toBe('/ko/tipset/7');
  expect(resultPath({ type: 'address', address: 'f02' }, 'en')).toBe('/en/address/f02');
  expect(resultPath({ type: 'peer', id: 'x' }, 'en')).toBe('/en/peer/x');
  expect(resultPath({}, 'en')).toBeNull();
});
