import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import * as Iso from 'iso-filecoin/address';
import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  AddressError,
  BURNT_FUNDS_ID,
  actorIdOf,
  addressFromEth,
  checkAddress,
  delegatedFromEth,
  ethAddressOf,
  ethBytesOf,
  formatAddress,
  formatEthAddress,
  formatId,
  idAddress,
  isAddress,
  parseAddress,
  protocolOf,
} from './address.ts';
import type { AddressReason } from './address.ts';
import { encodeBase32 } from './encoding/base32.ts';
import { concatBytes, fromHex, to0x, toHex } from './encoding/bytes.ts';
import { readFixture } from './testing/fixtures.ts';
import { encodeUvarint } from './encoding/varint.ts';

const sized = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const withProtocol = (protocol: number, payload: fc.Arbitrary<Uint8Array>) =>
  payload.map((bytes) => concatBytes(Uint8Array.of(protocol), bytes));

const uint64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const ids = uint64.map(idAddress);
const delegated = fc
  .tuple(uint64, fc.uint8Array({ maxLength: 54 }))
  .map(([namespace, sub]) => concatBytes(Uint8Array.of(4), encodeUvarint(namespace), sub));
const checked = fc.oneof(
  withProtocol(1, sized(20)),
  withProtocol(2, sized(20)),
  withProtocol(3, sized(48)),
  delegated,
);

function reasonOf(run: () => unknown): AddressReason | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof AddressError) return error.reason;
    throw error;
  }
}

