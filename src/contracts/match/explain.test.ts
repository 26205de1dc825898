import { describe, expect, it } from 'vitest';
import { encodeAbiParameters, hexToBytes } from 'viem';
import { concatBytes } from '#filecoin/encoding/bytes.ts';
import { compilerErrors, notTheCode, verified } from '../answer.ts';
import { standardRequest } from '../request/standard.ts';
import { sourcesOf } from '../testing/demo.ts';
import { compile, compileSources, SOLC } from '../testing/solc.ts';
import { matchCreation, type CreationMismatch } from './creation.ts';
import { matchDeployed } from './deployed.ts';
import { explain } from './explain.ts';
import type { CompiledContract } from './output.ts';

const SOURCE = `
library Sums { function twice(uint a) public pure returns (uint) { return a * 2; } }
contract Leaf { uint public x = 3; function y() external pure returns (uint) { return 1; } }
contract Tree {
  mapping(address => uint) public balanceOf;
  mapping(address => mapping(address => uint)) public allowance;
  uint immutable size;
  constructor(uint s) { size = s; }
  function transfer(address to, uint value) external returns (bool) {
    balanceOf[msg.sender] -= value; balanceOf[to] += value; return true;
  }
  function approve(address who, uint value) external { allowance[msg.sender][who] = value; }
  function twice() external view returns (uint) { return Sums.twice(size) + size + size; }
}`;
const AT = `0x${'77'.repeat(20)}`;
const LIBRARIES = { 'a.sol': { Sums: AT } };
const ARGUMENT = hexToBytes(encodeAbiParameters([{ type: 'uint256' }], [5n]));

/** Init code of the tree as the settings make it. */
function chain(settings: object = {}, source = SOURCE): Uint8Array {
  const { compilation } = compileSources(
    { 'a.sol': source },
    { libraries: LIBRARIES, ...settings },
  );
  const tree = compilation.contracts.find(({ name }) => name === 'Tree');
  return concatBytes(tree?.creation.bytes ?? new Uint8Array(), ARGUMENT);
}

function explained(code: Uint8Array, settings: object = {}, change: object = {}) {
  const { compilation, request } = compileSources(
    { 'a.sol': SOURCE },
    { libraries: LIBRARIES, ...settings },
  );
  const changed = { ...request, ...change };
  const outcome = matchCreation(compilation, changed, code);
  if ('match' in outcome) throw new Error('a match');
  return explain(compilation, changed, code, outcome.mismatches);
}

const causes = (...all: Parameters<typeof explained>) =>
  explained(...all).causes.map((cause) => cause.kind);

it('of much code what agrees furthest is looked at, and what else there is room for', () => {
  const code = chain();
  const { compilation, request } = compileSources({ 'a.sol': SOURCE }, { libraries: LIBRARIES });
  const tree = compilation.contracts.find(({ name }) => name === 'Tree');
  if (!tree) throw new Error('no tree');
  const mismatch = (contract: CompiledContract, at: number): CreationMismatch => ({
    contract,
    difference: { at, why: 'code', same: false },
    arguments: null,
    library: null,
  });
  const zeros = (bytes: number, at: number) =>
    mismatch(
      { ...tree, name: 'Zeros', creation: { ...tree.creation, bytes: new Uint8Array(bytes) } },
      at,
    );
  const nearest = (other: CreationMismatch) =>
    explain(compilation, request, code, [other, mismatch(tree, 3)]).nearest?.name;
  expect(nearest(zeros(1 << 20, 9))).toBe('Tree');
  expect(nearest(zeros(1 << 21, 9))).toBe('Zeros');
  expect(nearest(zeros(1 << 21, 2))).toBe('Tree');
});

