import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAbiParameters, hexToBytes } from 'viem';
import { concatBytes } from '#filecoin/encoding/bytes.ts';
import { trailerAt } from '../code/trailer.ts';
import { compileSources } from '../testing/solc.ts';
import { matchCreation } from './creation.ts';
import { matchDeployed } from './deployed.ts';
import type { CompiledContract } from './output.ts';

const SOURCE = `
library Sums { function twice(uint a) public pure returns (uint) { return a * 2; } }
contract Leaf { uint public x = 3; }
contract Tree {
  string public name;
  uint immutable size;
  address immutable maker;
  constructor(string memory n, uint[] memory sizes) { name = n; size = sizes.length; maker = msg.sender; }
  function grow() external returns (address) { return address(new Leaf()); }
  function four() external pure returns (uint) { return Sums.twice(2); }
  function twice() external view returns (uint, address) { return (Sums.twice(size) + size, maker); }
}`;
const { request, compilation } = compileSources({ 'a.sol': SOURCE });
const LIBRARY = new Uint8Array(20).fill(0x77);
const ARGUMENTS = hexToBytes(
  encodeAbiParameters([{ type: 'string' }, { type: 'uint256[]' }], ['Ænglisc', [1n, 2n, 3n]]),
);

function contract(name: string): CompiledContract {
  const found = compilation.contracts.find((each) => each.name === name);
  if (!found) throw new Error(`no contract ${name}`);
  return found;
}
const tree = contract('Tree');

/** Init code as a deployment makes it. */
function linked(address = LIBRARY): Uint8Array {
  const code = tree.creation.bytes.slice();
  for (const { at } of tree.creation.links) code.set(address, at);
  return concatBytes(code, ARGUMENTS);
}

/** Deployed code with immutables: each of them bytes of its own. */
function running(): Uint8Array {
  const code = tree.deployed.bytes.slice();
  const ids = [...new Set(tree.deployed.immutables.map(({ id }) => id))];
  for (const { at, length, id } of tree.deployed.immutables)
    code.fill(ids.indexOf(id) + 1, at, at + length);
  for (const { at } of tree.deployed.links) code.set(LIBRARY, at);
  return code;
}

const byCreation = (code: Uint8Array, change: Partial<typeof request> = {}) =>
  matchCreation(compilation, { ...request, ...change }, code);

/** Places in code that a compiler's trailers or holes take. */
function freeOf(code: CompiledContract['creation'], deployed: boolean): Set<number> {
  const free = new Set<number>();
  for (let at = 1; at <= code.bytes.length; at++) {
    const trailer = trailerAt(code.bytes, at);
    if (trailer) for (let i = trailer.start; i < trailer.end; i++) free.add(i);
  }
  for (const { at } of code.links) for (let i = 0; i < 20; i++) free.add(at + i);
  if (deployed)
    for (const { at, length } of code.immutables) for (let i = 0; i < length; i++) free.add(at + i);
  return free;
}