describe('addresses', () => {
  it('round-trips text and bytes on both networks', () => {
    fc.assert(
      fc.property(fc.oneof(ids, checked), fc.constantFrom('f', 't'), (address, prefix) => {
        const text = formatAddress(address, prefix);
        expect(text.startsWith(prefix + String(protocolOf(address)))).toBe(true);
        expect(parseAddress(text)).toEqual(address);
        expect(checkAddress(address)).toBe(address);
      }),
    );
  });

  it('writes ids without their bytes', () => {
    fc.assert(
      fc.property(uint64, fc.constantFrom('f', 't'), (id, prefix) => {
        expect(formatId(id, prefix)).toBe(formatAddress(idAddress(id), prefix));
      }),
    );
    for (const none of [-1, 1.5, -1n, 1n << 64n]) expect(reasonOf(() => formatId(none))).toBe('id');
  });

  it('detects every change of a letter behind the head', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz234567';
    fc.assert(
      fc.property(checked, fc.nat(), fc.nat(30), (address, place, letter) => {
        const text = formatAddress(address);
        const head = text.startsWith('f4') ? text.indexOf('f', 2) + 1 : 2;
        const at = head + (place % (text.length - head));
        const others = [...letters].filter((l) => l !== text.charAt(at));
        const damaged = text.slice(0, at) + (others[letter] ?? '') + text.slice(at + 1);
        expect(isAddress(damaged)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with iso-filecoin', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          withProtocol(1, sized(20)),
          withProtocol(2, sized(20)),
          withProtocol(3, sized(48)),
        ),
        (address) => {
          const other = Iso.fromBytes(address, 'mainnet');
          expect(formatAddress(address)).toBe(other.toString());
          expect(toHex(parseAddress(other.toString()))).toBe(toHex(other.toBytes()));
        },
      ),
      { numRuns: 50 },
    );
    fc.assert(
      fc.property(sized(20), (eth) => {
        const other = Iso.fromEthAddress(getAddress(to0x(eth)), 'mainnet');
        expect(formatAddress(delegatedFromEth(eth))).toBe(other.toString());
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['f00', '0000'],
    ['f099', '0063'],
    ['t01024', '008008'],
    ['f018446744073709551615', '00ffffffffffffffffff01'],
    ['f17uoq6tp427uzv7fztkbsnn64iwotfrristwpryy', '01fd1d0f4dfcd7e99afcb99a8326b7dc459d32c628'],
    ['f24vg6ut43yw2h2jqydgbg2xq7x6f4kub3bg6as6i', '02e54dea4f9bc5b47d261819826d5e1fbf8bc5503b'],
    [
      'f3vvmn62lofvhjd2ugzca6sof2j2ubwok6cj4xxbfzz4yuxfkgobpihhd2thlanmsh3w2ptld2gqkn2jvlss4a',
      '03ad58df696e2d4e91ea86c881e938ba4ea81b395e12797b84b9cf314b9546705e839c7a99d606b247ddb4f9ac7a3414dd',
    ],
    [
      'f410fkkld55ioe7qg24wvt7fu6pbknb56ht7pt4zamxa',
      '040a52963ef50e27e06d72d59fcb4f3c2a687be3cfef',
    ],
  ])('knows %s', (text, hex) => {
    expect(toHex(parseAddress(text))).toBe(hex);
    expect(formatAddress(fromHex(hex), text.startsWith('t') ? 't' : 'f')).toBe(text);
  });

  it.each<[string, AddressReason]>([
    ['', 'empty'],
    ['<empty>', 'empty'],
    ['x099', 'prefix'],
    ['F099', 'prefix'],
    ['f', 'protocol'],
    ['f5aaaa', 'protocol'],
    ['f0', 'id'],
    ['f0-1', 'id'],
    ['f007', 'id'],
    ['f0x10', 'id'],
    ['f018446744073709551616', 'id'],
    ['f1', 'length'],
    ['f17uoq6tp427uzv7fztkbsnn64iwotfrristwpry', 'encoding'],
    ['f17uoq6tp427uzv7fztkbsnn64iwotfrristwpryz', 'encoding'],
    ['f17uoq6tp427uzv7fztkbsnn64iwotfrristwpr1y', 'encoding'],
    ['f17uoq6tp427uzv7fztkbsnn64iwotfrristwpriy', 'checksum'],
    ['f27uoq6tp427uzv7fztkbsnn64iwotfrristwpryy', 'checksum'],
    ['f4', 'namespace'],
    ['f4f', 'namespace'],
    ['f4xfaaaa', 'namespace'],
    ['f410', 'namespace'],
    ['f411fkkld55ioe7qg24wvt7fu6pbknb56ht7pt4zamxa', 'checksum'],
    ['0x1234', 'length'],
    ['0xzz963ef50e27e06d72d59fcb4f3c2a687be3cfef', 'encoding'],
    ['f1<script>', 'encoding'],
  ])('refuses %j with reason %s', (text, reason) => {
    expect(reasonOf(() => parseAddress(text))).toBe(reason);
    expect(isAddress(text)).toBe(false);
  });

  it('refuses what is far too long unread', () => {
    expect(reasonOf(() => parseAddress(`f1${'a'.repeat(100_000)}`))).toBe('length');
  });

  it('refuses a payload of wrong length behind a right checksum', () => {
    const short = new Uint8Array(20);
    short[0] = 1;
    const sum = blake2b(short, { dkLen: 4 });
    const text = `f1${encodeBase32(concatBytes(short.subarray(1), sum))}`;
    expect(reasonOf(() => parseAddress(text))).toBe('length');
    expect(reasonOf(() => checkAddress(concatBytes(Uint8Array.of(1), new Uint8Array(19))))).toBe(
      'length',
    );
    expect(reasonOf(() => checkAddress(concatBytes(Uint8Array.of(3), new Uint8Array(49))))).toBe(
      'length',
    );
    expect(reasonOf(() => checkAddress(Uint8Array.of(0, 0x80)))).toBe('id');
    expect(reasonOf(() => checkAddress(Uint8Array.of(0, 1, 1)))).toBe('length');
    expect(reasonOf(() => checkAddress(Uint8Array.of(0, 0x80, 0)))).toBe('id');
    expect(reasonOf(() => checkAddress(Uint8Array.of(9)))).toBe('protocol');
    expect(
      reasonOf(() => checkAddress(concatBytes(Uint8Array.of(4, 10), new Uint8Array(55)))),
    ).toBe('length');
    expect(reasonOf(() => formatAddress(new Uint8Array(0)))).toBe('empty');
  });

  it.each([-1, 1.5, NaN, 2 ** 53])('refuses %d as an id', (id) => {
    expect(reasonOf(() => idAddress(id))).toBe('id');
  });

  it('tells the id of id addresses only', () => {
    expect(actorIdOf(idAddress(BURNT_FUNDS_ID))).toBe(99);
    expect(actorIdOf(idAddress(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER);
    expect(actorIdOf(idAddress(1n << 62n))).toBeNull();
    expect(actorIdOf(delegatedFromEth(new Uint8Array(20)))).toBeNull();
  });
});

describe('Ethereum forms', () => {
  it('agrees with viem on EIP-55', () => {
    fc.assert(
      fc.property(sized(20), (eth) => {
        expect(formatEthAddress(eth)).toBe(getAddress(to0x(eth)));
      }),
      { numRuns: 50 },
    );
  });

  it('reads any one case unchecked, mixed case checked', () => {
    const mixed = '0xd4c5fb16488Aa48081296299d54b0c648C9333dA';
    const f410 = 'f410f2tc7wfsirksibajjmkm5ksymmsgjgm62hjnomwa';
    const upper = `0x${mixed.slice(2).toUpperCase()}`;
    for (const text of [mixed, mixed.toLowerCase(), upper, `0X${upper.slice(2)}`])
      expect(formatAddress(parseAddress(text))).toBe(f410);
    expect(ethAddressOf(parseAddress(f410))).toBe(mixed);
    const wrong = mixed.replace('A', 'a');
    expect(wrong).not.toBe(mixed);
    expect(reasonOf(() => parseAddress(wrong))).toBe('eip55');
  });

  it('masks ids', () => {
    fc.assert(
      fc.property(uint64, (id) => {
        const address = idAddress(id);
        const eth = ethBytesOf(address);
        expect(eth?.length).toBe(20);
        expect(eth && addressFromEth(eth)).toEqual(address);
        expect(parseAddress(ethAddressOf(address) ?? '')).toEqual(address);
      }),
    );
    expect(ethAddressOf(idAddress(100))).toBe('0xff00000000000000000000000000000000000064');
    const last = parseAddress(`0xff${'0'.repeat(22)}${'f'.repeat(16)}`);
    expect(formatAddress(last)).toBe('f018446744073709551615');
  });

  it('gives none to addresses without one', () => {
    expect(ethAddressOf(concatBytes(Uint8Array.of(1), new Uint8Array(20)))).toBeNull();
    expect(ethAddressOf(concatBytes(Uint8Array.of(4, 11), new Uint8Array(20)))).toBeNull();
    expect(ethAddressOf(concatBytes(Uint8Array.of(4, 10), new Uint8Array(19)))).toBeNull();
  });

  it('takes the zero address as an address like others', () => {
    const zero = parseAddress('0x0000000000000000000000000000000000000000');
    expect(zero).toEqual(delegatedFromEth(new Uint8Array(20)));
    expect(parseAddress(formatAddress(zero))).toEqual(zero);
  });

  it('converts as the node does', () => {
    const rows = readFixture('eth-addresses', z.object({ address: z.string(), eth: z.string() }));
    for (const { address, eth } of rows)
      expect(ethAddressOf(parseAddress(address))?.toLowerCase()).toBe(eth);
  });
});
