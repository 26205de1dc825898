import { blake2b as reference } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blake2b } from './blake2b.ts';
import { toHex } from './bytes.ts';

describe('BLAKE2b', () => {
  it('gives the vector of RFC 7693', () => {
    expect(toHex(blake2b(new TextEncoder().encode('abc'), 64))).toBe(
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
        '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    );
  });

  it('agrees with another implementation at every length around the blocks', () => {
    for (let length = 0; length <= 520; length++) {
      const input = Uint8Array.from({ length }, (_, i) => i * 151 + length);
      expect(toHex(blake2b(input, 32))).toBe(toHex(reference(input, { dkLen: 32 })));
    }
  });

  it('agrees with it on any input and size', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2000, size: 'max' }),
        fc.integer({ min: 1, max: 64 }),
        (input, size) => {
          expect(toHex(blake2b(input, size))).toBe(toHex(reference(input, { dkLen: size })));
        },
      ),
    );
  });

  it('reads a part of a larger buffer', () => {
    const buffer = Uint8Array.from({ length: 400 }, (_, i) => i);
    const part = buffer.subarray(3, 300);
    expect(blake2b(part, 32)).toEqual(blake2b(part.slice(), 32));
  });
});
