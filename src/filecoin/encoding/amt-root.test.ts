import { describe, expect, it } from 'vitest';
import { messagesDigest } from '../block.ts';
import { receiptsDigest } from '../execution/receipts.ts';
import { arrayDigest } from './amt-root.ts';
import { cidOf, digestOf } from './cid.ts';

describe('arrays of the chain', () => {
  it('have the roots that the chain gives the empty ones', () => {
    expect(cidOf(arrayDigest([]))).toBe(
      'bafy2bzacedswlcz5ddgqnyo3sak3jmhmkxashisnlpq6ujgyhe4mlobzpnhs6',
    );
    expect(cidOf(messagesDigest([], []))).toBe(
      'bafy2bzacecmda75ovposbdateg7eyhwij65zklgyijgcjwynlklmqazpwlhba',
    );
    expect(receiptsDigest([], 0)).toEqual(receiptsDigest([], 1));
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

  it('of receipts tell what their events are since they name them', () => {
    const receipt = {
      exitCode: 0,
      returned: new Uint8Array(),
      gasUsed: 1,
      eventsRoot: null,
    };
    const events = digestOf('bafy2bzacedswlcz5ddgqnyo3sak3jmhmkxashisnlpq6ujgyhe4mlobzpnhs6');
    const named = {
      ...receipt,
      eventsRoot: Uint8Array.of(1, 0x71, 0xa0, 0xe4, 2, 0x20, ...events),
    };
    expect(receiptsDigest([named], 0)).toEqual(receiptsDigest([receipt], 0));
    expect(receiptsDigest([named], 1)).not.toEqual(receiptsDigest([receipt], 1));
  });
});
