import { LIB, LONG, problem, SOURCE } from '../testing/request.ts';
import { keccak256, stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseBuildInfo } from './buildInfo.ts';
import { compilerInput } from './compilerInput.ts';
import { parseStandardInput } from './input.ts';
import { parseMetadata } from './metadata.ts';
import { parseSourcifyMetadataBody, standardRequest } from './standard.ts';

describe('standard JSON inputs', () => {
  it('take names as names, and choose the output themselves', () => {
    const names = ['__proto__', '../../etc/passwd', 'constructor', 'http://x/y.sol'];
    const sources = Object.fromEntries(names.map((name) => [name, { content: SOURCE }]));
    const request = standardRequest(
      {
        language: 'Solidity',
        sources,
        settings: { outputSelection: { '*': { '*': ['*'] } }, stopAfter: 'parsing' },
      },
      LONG,
    );
    expect([...request.input.sources.keys()]).toEqual(names);
    const written = JSON.parse(compilerInput(request)) as {
      sources: object;
      settings: object;
    };
    expect(Object.keys(written.sources)).toEqual(names);
    expect(Object.keys(written.settings)).toEqual(['outputSelection']);
    expect(compilerInput(request)).not.toContain('"*"]');
  });

  it('bound files, their sizes and names', () => {
    const of = (sources: object) => problem(() => parseStandardInput({ sources }));
    expect(of({ a: { content: 'x'.repeat(2 * 1024 * 1024 + 1) } })).toBe('tooLarge a');
    const many = Array.from({ length: 2001 }, (_, i) => [String(i), { content: 'x' }]);
    expect(of(Object.fromEntries(many))).toBe('tooLarge');
    const mega = 'é'.repeat(1024 * 1024 - 1);
    const five = Array.from({ length: 5 }, (_, i) => [`f${String(i)}`, { content: mega }]);
    expect(of(Object.fromEntries(five))).toBe('tooLarge f4');
    expect(of({ ['n'.repeat(513)]: { content: 'x' } })).toContain('tooLarge');
    expect(of({ a: { urls: ['bzz'] } })).toBe('sourceMissing a');
    expect(problem(() => parseStandardInput({ language: 'Yul', sources: {} }))).toBe(
      'language Yul',
    );
  });

  it('ask a compiler for what it knows only', () => {
    const of = (compiler: string) =>
      compilerInput(standardRequest({ sources: { a: { content: SOURCE } } }, compiler));
    expect(of('v0.4.11+commit.68ef5810')).not.toContain('storageLayout');
    expect(of('v0.6.4+commit.1dca32f3')).not.toContain('immutableReferences');
    expect(of('v0.6.5+commit.f956cc89')).toContain('immutableReferences');
  });

  it('ask for the contracts of the files that the target needs', () => {
    const sources = { 'a.sol': 'import "./b.sol";', 'b.sol': 'contract B {}', 'c.sol': SOURCE };
    const selected = (file: string | null) => {
      const text = compilerInput(standardRequest({ sources }, LONG, { file, name: 'A' }));
      const { settings } = JSON.parse(text) as { settings: { outputSelection: object } };
      return Object.keys(settings.outputSelection);
    };
    expect(selected('a.sol')).toEqual(['a.sol', 'b.sol']);
    expect(selected(null)).toEqual(['*']);
    expect(selected('d.sol')).toEqual(['*']);
  });
});

