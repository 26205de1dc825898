import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAddress, formatEthAddress } from '#filecoin/address.ts';
import { concatBytes, to0x } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { MAINNET } from '#filecoin/networks/mainnet.ts';
import { classify } from './classify.ts';
import { grouped, opened } from './suggestions.ts';

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const address = fc
  .oneof(
    bytes(20).map((payload) => concatBytes(Uint8Array.of(1), payload)),
    bytes(20).map((payload) => concatBytes(Uint8Array.of(2), payload)),
    bytes(48).map((payload) => concatBytes(Uint8Array.of(3), payload)),
    bytes(20).map((payload) => concatBytes(Uint8Array.of(4, 10), payload)),
  )
  .map((key) => formatAddress(key));
const identifier = fc.oneof(
  fc.record({ text: fc.nat(999_999_999).map(String), kind: fc.constant('height') }),
  fc.record({ text: bytes(32).map(cidOf), kind: fc.constant('cid') }),
  fc.record({ text: bytes(32).map(to0x), kind: fc.constant('hash') }),
  fc.record({ text: address, kind: fc.constant('address') }),
  fc.record({ text: bytes(20).map(formatEthAddress), kind: fc.constant('ethAddress') }),
);

test.each([
  ['19600', 'height', null],
  ['19,600', 'height', null],
  ['１９６００', 'height', null],
  ['https://explorer.example/en/tipset/19600', 'height', null],
  ['https://explorer.example/en/deal/19600', 'deal', null],
  ['2026-11-18', 'time', null],
  ['2026-11-18 12:00', 'time', null],
  ['2026/11/18', 'time', null],
  ['1794719158', 'time', null],
  ['height 1794719158', 'height', null],
  ['52963ef50e27e06d72d59fcb4f3c2a687be3cfef', 'ethAddress', null],
  ['bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42v4', 'cid', null],
  ['BAFY2BZACEA3WSDH6Y3A36TB3SKEMPJOXQPUYOMPJBMFEYF34FI3UY6UUE42V4', 'cid', null],
  ['bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42', 'cid', 'whole'],
  ['bafy2bzacea3wsdh6y3a36tb3skempjoxqpuyompjbmfeyf34fi3uy6uue42v4aa', 'cid', 'whole'],
  ['baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my', 'piece', null],
  ['baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6', 'piece', 'whole'],
  ['f01160 sector 12', 'sector', null],
  ['sector 12', 'sector', null],
  ['f01160 扇区 12', 'sector', null],
  ['f01160 섹터 #12', 'sector', null],
  ['f01160/12', 'sector', null],
  ['f01160 / 12', 'sector', null],
  [`0x${'4f2c'.repeat(16)}`, 'hash', null],
  ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', 'address', null],
  ['F1ABJXFBP274XPDQCPUAYKWKFB43OMJOTACM2P3ZA', 'address', null],
  ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3zb', 'address', 'checksum'],
  // The beginning of one is not mistyped: it is searched for.
  ['f1abjxfbp274xpdqcp', 'address', 'length'],
  ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3zaa', 'address', 'length'],
  ['f3vxv7z7aqxcpjgq7kel4lcgmgp3rv4kz6h3nt6pq', 'address', 'length'],
  ['f410fe4kopr6g4x22bzabf4jsefigi3j7pfafc5hskr', 'address', 'length'],
  ['f410fe4kopr6g4x22bzabf4jsefigi3j7pfafc5hskrq', 'address', 'checksum'],
  ['f01234', 'address', null],
  ['0x52963EF50e27e06D72D59fcB4F3c2a687BE3cfEf', 'ethAddress', null],
  ['0x52963eF50e27e06D72D59fcB4F3c2a687BE3cfEf', 'ethAddress', 'checksum'],
  ['0x5296', 'ethAddress', 'length'],
  ['12D3KooWRBhwfeP2Y4TCx1SM6s9rUoHhR5STiGwxBhgFRcw3UERE', 'peer', null],
  ['12D3KooWRBhwfeP2Y4TCx1SM6s9r', 'peer', 'length'],
  [`0x${'4f2c'.repeat(15)}`, 'hash', 'length'],
  ['(f01234).', 'address', null],
  ['f3 finality', 'text', null],
  ['f3', 'text', null],
  ['f01000 deals', 'text', null],
  ['sextant.fil', 'name', null],
  ['wrapped fil', 'text', null],
  ['<b>nonsense</b>', 'text', null],
])('%s is seen as %s, flaw %s', (text, kind, flaw) => {
  expect(classify(text)).toEqual({ kind, flaw });
});

describe('whatever is typed', () => {
  test('an identifier is seen as what it is, alone, in capitals of its kind or in a link', () => {
    fc.assert(
      fc.property(
        identifier,
        fc.constantFrom(...MAINNET.explorerHosts),
        fc.constantFrom('  ', '\n', ''),
        ({ text, kind }, host, blank) => {
          const seen = { kind, flaw: null };
          expect(classify(`${blank}${text}${blank}`)).toEqual(seen);
          const word = kind === 'height' ? 'tipset' : 'x';
          expect(classify(`https://${host}/en/${word}/${text}?t=1`)).toEqual(seen);
        },
      ),
    );
  });

  test('an address with one wrong character is told to be mistyped', () => {
    fc.assert(
      fc.property(address, fc.nat(), fc.nat(30), (text, place, step) => {
        const letters = 'abcdefghijklmnopqrstuvwxyz234567';
        const head = text.startsWith('f4') ? 5 : 2;
        const at = head + (place % (text.length - head));
        const digit = letters.indexOf(text.charAt(at));
        const other = letters.charAt((digit + 1 + step) % 32);
        const mistyped = text.slice(0, at) + other + text.slice(at + 1);
        expect(classify(mistyped)).toEqual({ kind: 'address', flaw: 'checksum' });
      }),
    );
  });

  test('never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const { kind, flaw } = classify(text);
        if (kind === 'text') expect(flaw).toBeNull();
      }),
    );
  });
});

test('kinds stand together, in the order of their first', () => {
  const thing = (kind: string, id: number) => ({ kind, id });
  const [a, b, c] = [thing('deal', 1), thing('name', 2), thing('deal', 3)];
  expect(grouped([a, b, c])).toEqual([
    ['deal', [a, c]],
    ['name', [b]],
  ]);
});

test('Enter opens what is named exactly, or the only page or project', () => {
  const thing = (kind: string, match: string) => ({ kind, match });
  const [page, project] = [thing('page', 'word'), thing('project', 'word')];
  const exact = thing('token', 'exact');
  for (const list of [[page], [project], [exact], [exact, page]])
    expect(opened(list)).toBe(list[0]);
  // What anybody may have called so, and beginnings of keys, are looked at first.
  for (const list of [
    [],
    [page, project],
    [thing('token', 'prefix')],
    [thing('address', 'word')],
    [thing('name', 'prefix')],
    [thing('method', 'word')],
  ])
    expect(opened(list)).toBeUndefined();
});
