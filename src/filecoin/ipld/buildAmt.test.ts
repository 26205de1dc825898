import { describe, expect, it } from 'vitest';
import { messagesDigest } from '../block.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { cidOf } from '../encoding/cid.ts';
import { arrayDigest, buildAmt } from './buildAmt.ts';

describe('arrays of the chain', () => {
  it('have the roots that the chain gives the empty ones', () => {
    expect(cidOf(arrayDigest([]))).toBe(
      'bafy2bzacedswlcz5ddgqnyo3sak3jmhmkxashisnlpq6ujgyhe4mlobzpnhs6',
    );
    expect(cidOf(messagesDigest([], []))).toBe(
      'bafy2bzacecmda75ovposbdateg7eyhwij65zklgyijgcjwynlklmqazpwlhba',
    );
    expect(buildAmt([], 3).root).toBe(
      'bafy2bzacedijw74yui7otvo63nfl3hdq2vdzuy7wx2tnptwed6zml4vvz7wee',
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

  it('have the roots that other implementations give them', () => {
    const value = (text: string) => encodeCbor(new TextEncoder().encode(text));
    const many = new Array<Uint8Array>(5_000).fill(value('foo foo bar'));
    expect(buildAmt([[2, value('foo')]], null).root).toBe(
      'bafy2bzaceansvim5z2rzifilsbzsjuoul2adx7iad7x3b4paj3qsexqf6ovxk',
    );
    expect(buildAmt([[2, value('foo')]], 3).root).toBe(
      'bafy2bzacedv5uu5za6oqtnozjvju5lhbgaybayzhw4txiojw7hd47ktgbv5wc',
    );
    expect(cidOf(arrayDigest(many, 3))).toBe(
      'bafy2bzacecfquuqzqzlox25aynodzw2qhxijdzfvno6tibyes3kb6nd3f7uxa',
    );
    const last = [2n ** 64n - 3n, 2n ** 64n - 2n].map((at) => [at, value('what is up')] as const);
    expect(buildAmt(last, 3).root).toBe(
      'bafy2bzacecl3zuubhdvkojg6uhbu4mebaehx554q6algfjitqiivvnrqprkxo',
    );
  });

  it.each([[[1, 0]], [[2, 2]], [[9, 8, 9]]])('refuse the indices %j', (indices) => {
    const items = indices.map((index) => [index, Uint8Array.of(0)] as const);
    expect(() => buildAmt(items, 5)).toThrow(RangeError);
  });
});