describe('metadata.json', () => {
  const metadata = {
    compiler: { version: '0.8.23+commit.f704f362' },
    language: 'Solidity',
    output: {},
    settings: {
      compilationTarget: { 'contracts/A.sol': 'A' },
      evmVersion: 'paris',
      libraries: { 'contracts/L.sol:L': LIB },
      metadata: { bytecodeHash: 'ipfs' },
      optimizer: { enabled: true, runs: 200 },
      remappings: [':@x/=lib/x/'],
    },
    sources: {
      'contracts/A.sol': { keccak256: keccak256(stringToHex(SOURCE)), license: 'MIT', urls: [] },
      'contracts/L.sol': { keccak256: keccak256(stringToHex('library L {}\r\n')), urls: [] },
    },
    version: 1,
  };

  it('finds sources by their hashes, whatever they are called and however their lines end', () => {
    const request = parseMetadata(JSON.stringify(metadata), {
      'first.sol': 'library L {}\n',
      'second.sol': SOURCE,
    });
    expect([...request.input.sources]).toEqual([
      ['contracts/A.sol', SOURCE],
      ['contracts/L.sol', 'library L {}\r\n'],
    ]);
    expect(request).toMatchObject({
      compiler: 'v0.8.23+commit.f704f362',
      target: { file: 'contracts/A.sol', name: 'A' },
      license: 'MIT',
    });
    expect(JSON.parse(compilerInput(request))).toMatchObject({
      settings: {
        evmVersion: 'paris',
        libraries: { 'contracts/L.sol': { L: LIB } },
        remappings: [':@x/=lib/x/'],
        metadata: { bytecodeHash: 'ipfs' },
      },
    });
  });

  it('finds a file by the hash of each of its spellings', () => {
    const given = 'library L {\r\n}\n \r\n';
    const texts = [given, given.replaceAll('\r\n', '\n'), 'library L {\r\n}\r\n \r\n'];
    const bodies = [...texts, 'library L {\n}', 'library L {\r\n}'];
    for (const body of bodies)
      for (const end of body === given ? [''] : ['', '\n', '\r\n']) {
        const hash = keccak256(stringToHex(body + end));
        const sources = { ...metadata.sources, 'contracts/L.sol': { keccak256: hash } };
        const request = parseMetadata({ ...metadata, sources }, { 'A.sol': SOURCE, x: given });
        expect(request.input.sources.get('contracts/L.sol')).toBe(body + end);
      }
  });

  it('spells no more files otherwise than can be hashed in a moment', () => {
    const long = '/'.repeat(1 << 20);
    const hashOf = (text: string) => ({ keccak256: keccak256(stringToHex(`${text}\n`)) });
    const sources = { a: hashOf(`${long}a`), b: hashOf(`${long}b`), c: hashOf('c') };
    const settings = { compilationTarget: {} };
    const found = (uploaded: Record<string, string>) =>
      parseMetadata({ ...metadata, settings, sources }, uploaded).input.sources;
    const first = found({ x: `${long}a`, b: `${long}b`, z: 'c' });
    expect([...first.values()].map((text) => text.at(-2))).toEqual(['a', '/', 'c']);
    expect(first.get('b')).toBe(`${long}b`);
  });

  it('takes a changed file by its name, and names one that lacks', () => {
    const request = parseMetadata(metadata, { 'A.sol': 'contract A { }', 'L.sol': 'library L {}' });
    expect(request.input.sources.get('contracts/A.sol')).toBe('contract A { }');
    expect(problem(() => parseMetadata(metadata, { 'A.sol': SOURCE }))).toBe(
      'sourceMissing contracts/L.sol',
    );
    expect(problem(() => parseMetadata('{', {}))).toBe('invalid');
  });

  it('needs no files where it has their contents', () => {
    const literal = {
      ...metadata,
      settings: { ...metadata.settings, libraries: {}, metadata: { useLiteralContent: true } },
      sources: { 'contracts/A.sol': { content: SOURCE, keccak256: '0x' } },
    };
    const { request } = parseSourcifyMetadataBody({ metadata: literal });
    expect(request.input.sources.get('contracts/A.sol')).toBe(SOURCE);
  });
});

describe('build-infos', () => {
  const input = { language: 'Solidity', sources: { 'src/A.sol': { content: SOURCE } } };

  it('are read from Hardhat and Foundry', () => {
    const hardhat = { _format: 'hh-sol-build-info-1', solcLongVersion: '0.8.17+commit.8df45f5f' };
    expect(parseBuildInfo({ ...hardhat, input }).compiler).toBe(LONG);
    const foundry = { solcVersion: '0.8.17', solcLongVersion: '0.8.17' };
    expect(parseBuildInfo({ ...foundry, input }).compiler).toBe('v0.8.17');
    expect(parseBuildInfo({ ...foundry, input }, undefined, LONG).compiler).toBe(LONG);
    const third = { ...hardhat, userSourceNameMap: { 'A.sol': 'project/A.sol' } };
    expect(parseBuildInfo({ ...third, input }, { file: 'A.sol', name: 'A' }).target).toEqual({
      file: 'project/A.sol',
      name: 'A',
    });
  });

  it('of the short form are refused', () => {
    const short = { id: 'x', source_id_to_path: { 0: 'src/A.sol' }, language: 'Solidity' };
    expect(problem(() => parseBuildInfo(short))).toBe('noInput input');
  });
});
