import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../encoding/bytes.ts';
import { labelHash, namehash, normalizeName, reverseNode, subnode } from './names.ts';

describe('nodes', () => {
  it.each([
    ['', '00'.repeat(32)],
    ['fil', '78f6b1389af563cc5c91f234ea46b055e49658d8b999eeb9e0baef7dbbc93fdb'],
    ['addr.reverse', '91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2'],
    ['tianyou.fil', '0a96f8958e3a6a60406417b0dbdedda26e04beb5a694126054b1b8933e697752'],
    ['eth', '93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae'],
  ])('of %j', (name, node) => {
    expect(toHex(namehash(name))).toBe(node);
  });

  it('a token is the hash of its label, its node below the top name’s', () => {
    const label = labelHash('tianyou');
    expect(toHex(label)).toBe('4f37162eb623c25a7a16712bcc92e6eeb3e7ad92ba51bbbd5e2a5e619573961a');
    expect(subnode(namehash('fil'), label)).toEqual(namehash('tianyou.fil'));
  });

  it('an address has its own under addr.reverse', () => {
    expect(toHex(reverseNode(fromHex('b1ef00bfbdd2ad677873fe76db40e914d22ceaee')))).toBe(
      '4bfd5bcb7d2e723463fe8f2afebbf01395b0c7391ee70608bd1f62775a29c9c3',
    );
  });
});

describe('normalizeName', () => {
  it.each([
    ['Kelp.FIL', 'kelp.fil'],
    [' kelp.fil ', 'kelp.fil'],
    ['海草.fil', '海草.fil'],
    ['🐟.fil', '🐟.fil'],
    ['cafe\u0301', 'caf\u00e9'],
  ])('%j is %j', (text, name) => {
    expect(normalizeName(text)).toBe(name);
  });

  it.each([
    '',
    '.fil',
    'a..fil',
    'a b.fil',
    'a\u0000b',
    'a\u202eb.fil',
    '<b>.fil',
    'x'.repeat(256),
  ])('%j is none', (text) => {
    expect(normalizeName(text)).toBeNull();
  });
});
