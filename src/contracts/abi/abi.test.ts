/** What people type for a contract's functions, and what comes back. */
import fc from 'fast-check';
import { decodeFunctionData, encodeErrorResult, encodeFunctionResult, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import { encodeCall, decodeResult, revertOf } from './call.ts';
import { DraftError, readDraft, scaled, type Draft } from './draft.ts';
import { interfaceOf } from './interface.ts';

const ABI = parseAbi([
  'struct Point { int8 x; uint256[2] y; string note; }',
  'function set(uint8 a, Point p, Point[] more, bytes4 id, address to) payable',
  'function set(string a)',
  'function get(uint256) view returns (uint256 total, Point)',
  'function old() pure returns (bool)',
  'error TooMuch(uint256 wanted, address by)',
  'event Moved(address indexed from, Point to)',
  'receive() external payable',
  'constructor(uint256[] sizes)',
]);
const offered = interfaceOf(ABI);
const [set] = offered.writes;
const [get] = offered.reads;
const TO = '0xff00000000000000000000000000000000000064';

const problem = (type: string, draft: Draft): string => {
  try {
    readDraft({ type, name: '', indexed: false, components: [] }, draft);
    return 'none';
  } catch (error) {
    if (error instanceof DraftError) return `${error.problem} at ${error.path.join('.')}`;
    throw error;
  }
};
const value = (type: string, draft: Draft) =>
  readDraft({ type, name: '', indexed: false, components: [] }, draft);

describe('an ABI', () => {
  it('offers functions by what they change, overloads apart', () => {
    expect(offered.writes.map(({ canonical, mutability }) => [canonical, mutability])).toEqual([
      ['set(uint8,(int8,uint256[2],string),(int8,uint256[2],string)[],bytes4,address)', 'payable'],
      ['set(string)', 'nonpayable'],
    ]);
    expect(offered.reads.map(({ name }) => name)).toEqual(['get', 'old']);
    expect(offered.errors.map(({ canonical }) => canonical)).toEqual(['TooMuch(uint256,address)']);
    expect(offered.events[0]?.params.map(({ indexed }) => indexed)).toEqual([true, false]);
    expect(offered.constructorInputs.map(({ type }) => type)).toEqual(['uint256[]']);
    expect(offered.receives).toBe(true);
  });

  it('of the oldest compilers is understood, and nonsense left out', () => {
    const old = interfaceOf([
      { name: 'a', constant: true, inputs: [], outputs: [{ type: 'uint256' }] },
      { name: 'b', payable: true, inputs: [{ type: 'address' }] },
      { type: 'function', name: 'c', inputs: [{ type: 7 }] },
      null,
      'x',
      { type: 'fallback', payable: true },
    ]);
    expect(old.reads.map(({ canonical }) => canonical)).toEqual(['a()']);
    expect(old.writes.map(({ mutability }) => mutability)).toEqual(['payable']);
    expect(old.receives).toBe(true);
  });
});

describe('what is typed', () => {
  it('becomes the data of the call', () => {
    const point = [
      '-128',
      '[1, 115792089237316195423570985008687907853269984665640564039457584007913129639935]',
      'say "hi"',
    ];
    const data = encodeCall(set ?? never(), ['0xff', point, [point, point], '0x01020304', 'f0100']);
    const { args } = decodeFunctionData({ abi: ABI, data: to0x(data) as `0x${string}` });
    const shown = { x: -128, y: [1n, 2n ** 256n - 1n], note: 'say "hi"' };
    expect(args).toEqual([255, shown, [shown, shown], '0x01020304', expect.stringMatching(/^0x/)]);
    expect(String(args?.[4]).toLowerCase()).toBe(TO);
  });

  it('is refused with its place', () => {
    expect(problem('uint8', '256')).toBe('range at ');
    expect(problem('uint8', '-1')).toBe('range at ');
    expect(problem('int8', '-129')).toBe('range at ');
    expect(problem('uint256', '1e3')).toBe('integer at ');
    expect(problem('uint256', '1.5')).toBe('integer at ');
    expect(problem('uint256', '')).toBe('missing at ');
    expect(problem('bool', 'maybe')).toBe('bool at ');
    expect(problem('bytes', '0x123')).toBe('hex at ');
    expect(problem('bytes3', '0x1234')).toBe('length at ');
    expect(problem('address', '0x12')).toBe('address at ');
    expect(problem('address', 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za')).toBe(
      'notEthAddress at ',
    );
    expect(problem('uint8[2][]', '[[1,2],[3,4,5]]')).toBe('count at 1');
    expect(problem('uint8[]', '[1, {"a": 2}]')).toBe('list at 1');
    expect(problem('uint8[]', '[1, 300]')).toBe('range at 1');
    expect(problem('uint8[]', '1, 2')).toBe('list at ');
    expect(problem('uint8', ['1'])).toBe('list at ');
    expect(problem('fixed128x18', '1')).toBe('type at ');
    expect(problem('uint8'.padEnd(60, '[]'), '['.repeat(40) + ']'.repeat(40))).toMatch(
      /^(list|type) at/,
    );
  });

  it('keeps its digits and its text', () => {
    expect(value('uint256[]', '[90071992547409930001, "7", 0x]'.replace(', 0x', ''))).toEqual([
      90071992547409930001n,
      7n,
    ]);
    expect(value('string', '  spaced ')).toBe('  spaced ');
    expect(value('string[]', '["1, 2", "-3", "\\"4\\""]')).toEqual(['1, 2', '-3', '"4"']);
    expect(value('int256', '-1_000')).toBe(-1000n);
  });

  it('comes back as it was, whatever the integer', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 255n), 2n ** 255n - 1n), (integer) => {
        expect(value('int256[]', `[${integer}]`)).toEqual([integer]);
      }),
    );
  });

  it('never throws anything but its own error', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('uint8', 'uint8[2]', 'bool[]', 'bytes', 'address'),
        (text, type) => {
          expect(problem(type, text)).toBeTypeOf('string');
        },
      ),
    );
  });

  it('in a unit is exact', () => {
    expect(scaled('1.5', 18)).toBe(1_500_000_000_000_000_000n);
    expect(scaled('.000000000000000001', 18)).toBe(1n);
    expect(scaled('0.0000000000000000010', 18)).toBe(1n);
    expect(scaled('0.0000000000000000001', 18)).toBeNull();
    for (const text of ['', '.', '-1', '1e3', '1,5', 'x']) expect(scaled(text, 18)).toBeNull();
  });
});

