import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toEventSelector, toFunctionSelector } from 'viem';
import { compileSources } from '../testing/solc.ts';
import { guessInterface } from './guess.ts';

const SOURCE = `
contract A {
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Unheard(uint indexed a, string b);
  mapping(address => uint) public held;
  bytes32 constant ROLE = keccak256("not an event");
  function transfer(address to, uint value) external returns (bool) {
    held[msg.sender] -= value; held[to] += value;
    emit Transfer(msg.sender, to, value); return true;
  }
  function unheard(uint a, string calldata b) external { emit Unheard(a, b); }
  function role() external pure returns (bytes32) { return ROLE; }
  function balanceOf(address, uint id) external pure returns (uint) { return id; }
  function one() external {} function two() external {} function three() external {}
}`;
const FUNCTIONS = [
  'held(address)',
  'transfer(address,uint256)',
  'unheard(uint256,string)',
  'role()',
  // Its selector begins with a zero: it is pushed in three bytes.
  'balanceOf(address,uint256)',
  'one()',
  'two()',
  'three()',
].map((signature) => toFunctionSelector(signature));
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const UNHEARD = toEventSelector('Unheard(uint256,string)');

function deployed(settings: object): Uint8Array {
  const { compilation } = compileSources({ 'a.sol': SOURCE }, settings);
  return compilation.contracts[0]?.deployed.bytes ?? new Uint8Array();
}

describe('functions and events out of code', () => {
  it.each([
    {},
    { optimizer: { enabled: true, runs: 200 } },
    { optimizer: { enabled: true, runs: 1 } },
    { optimizer: { enabled: true, runs: 200 }, viaIR: true },
    { viaIR: true },
    { evmVersion: 'homestead' },
  ])('are all found with %j', (settings) => {
    const { functions, events } = guessInterface(deployed(settings));
    expect(new Set(functions.map(({ hash }) => hash))).toEqual(new Set(FUNCTIONS));
    expect(new Set(events.map(({ hash }) => hash))).toEqual(new Set([TRANSFER, UNHEARD]));
    const transfer = functions.find(({ hash }) => hash === '0xa9059cbb');
    expect(transfer?.signatures).toEqual(['transfer(address,uint256)']);
  });

  it('are called by verified ABIs first, and by all that collide', () => {
    const known = (hash: string) => (hash === '0xa9059cbb' ? ['many_msg_babbage(bytes1)'] : []);
    const { functions } = guessInterface(deployed({}), known);
    expect(functions.find(({ hash }) => hash === '0xa9059cbb')?.signatures).toEqual([
      'many_msg_babbage(bytes1)',
      'transfer(address,uint256)',
    ]);
    expect(functions.find(({ hash }) => hash === FUNCTIONS[3])?.signatures).toEqual([]);
  });

  it('are read out of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (code) => {
        for (const { hash } of guessInterface(code).functions)
          expect(hash).toMatch(/^0x[0-9a-f]{8}$/);
      }),
    );
  });
});
