import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase32, encodeBase32 } from './base32.ts';
import { decodeBase58, encodeBase58 } from './base58.ts';
import {
  EncodingError,
  compareBytes,
  concatBytes,
  equalBytes,
  fromBase64,
  fromHex,
  to0x,
  toBase64,
  toHex,
} from './bytes.ts';
import { decodeUvarint, encodeUvarint } from './varint.ts';

const bytes = fc.uint8Array({ maxLength: 80 });

describe('bytes as text', () => {
  it('agrees with Node on hex and base64', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        const node = Buffer.from(value);
        expect(toHex(value)).toBe(node.toString('hex'));
        expect(toBase64(value)).toBe(node.toString('base64'));
        expect(fromHex(node.toString('hex').toUpperCase())).toEqual(value);
        expect(fromHex(to0x(value))).toEqual(value);
        expect(fromBase64(node.toString('base64'))).toEqual(value);
        expect(fromBase64(node.toString('base64url'))).toEqual(value);
      }),
    );
  });

  it('round-trips base32 and base58', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(decodeBase32(encodeBase32(value))).toEqual(value);
        expect(decodeBase58(encodeBase58(value))).toEqual(value);
      }),
    );
  });

  it('writes the known vectors of RFC 4648 and of base58', () => {
    const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
    expect(encodeBase32(utf8('foobar'))).toBe('mzxw6ytboi');
    expect(encodeBase32(utf8('f'))).toBe('my');
    expect(encodeBase58(utf8('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U');
    expect(encodeBase58(Uint8Array.of(0, 0, 1))).toBe('112');
  });

  it.each(['abc', '0xg0', 'zz', '0x0'])('refuses %j as hex', (text) => {
    expect(() => fromHex(text)).toThrow(EncodingError);
  });

  it.each(['A', 'AAAAA', 'AA=A', 'A A=', 'ÄAAA'])('refuses %j as base64', (text) => {
    expect(() => fromBase64(text)).toThrow(EncodingError);
  });

  it.each(['MY', 'my======', 'm1', 'mz', 'a', 'mzxw6ytboj'])('refuses %j as base32', (text) => {
    expect(() => decodeBase32(text)).toThrow(EncodingError);
  });
});

describe('bytes compared and joined', () => {
  it('orders as unsigned bytes', () => {
    const sorted = [[], [0], [0, 0], [0, 1], [1], [127], [128], [255]].map((b) =>
      Uint8Array.from(b),
    );
    expect([...sorted].reverse().sort(compareBytes)).toEqual(sorted);
  });

  it('joins what slices take apart', () => {
    fc.assert(
      fc.property(bytes, fc.nat(80), (value, at) => {
        const joined = concatBytes(value.subarray(0, at), value.subarray(at));
        expect(equalBytes(joined, value)).toBe(true);
        expect(equalBytes(concatBytes(value, Uint8Array.of(0)), value)).toBe(false);
      }),
    );
  });
});

describe('uvarint', () => {
  it('round-trips 64-bit numbers and tells where they end', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), bytes, (value, rest) => {
        const encoded = encodeUvarint(value);
        expect(decodeUvarint(concatBytes(encoded, rest))).toEqual({ value, end: encoded.length });
        if (value <= BigInt(Number.MAX_SAFE_INTEGER))
          expect(encodeUvarint(Number(value))).toEqual(encoded);
      }),
    );
  });

  it.each([[[]], [[0x80]], [[0x80, 0]], [Array.from({ length: 11 }, () => 0xff)]])(
    'refuses %j',
    (value) => {
      expect(() => decodeUvarint(Uint8Array.from(value))).toThrow(EncodingError);
    },
  );
});
