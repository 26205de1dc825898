import { describe, expect, it } from 'vitest';
import { compileSources } from '../testing/solc.ts';
import { matchCreation } from './creation.ts';
import { ofFirstFile, retries } from './retry.ts';

const SOURCES = {
  'a.sol': 'import "./b.sol"; contract A is B {}',
  'b.sol': 'contract B { uint public x; }',
};

function chain(settings: object): Uint8Array {
  const { compilation } = compileSources(SOURCES, settings);
  return compilation.contracts.find(({ name }) => name === 'A')?.creation.bytes ?? new Uint8Array();
}

describe('what is compiled again', () => {
  const { request, compilation } = compileSources({ ...SOURCES, 'c.sol': 'contract C {}' });
  const nearest = compilation.contracts.find(({ name }) => name === 'A') ?? null;

  it('has the metadata hashed as the chain has them', () => {
    for (const metadata of [
      { bytecodeHash: 'none' },
      { bytecodeHash: 'bzzr1' },
      { appendCBOR: false },
    ]) {
      const code = chain({ metadata });
      const [again] = retries(request, code, null);
      expect(again?.input.settings.metadata).toEqual(metadata);
      const compiled = compileSources(SOURCES, { metadata });
      expect(matchCreation(compiled.compilation, again ?? request, code)).toHaveProperty('match');
    }
    expect(retries(request, chain({}), null)).toEqual([]);
  });

  it('leaves what the request says', () => {
    const told = compileSources(SOURCES, { metadata: { bytecodeHash: 'ipfs' } }).request;
    expect(retries(told, chain({ metadata: { bytecodeHash: 'none' } }), null)).toEqual([]);
  });

  it('leaves out files that the nearest contract does not need', () => {
    const [again] = retries(request, chain({}), nearest);
    expect([...(again?.input.sources.keys() ?? [])]).toEqual(['a.sol', 'b.sol']);
    expect(again?.target).toEqual({ file: 'a.sol', name: 'A' });
  });
});

it('of a project without a name the first file goes first, unless it needs all others', () => {
  const { request } = compileSources({ ...SOURCES, 'c.sol': 'contract C {}' });
  const unnamed = { ...request, target: { file: null, name: null } };
  expect(ofFirstFile(unnamed)).toEqual({ ...unnamed, target: { file: 'a.sol', name: null } });
  expect(ofFirstFile({ ...unnamed, target: { file: 'b.sol', name: null } })).toBeNull();
  const whole = { ...compileSources(SOURCES).request, target: unnamed.target };
  expect(ofFirstFile(whole)).toBeNull();
});
