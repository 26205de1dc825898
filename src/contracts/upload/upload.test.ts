import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Zip, ZipDeflate, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseAddressedRequest, requestBody } from '../request/body.ts';
import { parseFilfoxForm } from '../request/filfox.ts';
import { RequestError } from '../request/error.ts';
import { unpack } from './archive.ts';
import { foundSettings } from './found.ts';
import { addHanded, type Handed } from './hand.ts';
import { cleanPath, projectNames, worthReading } from './paths.ts';
import { addFiles, NOTHING, removeFile } from './read.ts';
import { DEFAULTS, uploadRequest, type Asked } from './request.ts';

const LONG = 'v0.8.23+commit.f704f362';
const MIT = 'MIT License (MIT)';
const ASKED = { ...DEFAULTS, compiler: LONG, license: MIT };
const CONTRACTS = join(import.meta.dirname, '../../../data/demo-chain/contracts');
const demo = (name: string) => readFileSync(join(CONTRACTS, name), 'utf8');
const utf8 = new TextEncoder();

const handed = (path: string, text: string): Handed => ({
  path,
  size: text.length,
  bytes: () => Promise.resolve(utf8.encode(text)),
});

const settings = { optimizer: { enabled: true, runs: 999 }, evmVersion: 'paris', viaIR: true };
const input = {
  language: 'Solidity',
  sources: { 'contracts/A.sol': { content: 'contract A {}' } },
  settings: { ...settings, outputSelection: { '*': { '*': ['abi'] } } },
};
const buildInfo = { _format: 'hh-sol-build-info-1', solcLongVersion: LONG.slice(1), input };
const metadata = {
  compiler: { version: LONG.slice(1) },
  language: 'Solidity',
  output: { abi: [] },
  settings: { ...settings, compilationTarget: { 'contracts/A.sol': 'A' } },
  sources: { 'contracts/A.sol': { keccak256: '0x00' } },
};
const json = (value: unknown) => JSON.stringify(value);

function problemOf(work: () => unknown): [string, string] | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [error.problem, error.at];
  }
}

describe('names', () => {
  it.each([
    ['./contracts//A.sol', 'contracts/A.sol'],
    ['/etc/passwd', 'etc/passwd'],
    ['a\\b.sol', 'a/b.sol'],
    ['../a.sol', null],
    ['a/../../b.sol', null],
    ['a\u0000.sol', null],
    ['./', null],
    [`${'a'.repeat(600)}.sol`, null],
  ])('%j is kept as %j', (path, name) => expect(cleanPath(path)).toBe(name));

  it('never lead out of their folder', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'b.sol', '\\', '..\\..', '__proto__');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const name = cleanPath(parts.join('/'));
        return name === null || name.split('/').every((piece) => !['..', '.', ''].includes(piece));
      }),
    );
  });

  it('are those of the project, without its folder', () => {
    const names = (...paths: string[]) => [...projectNames(paths).values()];
    expect(names('app/contracts/A.sol', 'app/lib/B.sol')).toEqual(['contracts/A.sol', 'lib/B.sol']);
    expect(names('contracts/A.sol')).toEqual(['contracts/A.sol']);
    expect(names('app/A.sol', 'other/B.sol')).toEqual(['app/A.sol', 'other/B.sol']);
    expect(names('A.sol')).toEqual(['A.sol']);
  });

  it('tell what of a folder is worth reading', () => {
    const paths = ['p/contracts/A.sol', 'p/artifacts/build-info/1.json', 'p/artifacts/A.json'];
    const other = ['p/package.json', 'p/.git/x.sol', 'p/artifacts/A.dbg.json', 'p/read.me'];
    expect([...worthReading([...paths, ...other])].sort()).toEqual([paths[1], paths[0]]);
    expect([...worthReading(['p/a.json', 'p/node_modules/b/b.json'])]).toEqual(['p/a.json']);
  });
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
});

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

