import { describe, expect, it } from 'vitest';
import { linksFrom, visibleFiles, type Use } from './links.ts';

const files = new Map([
  [
    'src/Vault.sol',
    [
      'import {Base} from "./Base.sol";',
      "import '@lib/Maths.sol';",
      'contract Vault is Base {',
      '  IToken token;',
      '  function put(uint256 owner) external onlyOwner {',
      '    helper(); Maths.max(1, 2); token.transfer(a); token.mint(b); Maths.Pair memory pair;',
      '  }',
      '  function helper() internal {}',
      '}',
    ].join('\n'),
  ],
  [
    'src/Base.sol',
    [
      'contract Base {',
      '  modifier onlyOwner() { _; }',
      '  function owner() public {}',
      '  function put(uint256) external virtual {}',
      '}',
      'interface IToken { function transfer(address) external; function mint(address) external; }',
      'contract Token { function transfer(address) external {} }',
    ].join('\n'),
  ],
  [
    'vendor/lib/Maths.sol',
    'library Maths {\n  struct Pair { uint a; }\n  function max(uint a, uint b) internal {}\n}',
  ],
  ['src/Other.sol', 'contract Other { function helper() public {} }'],
]);
const set = { files, remappings: ['@lib/=vendor/lib/'] };
const links = linksFrom(set, 'src/Vault.sol');
const at = (name: string, use: Partial<Use> = {}) => {
  const place = links.placeOf({
    file: 'src/Vault.sol',
    line: 6,
    of: null,
    called: false,
    name,
    ...use,
  });
  return place && `${place.file}:${place.line}`;
};

describe('links of a source', () => {
  it('see what is imported, through remappings', () => {
    expect(visibleFiles(set, 'src/Vault.sol')).toEqual([
      'src/Vault.sol',
      'src/Base.sol',
      'vendor/lib/Maths.sol',
    ]);
    expect(links.imported('src/Vault.sol', '@lib/Maths.sol')).toBe('vendor/lib/Maths.sol');
    expect(links.imported('src/Vault.sol', './Missing.sol')).toBeNull();
    expect(links.imported('src/Vault.sol', 'https://x.example/a.sol')).toBeNull();
  });
  it('lead to definitions of the contract, of its bases, of libraries', () => {
    expect(at('helper', { called: true })).toBe('src/Vault.sol:8');
    expect(at('onlyOwner')).toBe('src/Base.sol:2');
    expect(at('Base')).toBe('src/Base.sol:1');
    expect(at('max', { of: 'Maths', called: true })).toBe('vendor/lib/Maths.sol:3');
    expect(at('Pair', { of: 'Maths' })).toBe('vendor/lib/Maths.sol:2');
    expect(at('put', { of: 'super', called: true })).toBe('src/Base.sol:4');
  });
  it('lead nowhere when it is not certain', () => {
    expect(at('owner')).toBeNull();
    expect(at('transfer', { of: 'token', called: true })).toBeNull();
    expect(at('mint', { of: 'token', called: true })).toBe('src/Base.sol:6');
    expect(at('sender', { of: 'msg' })).toBeNull();
    expect(at('Other')).toBeNull();
    expect(at('helper', { called: true, line: 8 })).toBeNull();
  });
  it('find where a function of the ABI is written', () => {
    const vault = { file: 'src/Vault.sol', line: 3, name: 'Vault' };
    expect(links.memberOf(vault, 'owner')).toMatchObject({ file: 'src/Base.sol', line: 3 });
    expect(links.memberOf(vault, 'constructor')).toBeNull();
  });
  it('bear imports in a ring and names of objects', () => {
    const ring = new Map([
      ['a', 'import "b"; contract A is B {}'],
      ['b', 'import "a"; contract B is A { function toString() public {} }'],
    ]);
    const { placeOf } = linksFrom({ files: ring, remappings: [] }, 'a');
    const use = { file: 'a', line: 1, of: null, called: true };
    expect(placeOf({ ...use, name: 'toString' })).toMatchObject({ file: 'b' });
    expect(placeOf({ ...use, name: '__proto__' })).toBeNull();
  });
});