describe('init code', () => {
  it('is split from its arguments, which are decoded, and linked as the chain has it', () => {
    const outcome = byCreation(linked());
    expect(outcome).toMatchObject({
      match: {
        contract: { name: 'Tree' },
        kind: 'full',
        codeLength: tree.creation.bytes.length,
        constructorArguments: ARGUMENTS,
        libraries: [{ file: 'a.sol', name: 'Sums', address: LIBRARY }],
      },
    });
    expect('match' in outcome && outcome.match.arguments).toEqual([
      { name: 'n', type: 'string', value: 'Ænglisc' },
      { name: 'sizes', type: 'uint256[]', value: ['1', '2', '3'] },
    ]);
  });

  it('has to have the arguments and libraries that were given', () => {
    expect(byCreation(linked(), { constructorArguments: ARGUMENTS })).toHaveProperty('match');
    expect(byCreation(linked(), { constructorArguments: Uint8Array.of(1) })).toMatchObject({
      mismatches: expect.arrayContaining([
        expect.objectContaining({ arguments: 'notAsGiven' }),
      ]) as unknown,
    });
    const settings = {
      ...request.input.settings,
      libraries: new Map([['elsewhere.sol', new Map([['Sums', `0x${'12'.repeat(20)}`]])]]),
    };
    const input = { ...request.input, settings };
    expect(byCreation(linked(), { input })).toHaveProperty('mismatches');
  });

  it('has no match with arguments cut off, longer or of other types', () => {
    const code = linked();
    for (const other of [
      code.subarray(0, code.length - 1),
      code.subarray(0, code.length - 32),
      concatBytes(code, new Uint8Array(32)),
      concatBytes(code, Uint8Array.of(0)),
      code.subarray(0, tree.creation.bytes.length),
    ])
      expect(byCreation(other)).toHaveProperty('mismatches');
    const leaf = contract('Leaf').creation.bytes;
    expect(byCreation(leaf)).toMatchObject({ match: { contract: { name: 'Leaf' }, kind: 'full' } });
    expect(byCreation(concatBytes(leaf, new Uint8Array(32)))).toHaveProperty('mismatches');
  });

  it('takes one address only for all places of a library', () => {
    const code = linked();
    const [first, second] = tree.creation.links;
    expect(second).toBeDefined();
    code[(first?.at ?? 0) + 3] = 0x78;
    expect(byCreation(code)).toHaveProperty('mismatches');
  });

  it('is of the contract that was asked for only', () => {
    const target = { file: 'a.sol', name: 'Leaf' };
    expect(byCreation(linked(), { target })).toHaveProperty('mismatches');
    expect(byCreation(linked(), { target: { file: 'b.sol', name: 'Tree' } })).toHaveProperty(
      'match',
    );
    expect(byCreation(linked(), { target: { file: null, name: 'Bush' } })).toEqual({
      mismatches: [],
    });
  });

  it('has no match with one bit changed, but for the hash of its metadata', () => {
    const code = linked();
    const free = freeOf(tree.creation, false);
    const bit = fc.record({
      at: fc.nat(tree.creation.bytes.length - 1),
      mask: fc.constantFrom(1, 2, 4, 8, 16, 32, 64, 128),
    });
    fc.assert(
      fc.property(bit, ({ at, mask }) => {
        const changed = code.slice();
        changed[at] = (changed[at] ?? 0) ^ mask;
        fc.pre(!free.has(at));
        return 'mismatches' in byCreation(changed);
      }),
      { numRuns: 400 },
    );
  });

  it('matches in part where only a hash of metadata differs, its own or one inside', () => {
    const code = tree.creation.bytes;
    const trailers = Array.from({ length: code.length }, (_, i) => trailerAt(code, i + 1)).filter(
      (trailer) => trailer !== null,
    );
    expect(trailers).toHaveLength(2);
    for (const { start } of trailers) {
      const changed = linked();
      // Behind the map's head, the key `ipfs` and the two heads of its value.
      changed[start + 12] = (changed[start + 12] ?? 0) ^ 255;
      expect(byCreation(changed)).toMatchObject({
        match: { kind: 'partial', metadata: 'different' },
      });
      const version = linked();
      const end = trailers.find((trailer) => trailer.start === start)?.end ?? 0;
      version[end - 3] = 22;
      expect(byCreation(version)).toHaveProperty('mismatches');
    }
  });
});

describe('deployed code', () => {
  it('is matched whatever its immutables, which are told', () => {
    const outcome = matchDeployed(compilation, request, running());
    expect(outcome).toMatchObject({ match: { contract: { name: 'Tree' }, kind: 'full' } });
    const values = 'match' in outcome ? outcome.match.immutables.map(({ value }) => value[31]) : [];
    expect(new Set(values)).toEqual(new Set([1, 2]));
  });

  it('has one value for an immutable, and nothing behind it', () => {
    const code = running();
    const places = tree.deployed.immutables;
    const twice = places.find(({ id }) => places.filter((place) => place.id === id).length > 1);
    code[twice?.at ?? 0] = 9;
    expect(matchDeployed(compilation, request, code)).toHaveProperty('mismatches');
    const longer = concatBytes(running(), Uint8Array.of(0));
    expect(matchDeployed(compilation, request, longer)).toHaveProperty('mismatches');
  });

  it("of a library has the library's own address in it", () => {
    const code = contract('Sums').deployed.bytes.slice();
    code.set(LIBRARY, 1);
    expect(matchDeployed(compilation, request, code)).toMatchObject({
      match: { contract: { name: 'Sums' }, immutables: [] },
    });
  });

  it('has no match with one bit changed', () => {
    const code = running();
    const free = freeOf(tree.deployed, true);
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.constantFrom(1, 8, 128), (at, mask) => {
        fc.pre(!free.has(at));
        const changed = code.slice();
        changed[at] = (changed[at] ?? 0) ^ mask;
        return 'mismatches' in matchDeployed(compilation, request, changed);
      }),
      { numRuns: 200 },
    );
  });
});

it('a constant that looks like a trailer is none', () => {
  const fake = `a264697066735822${'12'.repeat(34)}64736f6c63430008170033`;
  const source = `contract A { bytes public key; constructor() { key = hex"${fake}"; } }`;
  const { request, compilation } = compileSources({ 'a.sol': source });
  const code = compilation.contracts[0]?.creation;
  const at = (code?.hex.indexOf('12'.repeat(8)) ?? 0) / 2;
  expect(at).toBeGreaterThan(0);
  const changed = code?.bytes.slice() ?? new Uint8Array();
  expect(matchCreation(compilation, request, changed)).toHaveProperty('match');
  changed[at] = 0x13;
  expect(matchCreation(compilation, request, changed)).toHaveProperty('mismatches');
});
