import { describe, expect, it } from 'vitest';
import { messagesDigest } from '../block.ts';
import { arrayDigest } from './amt-root.ts';
import { cidOf } from './cid.ts';

describe('arrays of the chain', () => {
  it('have the roots that the chain gives the empty ones', () => {
    expect(cidOf(arrayDigest([]))).toBe(
      'bafy2bzacedswlcz5ddgqnyo3sak3jmhmkxashisnlpq6ujgyhe4mlobzpnhs6',
    );
    expect(cidOf(messagesDigest([], []))).toBe(
      'bafy2bzacecmda75ovposbdateg7eyhwij65zklgyijgcjwynlklmqazpwlhba',
    );
  });

  it('of more items than a node holds differ by each of them, and by their order', () => {
    const items = Array.from({ length: 65 }, (_, at) => Uint8Array.of(at % 24));
    const whole = cidOf(arrayDigest(items));
    const variants = items.map((_, at) => items.with(at, Uint8Array.of(0x20 + (at % 24))));
    const roots = [items.slice(1), items.toReversed(), ...variants].map((each) =>
      cidOf(arrayDigest(each)),
    );
    expect(new Set([whole, ...roots]).size).toBe(68);
  });
});