describe('what is told when nothing matches', () => {
  it('names the nearest contract and the first difference', () => {
    const code = chain();
    code[40] = (code[40] ?? 0) ^ 255;
    const { nearest, difference, likeness } = explained(code);
    expect(nearest?.name).toBe('Tree');
    expect(likeness).toBeGreaterThan(0.5);
    expect(difference).toMatchObject({ offset: 40, from: 24 });
    expect(difference?.wanted).not.toBe(difference?.got);
    expect(difference?.wanted.slice(0, 32)).toBe(difference?.got.slice(0, 32));
  });

  it('names the first difference where the chain’s code is the shorter one, too', () => {
    const code = chain({ optimizer: { enabled: true, runs: 200 } });
    const { difference } = explained(code);
    expect(difference?.offset).toBeLessThan(code.length / 2);
    const [wanted = '', got = ''] = [difference?.wanted, difference?.got];
    expect(wanted.slice(0, 32)).toBe(got.slice(0, 32));
    expect(wanted.slice(32, 34)).not.toBe(got.slice(32, 34));
    const cut = chain();
    expect(explained(cut.slice(0, 100)).difference).toMatchObject({ offset: 100 });
  });

  it('tells settings that left traces', () => {
    // The lengths of two sources that have nothing in common tell nothing of it.
    const other = 'contract Tree { constructor(uint) {} function other() external {} }';
    for (const optimizer of [{ enabled: true, runs: 200 }, { enabled: false }]) {
      const unlike = causes(chain({}, other), { optimizer });
      expect([unlike[0], unlike.includes('optimizer')]).toEqual(['source', false]);
    }
    expect(causes(chain({ optimizer: { enabled: true, runs: 200 } }))).toContain('optimizer');
    expect(explained(chain(), { optimizer: { enabled: true, runs: 200 } }).causes).toContainEqual({
      kind: 'optimizer',
      chain: false,
    });
    expect(explained(chain({ evmVersion: 'paris' })).causes).toContainEqual({
      kind: 'evmVersion',
      chain: 'constantinople',
    });
    expect(explained(chain(), { evmVersion: 'london' }).causes).toContainEqual({
      kind: 'evmVersion',
      chain: 'shanghai',
    });
    const optimised = { optimizer: { enabled: true, runs: 200 } };
    expect(explained(chain({ ...optimised, viaIR: true }), optimised).causes).toContainEqual({
      kind: 'viaIR',
      chain: true,
    });
    expect(causes(chain({ optimizer: { enabled: true, runs: 9999 } }), optimised)).toContain(
      'runs',
    );
    expect(explained(chain({ metadata: { bytecodeHash: 'none' } })).causes[0]).toEqual({
      kind: 'metadataHash',
      chain: 'none',
    });
    expect(explained(chain({ metadata: { appendCBOR: false } })).causes[0]).toEqual({
      kind: 'metadataHash',
      chain: 'absent',
    });
  });

  it("tells the compiler's version that the chain's code names", () => {
    const code = chain();
    const end = code.length - ARGUMENT.length;
    code[end - 3] = 19;
    expect(explained(code).causes[0]).toEqual({ kind: 'compilerVersion', chain: '0.8.19' });
  });

  it("tells a library's address", () => {
    const other = chain({ libraries: { 'a.sol': { Sums: `0x${'11'.repeat(20)}` } } });
    expect(explained(other).causes[0]).toEqual({
      kind: 'library',
      name: 'Sums',
      address: `0x${'11'.repeat(20)}`,
    });
    expect(explained(other, { libraries: { 'b.sol': { Sums: AT } } }).causes).toEqual([
      { kind: 'library', name: 'Sums', address: `0x${'11'.repeat(20)}` },
    ]);
  });

  it('tells arguments that are wrong, and a contract that is another', () => {
    expect(explained(concatBytes(chain(), Uint8Array.of(1))).causes).toEqual([
      { kind: 'constructorArguments', fault: 'notOfTypes' },
    ]);
    const given = { constructorArguments: Uint8Array.of(1) };
    expect(explained(chain(), {}, given).causes).toEqual([
      { kind: 'constructorArguments', fault: 'notAsGiven' },
    ]);
    expect(causes(chain(), {}, { target: { file: 'a.sol', name: 'Bush' } })).toEqual([
      'noSuchContract',
    ]);
    expect(explained(chain(), {}, { target: { file: 'a.sol', name: 'Leaf' } }).causes).toEqual([
      { kind: 'otherContract', file: 'a.sol', name: 'Tree' },
    ]);
  });

  it('tells other sources', () => {
    const source = 'contract Tree { constructor(uint) {} function other() external {} }';
    expect(causes(chain({}, source))[0]).toBe('source');
    const near = SOURCE.replace('+ size + size', '+ size');
    expect(causes(chain({}, near))).toEqual(['source']);
    // What differs in one place is not the optimizer's doing; what does all over may be.
    const optimised = (runs: number) => ({ optimizer: { enabled: true, runs } });
    expect(causes(chain(optimised(200), near), optimised(200))).toEqual(['source', 'runs']);
    expect(causes(chain(optimised(9999)), optimised(1))).toEqual(['runs', 'source']);
  });

  it('knows code made longer by many runs from what the optimizer never saw', () => {
    const compiled = (optimizer: object) =>
      compileSources(sourcesOf('Exchange.sol'), { optimizer, evmVersion: 'paris' });
    const request = compiled({ enabled: true, runs: 200 });
    const told = (optimizer: object) => {
      const { contracts } = compiled(optimizer).compilation;
      const factory = contracts.find(({ name }) => name === 'PoolFactory');
      const code = factory?.creation.bytes ?? new Uint8Array();
      const outcome = matchCreation(request.compilation, request.request, code);
      const mismatches = 'match' in outcome ? [] : outcome.mismatches;
      return explain(request.compilation, request.request, code, mismatches).causes;
    };
    expect(told({ enabled: true, runs: 1_000_000 })[0]).toEqual({ kind: 'runs' });
    expect(told({ enabled: true, runs: 1_000_000 })).toHaveLength(2);
    expect(told({ enabled: false })[0]).toEqual({ kind: 'optimizer', chain: false });
  });

  it('tells an immutable that has two values in deployed code', () => {
    const { compilation, request } = compileSources({ 'a.sol': SOURCE });
    const { deployed } = compilation.contracts.find(({ name }) => name === 'Tree') ?? {};
    const code = deployed?.bytes.slice() ?? new Uint8Array();
    code[(deployed?.immutables[0]?.at ?? 0) + 5] = 1;
    const outcome = matchDeployed(compilation, request, code);
    const mismatches = 'match' in outcome ? [] : outcome.mismatches;
    const { causes } = explain(compilation, request, code, mismatches, true);
    expect(causes.map(({ kind }) => kind)).toEqual(['immutable', 'source']);
  });

  it('says when there is nothing to compare', () => {
    const { compilation, request } = compileSources({ 'i.sol': 'interface I {}' });
    expect(explain(compilation, request, chain(), []).causes).toEqual([
      { kind: 'nothingCompiled' },
    ]);
  });
});

