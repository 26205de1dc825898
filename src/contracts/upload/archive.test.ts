import { Zip, ZipDeflate, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpack } from './archive.ts';

/** An archive whose sizes stand behind the files, as programs write that do not know them before. */
function streamedZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, bytes] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

describe('archives', () => {
  const big = { 'A.sol': new Uint8Array(40 * 1024 * 1024) };
  const text = 'contract A { uint x; } '.repeat(5000);

  it.each([
    ['sizes in front', zipSync],
    ['sizes behind', streamedZip],
  ])('are read: %s', (_, zip) => {
    const found = unpack('a.zip', zip({ 'a/A.sol': strToU8(text), 'a/b.txt': strToU8('b') }));
    expect([...found.files.keys()]).toEqual(['a/A.sol']);
    expect(new TextDecoder().decode(found.files.get('a/A.sol'))).toBe(text);
    expect(found.wrong).toEqual([]);
  });

  it.each([
    ['sizes in front', zipSync],
    ['sizes behind', streamedZip],
  ])('that unpack to too much are cut off: %s', (_, zip) => {
    const packed = zip(big);
    expect(packed.length).toBeLessThan(100_000);
    const found = unpack('a.zip', packed);
    expect(found.files.size).toBe(0);
    expect(found.wrong).toEqual([{ path: 'A.sol', problem: 'tooLarge' }]);
    const few = unpack('a.zip', zip({ 'A.sol': strToU8(text), 'B.sol': strToU8(text) }), {
      entries: 9,
      bytes: text.length + 9,
    });
    expect([few.files.size, few.wrong]).toEqual([1, [{ path: 'a.zip', problem: 'tooLarge' }]]);
    const many = unpack('a.zip', zip({ a: strToU8('a'), b: strToU8('b') }), {
      entries: 1,
      bytes: 9,
    });
    expect(many.wrong).toEqual([{ path: 'a.zip', problem: 'tooMany' }]);
  });

  it('whose names lead out of them, or that are none, are refused', () => {
    const found = unpack('a.zip', zipSync({ '../../A.sol': strToU8(text), 'B.sol': strToU8('b') }));
    expect([...found.files.keys()]).toEqual(['B.sol']);
    expect(found.wrong).toEqual([{ path: '../../A.sol', problem: 'badPath' }]);
    const zip = zipSync({ 'A.sol': strToU8(text) });
    const cut = zip.slice(0, zip.length / 2);
    for (const bytes of [new Uint8Array(0), strToU8('PK no archive'), cut])
      expect(unpack('a.zip', bytes).files.size).toBe(0);
    expect(unpack('a.zip', strToU8('no archive')).wrong).toEqual([
      { path: 'a.zip', problem: 'badArchive' },
    ]);
  });
});
