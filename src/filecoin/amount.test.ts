import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigintFromBytes, bigintToBytes, maxBigint, minBigint, parseAmount } from './amount.ts';
import { EncodingError, toHex } from './encoding/bytes.ts';

const amounts = fc.bigInt({ min: 1n - (1n << 1016n), max: (1n << 1016n) - 1n });

describe('amounts', () => {
  it('round-trips text and chain bytes', () => {
    fc.assert(
      fc.property(amounts, (atto) => {
        expect(parseAmount(atto.toString())).toBe(atto);
        expect(bigintFromBytes(bigintToBytes(atto))).toBe(atto);
      }),
    );
  });

  it.each([
    [0n, ''],
    [1n, '0001'],
    [255n, '00ff'],
    [256n, '000100'],
    [-1n, '0101'],
  ])('encodes %d as %s', (atto, hex) => {
    expect(toHex(bigintToBytes(atto))).toBe(hex);
  });

  it.each(['', ' 1', '1.0', '0x10', '1e3', '--1', '1'.repeat(308)])('refuses %j', (text) => {
    expect(() => parseAmount(text)).toThrow(EncodingError);
  });

  it('refuses a wrong sign byte and absurd sizes', () => {
    expect(() => bigintFromBytes(Uint8Array.of(2, 1))).toThrow(EncodingError);
    expect(() => bigintFromBytes(new Uint8Array(129))).toThrow(EncodingError);
  });

  it('compares', () => {
    expect(minBigint(1n, 2n)).toBe(1n);
    expect(maxBigint(1n, 2n)).toBe(2n);
  });
});
