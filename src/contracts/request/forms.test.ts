import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keccak256, stringToHex } from 'viem';
import { parseAnyRequest } from './any.ts';
import { parseBuildInfo } from './buildInfo.ts';
import { compilerInput } from './compilerInput.ts';
import { RequestError } from './error.ts';
import { parseEtherscanForm } from './etherscan.ts';
import { parseFilfoxForm } from './filfox.ts';
import { parseStandardInput } from './input.ts';
import { parseMetadata } from './metadata.ts';
import { parseSourcifyBody, parseSourcifyMetadataBody, standardRequest } from './standard.ts';

const LONG = 'v0.8.17+commit.8df45f5f';
const LIB = `0x${'ab'.repeat(20)}`;
const SOURCE = 'contract A {}\n';

function problem(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof RequestError) return `${error.problem} ${error.at}`.trim();
    throw error;
  }
  return 'none';
}

describe('the form of /tools/verifyContract', () => {
  const form = {
    address: '0x1234',
    language: 'Solidity',
    compiler: LONG,
    optimize: true,
    optimizeRuns: 999,
    optimizerDetails: '{"yul":true,"yulDetails":{"optimizerSteps":"u"}}',
    sourceFiles: { 'a.sol': { content: SOURCE } },
    license: 'MIT License (MIT)',
    evmVersion: 'default',
    viaIR: true,
    libraries: `{"a.sol":{"Lib":"${LIB}","Other":"${LIB}"}}`,
    metadata: '{"bytecodeHash":"none"}',
    parameters: '0x00ff',
  };

  it.each([
    ['by file', { 'a.sol': { Lib: LIB } }, { 'a.sol': { Lib: LIB } }],
    [
      'as file:Name',
      { 'a.sol:Lib': LIB, 'a.sol:Other': LIB },
      { 'a.sol': { Lib: LIB, Other: LIB } },
    ],
    ['by name only', { Lib: LIB.slice(2) }, { '': { Lib: LIB } }],
  ])('takes libraries %s', (_, libraries, settled) => {
    const { request } = parseFilfoxForm({ ...form, libraries });
    expect(JSON.parse(compilerInput(request))).toMatchObject({ settings: { libraries: settled } });
  });

  it.each([
    ['Shanghai', 'shanghai'],
    ['paris (default)', 'paris'],
    ['TANGERINEWHISTLE', 'tangerineWhistle'],
    ['Default', null],
    ['', null],
  ])('reads the EVM version %s', (evmVersion, settled) => {
    expect(parseFilfoxForm({ ...form, evmVersion }).request.input.settings.evmVersion).toBe(
      settled,
    );
  });

  it('takes files as a list, without the mark of their byte order', () => {
    const sourceFiles = [{ name: 'a.sol', content: `\ufeff${SOURCE}` }];
    const { request } = parseFilfoxForm({ ...form, sourceFiles, optimizerDetails: false });
    expect([...request.input.sources]).toEqual([['a.sol', SOURCE]]);
    expect(request.input.settings.optimizer).toEqual({ enabled: true, runs: 999 });
  });

  it('takes JSON out of its texts', () => {
    const { address, request } = parseFilfoxForm(form);
    expect(address).toBe('0x1234');
    expect(request.compiler).toBe(LONG);
    expect(request.constructorArguments).toEqual(Uint8Array.of(0, 255));
    expect(JSON.parse(compilerInput(request))).toMatchObject({
      sources: { 'a.sol': { content: SOURCE } },
      settings: {
        optimizer: {
          enabled: true,
          runs: 999,
          details: { yul: true, yulDetails: { optimizerSteps: 'u' } },
        },
        viaIR: true,
        libraries: { 'a.sol': { Lib: LIB, Other: LIB } },
        metadata: { bytecodeHash: 'none' },
      },
    });
    expect(compilerInput(request)).not.toContain('evmVersion');
  });

  it('has defaults for all that may lack', () => {
    const { request } = parseFilfoxForm({
      address: 'f410f',
      compiler: LONG,
      sourceFiles: { 'a.sol': { content: SOURCE } },
      libraries: '',
      metadata: '',
      optimizerDetails: '',
    });
    expect(request.input.settings).toEqual({
      optimizer: { enabled: false, runs: 200 },
      evmVersion: null,
      viaIR: false,
      libraries: new Map(),
      remappings: [],
      metadata: null,
      revertStrings: null,
    });
    expect(request.constructorArguments).toBeNull();
  });

  it('tells what is wrong', () => {
    const with_ = (change: object) => problem(() => parseFilfoxForm({ ...form, ...change }));
    expect(with_({ language: 'Vyper' })).toBe('language Vyper');
    expect(with_({ sourceFiles: {} })).toBe('noSources');
    expect(with_({ sourceFiles: undefined })).toBe('noSources');
    expect(with_({ sourceFiles: { 'a.sol': { content: ' ' } } })).toBe('noSources');
    expect(with_({ compiler: 'latest' })).toBe('compiler latest');
    expect(with_({ compiler: undefined })).toBe('compiler latest');
    expect(with_({ compiler: 'v0.8.17' })).toBe('compiler v0.8.17');
    expect(with_({ libraries: '{' })).toBe('invalid libraries');
    expect(with_({ libraries: `{"a":{"L":"0x12"}}` })).toBe('invalid libraries › a › L');
    expect(with_({ evmVersion: 7 })).toBe('invalid evmVersion');
    expect(with_({ parameters: '0xq' })).toBe('invalid parameters');
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`L${String(i)}`, LIB]));
    expect(with_({ libraries: JSON.stringify({ a: eleven }) })).toContain('tooLarge');
    const two = { a: eleven, b: { L: LIB } };
    expect(with_({ libraries: JSON.stringify(two) })).toContain('tooLarge');
  });
});

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

