import { expect, it } from 'vitest';
import { causeText } from './words.ts';
import type { Cause } from './explain.ts';

it('every cause has words of its own', () => {
  const causes: Cause[] = [
    { kind: 'nothingCompiled' },
    { kind: 'noSuchContract' },
    { kind: 'otherContract', file: 'a.sol', name: 'A' },
    { kind: 'constructorArguments', fault: 'notAsGiven' },
    { kind: 'constructorArguments', fault: 'notOfTypes' },
    { kind: 'library', name: 'L', address: null },
    { kind: 'library', name: 'L', address: '0x12' },
    { kind: 'compilerVersion', chain: null },
    { kind: 'compilerVersion', chain: '0.8.19' },
    { kind: 'metadataHash', chain: 'absent' },
    { kind: 'metadataHash', chain: 'none' },
    { kind: 'evmVersion', chain: 'shanghai' },
    { kind: 'viaIR', chain: true },
    { kind: 'viaIR', chain: false },
    { kind: 'optimizer', chain: true },
    { kind: 'optimizer', chain: false },
    { kind: 'runs' },
    { kind: 'immutable' },
    { kind: 'source' },
    { kind: 'otherContract', file: 'a.sol', name: 'A', address: '0x12' },
    { kind: 'otherContract', file: 'a.sol', name: 'A', address: '0x12', role: 'facet' },
    { kind: 'otherContract', file: 'a.sol', name: 'A', address: '0x12', now: true },
    { kind: 'otherContract', file: 'a.sol', name: 'A', address: '0x12', role: 'facet', now: true },
    { kind: 'proxy', address: '0x12', name: null },
    { kind: 'proxy', address: '0x12', name: 'A' },
    { kind: 'source', address: '0x12' },
    { kind: 'source', facets: 3 },
  ];
  const texts = causes.map(causeText);
  expect(new Set(texts).size).toBe(causes.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
});
