/** Requests of all shapes, and names with characters that control what is shown. */
import { LIB, LONG, problem, SOURCE } from '../testing/request.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnyRequest } from './any.ts';
import { parseBuildInfo } from './buildInfo.ts';
import { parseEtherscanForm } from './etherscan.ts';
import { parseFilfoxForm } from './filfox.ts';
import { parseStandardInput } from './input.ts';
import { parseMetadata } from './metadata.ts';
import { parseSourcifyBody, parseSourcifyMetadataBody } from './standard.ts';

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
      { numRuns: 500, examples: [[{ address: { length: { toString: null, valueOf: null } } }]] },
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
