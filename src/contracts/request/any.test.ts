import { describe, expect, it } from 'vitest';
import { parseAnyRequest } from './any.ts';
import { RequestError } from './error.ts';

const LONG = 'v0.8.17+commit.8df45f5f';
const SOURCE = 'contract A {}';
const sources = { 'a.sol': { content: SOURCE } };

describe('the form of a request', () => {
  it.each([
    ['/tools/verifyContract', { compiler: LONG, sourceFiles: sources }],
    ["Etherscan's", { compilerversion: LONG, contractaddress: '0x', sourceCode: SOURCE }],
    ["Sourcify's", { stdJsonInput: { sources }, compilerVersion: LONG, contractIdentifier: 'a' }],
    ['a build-info', { solcLongVersion: LONG.slice(1), input: { sources } }],
    ['a standard JSON input', { language: 'Solidity', sources, compilerVersion: LONG }],
    ['the same with a compiler', { language: 'Solidity', sources, compiler: LONG }],
    [
      'metadata.json',
      {
        compiler: { version: LONG.slice(1) },
        language: 'Solidity',
        output: {},
        settings: { compilationTarget: { 'a.sol': 'A' } },
        sources,
      },
    ],
    [
      'metadata with sources',
      {
        metadata: {
          compiler: { version: LONG.slice(1) },
          language: 'Solidity',
          settings: { compilationTarget: { 'a.sol': 'A' } },
          sources: { 'a.sol': { keccak256: '0x' } },
        },
        sources: { 'a.sol': SOURCE },
      },
    ],
  ])('is told: %s', (_, given) => {
    const request = parseAnyRequest(given);
    expect(request.compiler).toBe(LONG);
    expect([...request.input.sources.values()]).toEqual([SOURCE]);
  });

  it.each([
    ['noSources', { compiler: LONG }],
    ['compiler', { sources }],
    ['invalid', {}],
    ['invalid', null],
  ])('is refused as %s', (problem, given) => {
    expect(() => parseAnyRequest(given)).toThrow(expect.objectContaining({ problem }) as Error);
    expect(() => parseAnyRequest(given)).toThrow(RequestError);
  });
});
