import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAddress, parseAddress } from '../address.ts';
import { compareBytes, concatBytes, to0x } from '../encoding/bytes.ts';
import { cidOf } from '../encoding/cid.ts';
import { addressRange, digestRange, hashRange, numberRange, type ByteRange } from './prefix.ts';

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const within = (range: ByteRange | null, key: Uint8Array): boolean =>
  range !== null && compareBytes(range.from, key) <= 0 && compareBytes(key, range.to) <= 0;

/** A beginning of `text` with at least `least` characters. */
const beginning = (text: string, least: number, cut: number): string =>
  text.slice(0, least + (cut % (text.length - least + 1)));

describe('a range holds exactly what begins with its text', () => {
  test('digests by their CIDs', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), fc.nat(), (one, other, cut) => {
        const start = beginning(cidOf(one), 13, cut);
        expect(within(digestRange(start), one)).toBe(true);
        expect(within(digestRange(start.toUpperCase()), one)).toBe(true);
        expect(within(digestRange(start), other)).toBe(cidOf(other).startsWith(start));
      }),
    );
  });

  test('hashes by their hex digits', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), fc.nat(), (one, other, cut) => {
        const start = beginning(to0x(one), 5, cut);
        expect(within(hashRange(start), one)).toBe(true);
        expect(within(hashRange(start), other)).toBe(to0x(other).startsWith(start));
      }),
    );
  });

  test.each([
    [Uint8Array.of(1), 20, 5],
    [Uint8Array.of(2), 20, 5],
    [Uint8Array.of(3), 48, 5],
    [Uint8Array.of(4, 10), 20, 8],
  ])('addresses of %j', (head, size, least) => {
    fc.assert(
      fc.property(bytes(size), bytes(size), fc.nat(), (one, other, cut) => {
        const key = concatBytes(head, one);
        const start = beginning(formatAddress(key), least, cut);
        expect(within(addressRange(start), key)).toBe(true);
        expect(within(addressRange(`t${start.slice(1)}`), key)).toBe(true);
        const different = concatBytes(head, other);
        // The checksum behind the payload is no part of the key.
        const payload = start.slice(0, least - 3 + Math.floor((size * 8) / 5));
        expect(within(addressRange(start), different)).toBe(
          formatAddress(different).startsWith(payload),
        );
      }),
    );
  });

  test('Ethereum addresses', () => {
    const key = parseAddress('0x52963EF50e27e06D72D59fcB4F3c2a687BE3cfEf');
    expect(within(addressRange('0x529'), key)).toBe(true);
    expect(within(addressRange('0x52963ef50E27'), key)).toBe(true);
    expect(within(addressRange('0x528'), key)).toBe(false);
  });

  test('numbers up to the largest there is', () => {
    expect(numberRange('196', 20_300)).toEqual({ from: 19_600, to: 19_699 });
    expect(numberRange('900', 20_300)).toEqual({ from: 9_000, to: 9_009 });
    expect(numberRange('20300', 20_300)).toBeNull();
    expect(numberRange('0', 20_300)).toBeNull();
    expect(numberRange('9'.repeat(40), 20_300)).toBeNull();
  });
});

test.each(['', 'bafy', 'bafy2bzace', 'bafy2bzacezzz', '0x', '0xg12', 'f1', 'f1ab', 'f410fa', 'f0'])(
  '%j begins nothing, or too much',
  (text) => {
    expect([digestRange(text), hashRange(text), addressRange(text)]).toEqual([null, null, null]);
  },
);
