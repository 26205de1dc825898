import { blake2b as reference } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as browser from './blake2b.browser.ts';
import { blake2b } from './blake2b.ts';
import { fromHex, toHex } from './bytes.ts';

const SIZES = [4, 20, 32] as const;

describe('BLAKE2b', () => {
  it('gives known digests', () => {
    const digest = fromHex('bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319');
    expect(blake2b(new TextEncoder().encode('abc'), 32)).toEqual(digest);
  });

  it('is the same on the server and in the browser, at every length around the blocks', () => {
    for (let length = 0; length <= 520; length++) {
      const input = Uint8Array.from({ length }, (_, i) => i * 151 + length);
      for (const size of SIZES) {
        expect(toHex(blake2b(input, size))).toBe(toHex(reference(input, { dkLen: size })));
        expect(toHex(browser.blake2b(input, size))).toBe(toHex(blake2b(input, size)));
      }
    }
  });

  it('agrees with noble on any input', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 100_000, size: 'max' }),
        fc.constantFrom(...SIZES),
        (input, size) => {
          expect(toHex(blake2b(input, size))).toBe(toHex(reference(input, { dkLen: size })));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('reads a part of a larger buffer, and gives bytes of its own', () => {
    const buffer = Uint8Array.from({ length: 400 }, (_, i) => i);
    const part = buffer.subarray(3, 300);
    const digest = blake2b(part, 32);
    expect(blake2b(part.slice(), 32)).toEqual(digest);
    expect(blake2b(buffer, 32)).not.toEqual(digest);
    expect(digest.buffer.byteLength).toBe(32);
  });
});
