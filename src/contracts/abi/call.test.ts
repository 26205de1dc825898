/** Data of calls, held against viem, and accounts that are typed by their Filecoin addresses. */
import fc from 'fast-check';
import { decodeFunctionData, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { delegatedFromEth, formatAddress } from '#filecoin/address.ts';
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import type { AbiParam } from '#filecoin/evm/abi.ts';
import { encodeCall } from './call.ts';
import { filecoinAddressesIn, readDraft } from './draft.ts';
import { interfaceOf } from './interface.ts';

const param = (type: string, components: AbiParam[] = []): AbiParam => ({
  type,
  name: '',
  indexed: false,
  components,
});
const F1 = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';
const ETH = '0x5036b92e91ed569a1eac098826500472d78cc3f9';

it('whatever integers, lists and bytes are typed, viem reads them out of the data', () => {
  const abi = parseAbi(['function f(int256[][2] a, (bytes b, string c, bool d)[] e)']);
  const [f] = interfaceOf(abi).writes;
  const list = fc.array(fc.bigInt(-(2n ** 255n), 2n ** 255n - 1n), { maxLength: 4 });
  // Halves of surrogate pairs are no text that UTF-8 knows.
  const c = fc.string({ unit: 'grapheme', maxLength: 40 });
  const tuple = fc.record({ b: fc.uint8Array({ maxLength: 40 }), c, d: fc.boolean() });
  fc.assert(
    fc.property(list, list, fc.array(tuple, { maxLength: 3 }), (first, second, tuples) => {
      if (f === undefined) throw new Error('no function');
      const typed = [
        `[[${first}], [${second}]]`,
        tuples.map(({ b, c, d }) => [to0x(b), c, String(d)]),
      ];
      const data = to0x(encodeCall(f, typed)) as `0x${string}`;
      expect(decodeFunctionData({ abi, data }).args).toEqual([
        [first, second],
        tuples.map(({ b, c, d }) => ({ b: to0x(b), c, d })),
      ]);
    }),
  );
});

it('function values are bytes', () => {
  const f = { selector: '0x01020304', params: [param('function[]')] };
  const value = `0x${'12'.repeat(24)}`;
  expect(to0x(encodeCall(f, [[value]]))).toMatch(new RegExp(`${value.slice(2)}0{16}$`));
});

it('accounts by Filecoin addresses are looked up, but for those of Ethereum’s kind', () => {
  const f410 = formatAddress(delegatedFromEth(fromHex(ETH)));
  expect(filecoinAddressesIn(param('address'), ` ${F1} `)).toEqual([F1]);
  expect(filecoinAddressesIn(param('address'), ETH)).toEqual([]);
  expect(filecoinAddressesIn(param('address'), 'f01234')).toEqual(['f01234']);
  // No address: the checksum does not hold.
  expect(filecoinAddressesIn(param('address'), F1.replace('b', 'c'))).toEqual([]);
  expect(filecoinAddressesIn(param('address[]'), `["${F1}", "${F1}", "${f410}"]`)).toEqual([F1]);
  expect(
    filecoinAddressesIn(param('tuple', [param('string'), param('address')]), ['x', 'f0100']),
  ).toEqual(['f0100']);
  // A text is a text.
  expect(filecoinAddressesIn(param('string'), F1)).toEqual([]);
});

it('what was looked up is what the EVM gets', () => {
  expect(readDraft(param('address[]'), `["${F1}"]`, [], new Map([[F1, ETH]]))).toEqual([ETH]);
  // An id without an answer is the masked one.
  expect(readDraft(param('address'), 'f0100')).toBe('0xff00000000000000000000000000000000000064');
});
