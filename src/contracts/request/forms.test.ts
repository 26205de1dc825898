import { LIB, LONG, problem, SOURCE } from '../testing/request.ts';
import { describe, expect, it } from 'vitest';
import { compilerInput } from './compilerInput.ts';
import { parseEtherscanForm } from './etherscan.ts';
import { parseFilfoxForm } from './filfox.ts';
import { parseSourcifyBody } from './standard.ts';

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