describe('answers', () => {
  it('have what was wanted and what was got', () => {
    const code = chain({ evmVersion: 'paris' });
    const answer = notTheCode(code, explained(code));
    expect(answer).toMatchObject({ success: false, errorCode: 4, contractName: 'Tree' });
    expect(answer.initCode).toMatch(/^0x60a06040/);
    expect(answer.byteCode).toMatch(/^0x60a06040/);
    expect(answer.errorMsg).toContain('another EVM version: try constantinople to paris.');
    expect(answer.errorMsg).toMatch(/Tree differs first at byte [0-9]+\.$/);
    const { compilation } = compileSources({ 'a.sol': SOURCE });
    const [leaf] = compilation.contracts;
    expect(leaf && verified(leaf, code)).toMatchObject({ success: true, errorCode: 0 });
  });

  it("have the compiler's errors", () => {
    const output = compile(standardRequest({ sources: { 'a.sol': 'contract A {' } }, SOLC));
    const answer = compilerErrors(output);
    expect(answer).toMatchObject({ success: false, errorCode: 7 });
    expect(answer?.errorMsg).toContain('ParserError');
    expect(
      compilerErrors(compile(standardRequest({ sources: { 'a.sol': SOURCE } }, SOLC))),
    ).toBeNull();
  });
});