describe('a request', () => {
  const sources = addFiles(NOTHING, [
    { path: 'Exchange.sol', text: demo('Exchange.sol') },
    { path: 'Token.sol', text: demo('Token.sol') },
    { path: 'Text.sol', text: demo('Text.sol') },
  ]);
  const ask = (asked: Partial<Asked>) => uploadRequest(sources, null, { ...ASKED, ...asked });

  it('of sources has the settings that were asked', () => {
    const address = `0x${'1'.repeat(40)}`;
    const request = ask({
      evmVersion: 'paris',
      viaIR: true,
      optimizeRuns: '7',
      optimizerDetails: '{"yul":false}',
      metadata: 'none',
      libraries: [
        { file: 'Text.sol', name: 'Text', address },
        { file: 'Text.sol', name: 'Other', address: address.slice(2) },
        { file: '', name: ' ', address: '' },
      ],
      constructorArguments: '0x00ff',
    });
    expect(request.compiler).toBe(LONG);
    expect(request.license).toBe(MIT);
    expect(request.constructorArguments).toEqual(new Uint8Array([0, 255]));
    expect(request.input.settings).toMatchObject({
      evmVersion: 'paris',
      viaIR: true,
      optimizer: { enabled: true, runs: 7, details: { yul: false } },
      metadata: { bytecodeHash: 'none' },
    });
    expect([...(request.input.settings.libraries.get('Text.sol') ?? [])]).toEqual([
      ['Text', address],
      ['Other', address],
    ]);
  });

  it('takes the files that the chosen one needs', () => {
    expect([...ask({ main: 'Text.sol' }).input.sources.keys()]).toEqual(['Text.sol']);
    expect(ask({}).input.sources.size).toBe(3);
  });

  it('tells which field is wrong', () => {
    expect(problemOf(() => ask({ optimizeRuns: '-1' }))).toEqual(['invalid', 'optimizeRuns']);
    expect(problemOf(() => ask({ optimizerDetails: '{' }))).toEqual([
      'invalid',
      'optimizerDetails',
    ]);
    expect(problemOf(() => ask({ constructorArguments: '0x123' }))).toEqual([
      'invalid',
      'parameters',
    ]);
    const row = { file: 'Text.sol', name: 'Text', address: '0x12' };
    expect(problemOf(() => ask({ libraries: [row] }))?.[1]).toMatch(/^libraries/);
    const good = { ...row, address: `0x${'1'.repeat(40)}` };
    expect(problemOf(() => ask({ libraries: [good, good] }))).toEqual(['invalid', 'libraries']);
    const eleven = Array.from({ length: 11 }, (_, i) => ({ ...good, name: `L${String(i)}` }));
    expect(problemOf(() => ask({ libraries: eleven }))).toEqual(['tooLarge', 'libraries']);
    expect(problemOf(() => uploadRequest(NOTHING, null, ASKED))?.[0]).toBe('noSources');
  });

  it('of a build-info and of an input has their settings', () => {
    const files = [
      { path: 'info.json', text: json(buildInfo) },
      { path: 'in.json', text: json(input) },
    ];
    const upload = addFiles(NOTHING, files);
    for (const from of upload.settings) {
      const request = uploadRequest(upload, from, ASKED);
      expect(request.input.settings).toMatchObject({
        evmVersion: 'paris',
        viaIR: true,
        optimizer: { enabled: true, runs: 999 },
      });
      const found = foundSettings(request);
      expect(Object.fromEntries(found.map(({ key, value }) => [key, value]))).toEqual({
        compiler: LONG,
        files: '1',
        evmVersion: 'paris',
        viaIR: true,
        optimizer: true,
        runs: '999',
      });
    }
  });

  it('of metadata names the file that lacks, and finds it by its name', () => {
    const upload = addFiles(NOTHING, [{ path: 'metadata.json', text: json(metadata) }]);
    const [from = null] = upload.settings;
    expect(problemOf(() => uploadRequest(upload, from, ASKED))).toEqual([
      'sourceMissing',
      'contracts/A.sol',
    ]);
    const whole = addFiles(upload, [{ path: 'A.sol', text: 'contract A {}' }]);
    const request = uploadRequest(whole, from, ASKED);
    expect(request.target).toEqual({ file: 'contracts/A.sol', name: 'A' });
    expect([...request.input.sources.keys()]).toEqual(['contracts/A.sol']);
  });

  it('is the same when it was sent and read', () => {
    const address = fc.constantFrom('f0100', `0x${'1'.repeat(40)}`);
    const file = fc.constantFrom('A.sol', '__proto__', 'a/b:c.sol', 'constructor');
    const library = fc.constantFrom('L', '__proto__', 'toString');
    const given = fc.record({
      sources: fc.dictionary(file, fc.string({ minLength: 1 }), {
        minKeys: 1,
        noNullPrototype: true,
      }),
      optimize: fc.boolean(),
      runs: fc.nat(),
      evmVersion: fc.constantFrom(null, 'paris'),
      viaIR: fc.boolean(),
      library: fc.option(fc.tuple(file, library), { nil: null }),
      metadata: fc.constantFrom(null, { bytecodeHash: 'none' }, { appendCBOR: false }),
      parameters: fc.constantFrom(null, '0x01'),
      license: fc.constantFrom(null, MIT),
      target: fc.record({
        file: fc.option(file, { nil: null }),
        name: fc.constantFrom(null, 'A'),
      }),
    });
    fc.assert(
      fc.property(address, given, (at, { library: named, target, runs, ...form }) => {
        fc.pre(Object.values(form.sources).some((text) => text.trim() !== ''));
        const { request } = parseFilfoxForm({
          ...form,
          compiler: LONG,
          optimizeRuns: runs,
          sourceFiles: form.sources,
          libraries:
            named === null
              ? ''
              : Object.fromEntries([
                  [named[0], Object.fromEntries([[named[1], `0x${'2'.repeat(40)}`]])],
                ]),
        });
        const sent = { address: at, request: { ...request, target } };
        const text = JSON.stringify(requestBody(sent));
        expect(parseAddressedRequest(JSON.parse(text))).toEqual(sent);
      }),
    );
  });
});
