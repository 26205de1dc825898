import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionsOf } from './definitions.ts';
import { scan } from './scan.ts';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import {Ownable as Owned} from "./Ownable.sol";
type Price is uint256;
error TooMuch(uint256 wanted);
uint256 constant LIMIT = 7;
/* contract Hidden { function nothing() } */
function free(uint256 a) pure returns (uint256) { return a; }
abstract contract Vault is Owned(msg.sender), IVault {
    struct Share { address owner; uint256 amount; }
    enum State { Open, Closed }
    mapping(address owner => uint256) public balances;
    string private constant NAME = "contract Fake {";
    mapping(uint256 => function(uint256) external) handlers;
    event Put(address indexed who);
    modifier onlyOpen() { require(state == State.Open, '}'); _; }
    State public state = State.Open;
    constructor() { uint256 local = 1; }
    function put(uint256 amount)
        external onlyOpen
    { assembly { function inner() -> r { r := 1 } } emit Put(msg.sender); }
}
library Maths { function max(uint a, uint b) internal pure returns (uint) {} }
`;

describe('definitions', () => {
  const { definitions, scopes } = definitionsOf('Vault.sol', SOURCE);
  it('are told with their line and contract', () => {
    expect(
      definitions.map(({ kind, name, line, within }) => [kind, name, line, within ?? '']),
    ).toEqual([
      ['type', 'Price', 4, ''],
      ['error', 'TooMuch', 5, ''],
      ['variable', 'LIMIT', 6, ''],
      ['function', 'free', 8, ''],
      ['contract', 'Vault', 9, ''],
      ['struct', 'Share', 10, 'Vault'],
      ['enum', 'State', 11, 'Vault'],
      ['variable', 'balances', 12, 'Vault'],
      ['variable', 'NAME', 13, 'Vault'],
      ['variable', 'handlers', 14, 'Vault'],
      ['event', 'Put', 15, 'Vault'],
      ['modifier', 'onlyOpen', 16, 'Vault'],
      ['variable', 'state', 17, 'Vault'],
      ['function', 'put', 19, 'Vault'],
      ['contract', 'Maths', 23, ''],
      ['function', 'max', 23, 'Maths'],
    ]);
  });
  it('know the contracts’ lines and bases', () => {
    expect(scopes).toEqual([
      { name: 'Vault', bases: ['Owned', 'IVault'], from: 9, to: 22 },
      { name: 'Maths', bases: [], from: 23, to: 23 },
    ]);
  });
  it('bear what is no Solidity', () => {
    for (const text of ['contract', 'contract A {', '}}}}', 'struct S {{', '/*', '"', 'is is is {'])
      expect(definitionsOf('x', text).definitions.length).toBeLessThan(2);
  });
});

describe('a scan', () => {
  it('leaves out nothing of a source', () => {
    const pieces = fc.constantFrom(
      '/*',
      '*/',
      '//',
      '"',
      "'",
      '\\',
      '\n',
      'a',
      '{',
      '=>',
      '0x',
      '1.',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        const source = parts.join('');
        expect([...scan(source)].map(({ text }) => text).join('')).toBe(source);
      }),
    );
  });
  it('tells comments for readers from others', () => {
    const kinds = [...scan('/** a */ /* b */ /// c\n// d\n/**/')];
    expect(kinds.filter(({ kind }) => kind !== 'space').map(({ kind }) => kind)).toEqual([
      'doc',
      'comment',
      'doc',
      'comment',
      'comment',
    ]);
  });
});