describe('what comes back', () => {
  it('has names and types', () => {
    const point = { x: 3, y: [4n, 5n] as const, note: '<b>' };
    const data = encodeFunctionResult({ abi: ABI, functionName: 'get', result: [9n, point] });
    expect(decodeResult(get ?? never(), fromHex(data))).toEqual([
      { name: 'total', type: 'uint256', value: '9' },
      {
        name: '',
        type: '(int8,uint256[2],string)',
        value: { x: '3', y: ['4', '5'], note: '<b>' },
      },
    ]);
    expect(decodeResult(get ?? never(), new Uint8Array(3))).toBeNull();
  });

  it('tells the contract’s own errors, and what all contracts throw', () => {
    const own = encodeErrorResult({ abi: ABI, errorName: 'TooMuch', args: [7n, TO] });
    expect(revertOf(offered.errors, fromHex(own))).toMatchObject({
      kind: 'custom',
      text: 'TooMuch(uint256,address)',
      args: [{ name: 'wanted', value: '7' }, { name: 'by' }],
    });
    const panic = fromHex(`0x4e487b71${'11'.padStart(64, '0')}`);
    expect(revertOf(offered.errors, panic)).toMatchObject({ kind: 'panic', text: 'overflow' });
    expect(revertOf(offered.errors, new Uint8Array())).toMatchObject({ kind: 'none' });
  });
});

function never(): never {
  throw new Error('no function');
}