describe("Etherscan's form", () => {
  const form = {
    contractaddress: '0x12',
    contractname: 'src/A.sol:A',
    compilerversion: LONG,
    optimizationUsed: '1',
    runs: '77',
    constructorArguements: 'ff',
    evmversion: 'london',
    licenseType: '3',
    sourceCode: SOURCE,
    codeformat: 'solidity-single-file',
  };

  it('is read with one file and its libraries', () => {
    const { address, request } = parseEtherscanForm({
      ...form,
      viaIR: 'true',
      libraryname1: 'L',
      libraryaddress1: LIB,
      libraryname2: 'src/M.sol:M',
      libraryaddress2: LIB.slice(2),
    });
    expect(address).toBe('0x12');
    expect(request).toMatchObject({
      target: { file: 'src/A.sol', name: 'A' },
      license: 'MIT License (MIT)',
      constructorArguments: Uint8Array.of(255),
    });
    expect(request.input.sources).toEqual(new Map([['src/A.sol', SOURCE]]));
    expect(request.input.settings).toMatchObject({
      optimizer: { enabled: true, runs: 77 },
      evmVersion: 'london',
      viaIR: true,
      libraries: new Map([
        ['src/M.sol', new Map([['M', LIB]])],
        ['src/A.sol', new Map([['L', LIB]])],
      ]),
    });
  });

  it('is read with a standard JSON input, in one or two pairs of braces', () => {
    const json = JSON.stringify({ language: 'Solidity', sources: { x: { content: SOURCE } } });
    for (const sourceCode of [json, `{${json}}`]) {
      const { request } = parseEtherscanForm({
        ...form,
        sourceCode,
        codeformat: 'solidity-standard-json-input',
        constructorArguements: '',
      });
      expect(request.input.sources.get('x')).toBe(SOURCE);
      expect(request.constructorArguments).toBeNull();
    }
  });

  it('is refused for Vyper, other formats and empty sources', () => {
    const with_ = (change: object) => problem(() => parseEtherscanForm({ ...form, ...change }));
    expect(with_({ codeformat: 'vyper-json' })).toBe('language vyper-json');
    expect(with_({ codeformat: 'zip' })).toBe('invalid codeformat');
    expect(with_({ sourceCode: ' ' })).toBe('noSources sourceCode');
    expect(with_({ codeformat: 'solidity-standard-json-input', sourceCode: '[' })).toBe(
      'invalid sourceCode',
    );
  });
});

it("Sourcify's body is read", () => {
  const { request, creationTransactionHash } = parseSourcifyBody({
    stdJsonInput: { language: 'Solidity', sources: { 'x:y/A.sol': { content: SOURCE } } },
    compilerVersion: '0.8.17+commit.8df45f5f',
    contractIdentifier: 'x:y/A.sol:A',
    creationTransactionHash: '0x11',
  });
  expect(request.target).toEqual({ file: 'x:y/A.sol', name: 'A' });
  expect(request.compiler).toBe(LONG);
  expect(creationTransactionHash).toBe('0x11');
});

