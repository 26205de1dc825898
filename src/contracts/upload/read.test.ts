import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { addHanded, type Handed } from './hand.ts';
import { addFiles, NOTHING, removeFile } from './read.ts';
import { buildInfo, input, json, metadata } from './testing/files.ts';

const utf8 = new TextEncoder();

const handed = (path: string, text: string): Handed => ({
  path,
  size: text.length,
  bytes: () => Promise.resolve(utf8.encode(text)),
});

describe('files that are handed in', () => {
  it('are told by what is in them, what says most first', () => {
    const upload = addFiles(NOTHING, [
      { path: 'in.json', text: json(input) },
      { path: 'info.json', text: json(buildInfo) },
      { path: 'A.sol', text: 'contract A {}' },
      { path: 'metadata.json', text: json(metadata) },
    ]);
    expect(upload.settings.map(({ form }) => form)).toEqual(['metadata', 'buildInfo', 'standard']);
    expect([...upload.sources]).toEqual([['A.sol', 'contract A {}']]);
    expect(upload.wrong).toEqual([]);
    const less = removeFile(removeFile(upload, 'metadata.json'), 'A.sol');
    expect([less.settings.length, less.sources.size]).toEqual([2, 0]);
  });

  it('are refused each with why, and the others are kept', () => {
    const upload = addFiles(addFiles(NOTHING, [{ path: 'metadata.json', text: json(metadata) }]), [
      { path: 'b/metadata.json', text: json(metadata) },
      { path: 'bad.json', text: '{' },
      { path: 'other.json', text: '[1]' },
      { path: 'a.vy', text: '' },
      { path: 'a.txt', text: '' },
      { path: 'big.sol', text: 'x'.repeat(3 * 1024 * 1024) },
      { path: '__proto__.sol', text: 'contract P {}' },
    ]);
    expect(upload.wrong.map(({ problem }) => problem)).toEqual([
      'secondMetadata',
      'badJson',
      'unknownJson',
      'vyper',
      'unknownKind',
      'tooLarge',
    ]);
    expect([...upload.sources.keys()]).toEqual(['__proto__.sol']);
    expect(upload.settings).toHaveLength(1);
  });

  it('take the place of what was handed in under their name', () => {
    const first = addFiles(NOTHING, [
      { path: 'A.sol', text: 'contract A {' },
      { path: 'metadata.json', text: json(metadata) },
    ]);
    const again = addFiles(first, [
      { path: 'A.sol', text: 'contract A {}' },
      { path: 'metadata.json', text: json(metadata) },
    ]);
    expect([...again.sources.values()]).toEqual(['contract A {}']);
    expect([again.settings.length, again.wrong.length]).toEqual([1, 0]);
  });

  it('come with a folder or an archive all the same', async () => {
    const files = {
      'app/contracts/A.sol': 'contract A {}',
      'app/artifacts/build-info/1.json': json(buildInfo),
      'app/readme.md': '# A',
    };
    const folder = Object.entries(files).map(([path, text]) => handed(path, text));
    const upload = await addHanded(NOTHING, folder, true);
    const zip = zipSync(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])),
    );
    const archive = {
      path: 'app.zip',
      size: zip.length,
      bytes: () => Promise.resolve(zip),
    };
    expect(await addHanded(NOTHING, [archive], false)).toEqual(upload);
    expect([...upload.sources.keys()]).toEqual(['contracts/A.sol']);
    expect(upload.settings.map(({ path }) => path)).toEqual(['artifacts/build-info/1.json']);
    expect(upload.wrong).toEqual([]);
    const one = await addHanded(NOTHING, [handed('../A.sol', ''), handed('a.txt', '')], false);
    expect(one.wrong.map(({ problem }) => problem)).toEqual(['badPath', 'unknownKind']);
  });

  it('are named where they cannot be read, and the others are kept', async () => {
    const before = addFiles(NOTHING, [{ path: 'A.sol', text: 'contract A {}' }]);
    const gone = (path: string): Handed => ({
      ...handed(path, 'contract'),
      bytes: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    });
    const binary = Uint8Array.of(0x7f, 0xff, 0xfe, 0);
    const upload = await addHanded(
      before,
      [
        gone('Gone.sol'),
        gone('gone.zip'),
        { ...handed('Binary.sol', ''), bytes: () => Promise.resolve(binary) },
        handed('B.sol', 'contract B {}'),
      ],
      false,
      ['locked'],
    );
    expect([...upload.sources.keys()]).toEqual(['A.sol', 'B.sol']);
    expect(upload.wrong).toEqual([
      { path: 'locked', problem: 'unreadable' },
      { path: 'Gone.sol', problem: 'unreadable' },
      { path: 'gone.zip', problem: 'unreadable' },
      { path: 'Binary.sol', problem: 'notText' },
    ]);
  });
});
