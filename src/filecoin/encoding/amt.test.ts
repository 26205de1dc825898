import { describe, expect, it } from 'vitest';
import { readAmtNode, readAmtRoot } from './amt.ts';
import { CborCid, CborError, encodeCbor } from './cbor.ts';
import { blake2b256, chainCidBytes, cidOf } from './cid.ts';

const cid = chainCidBytes(blake2b256(Uint8Array.of(1)));

describe('AMT', () => {
  it('has the root that channels without lanes have on the chain', () => {
    const empty = encodeCbor([3, 0, 0, [Uint8Array.of(0), [], []]]);
    expect(cidOf(blake2b256(empty))).toBe(
      'bafy2bzacedijw74yui7otvo63nfl3hdq2vdzuy7wx2tnptwed6zml4vvz7wee',
    );
    expect(readAmtRoot(empty)).toEqual({
      bitWidth: 3,
      height: 0,
      count: 0,
      node: { links: [], values: [] },
    });
  });

  it('gives values and links by the slots of the bitmap', () => {
    const leaf = encodeCbor([Uint8Array.of(0b1000_0001, 0b10), [], ['a', 'b', 'c']]);
    expect(readAmtNode(leaf).values).toEqual([
      [0, 'a'],
      [7, 'b'],
      [9, 'c'],
    ]);
    const old = encodeCbor([2, 5, [Uint8Array.of(0b100), [new CborCid(cid)], []]]);
    expect(readAmtRoot(old)).toMatchObject({
      bitWidth: 3,
      height: 2,
      count: 5,
      node: { links: [[2, cid]], values: [] },
    });
  });

  it.each([
    ['not a tuple', 7],
    ['a bitmap that does not fit', [Uint8Array.of(0b11), [], ['a']]],
    ['links and values', [Uint8Array.of(0b11), [new CborCid(cid)], ['a']]],
    ['a link that is none', [Uint8Array.of(0b1), ['a'], []]],
    ['no bitmap', [1, [], []]],
  ])('refuses %s', (_, value) => {
    expect(() => readAmtNode(encodeCbor(value))).toThrow(CborError);
  });
});