describe('whatever is sent', () => {
  const fields = [
    ...['address', 'language', 'compiler', 'optimize', 'optimizeRuns', 'optimizerDetails'],
    ...['sourceFiles', 'license', 'evmVersion', 'viaIR', 'libraries', 'metadata', 'parameters'],
    ...['sources', 'settings', 'input', 'solcLongVersion', 'stdJsonInput', 'contractIdentifier'],
    ...['contractaddress', 'sourceCode', 'codeformat', 'compilerversion', 'runs', '__proto__'],
  ];
  const field = fc.constantFrom(...fields);
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(LONG, 'Solidity', '{}', '[]', '{"__proto__":1}', true, 200),
    fc.dictionary(field, fc.jsonValue()),
    fc.dictionary(fc.string(), fc.record({ content: fc.string() })),
  );
  const forms = [
    parseFilfoxForm,
    parseStandardInput,
    parseEtherscanForm,
    parseSourcifyBody,
    parseSourcifyMetadataBody,
    (given: unknown) => parseBuildInfo(given),
    (given: unknown) => parseMetadata(given, given),
  ];

  it('is read or refused as a request', () => {
    fc.assert(
      fc.property(fc.oneof(value, fc.dictionary(field, value)), (given) => {
        for (const parse of forms) problem(() => parse(given));
      }),
      { numRuns: 500 },
    );
  });
});

describe('control characters', () => {
  const form = { compiler: LONG, address: '0x1234', sourceFiles: { 'a.sol': { content: SOURCE } } };

  it.each([
    ['a licence', { license: 'MI\0T' }],
    ['the name of a file', { sourceFiles: { 'a\0.sol': { content: SOURCE } } }],
    ['a file', { sourceFiles: { 'a.sol': { content: `${SOURCE}\0` } } }],
  ])('are refused in %s', (_, change) => {
    expect(problem(() => parseFilfoxForm(form))).toBe('none');
    expect(problem(() => parseFilfoxForm({ ...form, ...change }))).toMatch(/^invalid/);
  });

  it.each(['a\u0007.sol:A', 'a.sol:A\0'])('are refused in a library: %j', (name) => {
    const settings = { libraries: { [name]: LIB } };
    expect(problem(() => parseStandardInput({ sources: { 'a.sol': SOURCE }, settings }))).toMatch(
      /^invalid/,
    );
  });

  const named: [string, (name: string) => unknown][] = [
    [
      'contractname',
      (contractname) =>
        parseEtherscanForm({
          contractaddress: '0x12',
          sourceCode: SOURCE,
          compilerversion: LONG,
          contractname,
        }),
    ],
    [
      'contractIdentifier of Sourcify',
      (contractIdentifier) =>
        parseSourcifyBody({
          stdJsonInput: { sources: { 'a.sol': SOURCE } },
          compilerVersion: LONG,
          contractIdentifier,
        }),
    ],
    [
      'contractIdentifier',
      (contractIdentifier) =>
        parseAnyRequest({
          sources: { 'a.sol': SOURCE },
          compilerVersion: LONG,
          contractIdentifier,
        }),
    ],
  ];
  it.each(named)('are refused in %s, as are long names', (_, parse) => {
    const of = (name: string) => problem(() => parse(name));
    expect(of(`${'a'.repeat(508)}.sol:${'A'.repeat(512)}`)).toBe('none');
    for (const name of ['a\0.sol:A', 'a.sol:A\n', 'a.sol:\u202eA', 'a.sol\u2066:A', '\u061cA'])
      expect(of(name)).toMatch(/^invalid contract/);
    for (const name of [`${'a'.repeat(513)}:A`, 'A'.repeat(513), `a.sol:${'A'.repeat(2_000)}`])
      expect(of(name)).toMatch(/^tooLarge contract/);
  });

  it('may stand in a file, but for NUL', () => {
    const content = `${SOURCE}\f\t`;
    expect(parseStandardInput({ sources: { 'a.sol': content } }).sources.get('a.sol')).toBe(
      content,
    );
  });
});
