/** Errors of nodes, as Lotus, Forest and development nodes word them. */
import { encodeErrorResult, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { failureOf } from './calls.ts';
import { NodeSilent, refusalIn } from './node.ts';

const reason = encodeErrorResult({
  abi: parseAbi(['error Error(string reason)']),
  errorName: 'Error',
  args: ['no more'],
});
const outcome = (error: object) => failureOf([], refusalIn({ jsonrpc: '2.0', id: 1, error }));

it.each([
  ['Lotus', { code: 3, message: 'message execution failed (exit=[33])', data: reason }],
  [
    'Lotus in words',
    {
      code: 1,
      message: `message execution failed: exit SysErrContractReverted(33), revert reason: ${reason}, vm error: …`,
    },
  ],
  [
    'Lotus in brackets',
    { code: 11, message: `(exit=[SysErrContractReverted(33)], revert reason=[${reason}])` },
  ],
  ['a development node', { code: -32603, message: 'VM Exception', data: { data: reason } }],
])('a revert of %s has its reason', (_name, error) => {
  expect(outcome(error)).toMatchObject({
    kind: 'revert',
    revert: { kind: 'error', text: 'no more' },
  });
});

const reasons: readonly [string, object][] = [
  ['Error(no more)', { kind: 'error', text: 'no more' }],
  ['Error(1) of [2], (3))', { kind: 'error', text: '1) of [2], (3)' }],
  ['Error(f(x)] of (y)])', { kind: 'error', text: 'f(x)] of (y)]' }],
  [`Error(${'é'.repeat(40)})`, { kind: 'error', text: 'é'.repeat(40) }],
  ['Error(two\nlines)', { kind: 'error', text: 'two\nlines' }],
  ['Error()', { kind: 'error', text: '' }],
  ['Assert()', { kind: 'panic', text: 'assert' }],
  ['Panic()', { kind: 'panic', text: 'generic' }],
  ['ArithmeticOverflow()', { kind: 'panic', text: 'overflow' }],
  ['DivideByZero()', { kind: 'panic', text: 'division-by-zero' }],
  ['InvalidEnumVariant()', { kind: 'panic', text: 'bad-enum' }],
  ['InvalidStorageArray()', { kind: 'panic', text: 'bad-storage' }],
  ['PopEmptyArray()', { kind: 'panic', text: 'empty-pop' }],
  ['ArrayIndexOutOfBounds()', { kind: 'panic', text: 'out-of-bounds' }],
  ['OutOfMemory()', { kind: 'panic', text: 'out-of-memory' }],
  ['CalledUninitializedFunction()', { kind: 'panic', text: 'bad-function' }],
  ['Panic(0x32)', { kind: 'panic', text: 'out-of-bounds' }],
  ['Panic(0x99)', { kind: 'panic', text: 'unknown' }],
  ['none', { kind: 'none' }],
  ['NoPanic()', { kind: 'none' }],
  ['Other(0x12)', { kind: 'none' }],
  ['constructor()', { kind: 'none' }],
];

it.each(reasons)('a reason that is told as %s is one', (words, revert) => {
  for (const message of [
    `message execution failed: exit 33, revert reason: ${words}, vm error: message failed with backtrace: …`,
    `message execution failed (exit=[33], revert reason=[${words}], vm error=[message failed with backtrace: …])`,
    `message execution failed (exit=[33], revert reason=[${words}])`,
  ])
    expect(outcome({ code: 1, message }), message).toMatchObject({ kind: 'revert', revert });
});

it('a revert without data has none', () => {
  expect(outcome({ code: 3, message: 'execution reverted', data: '0x' })).toMatchObject({
    kind: 'revert',
    revert: { kind: 'none' },
  });
});

it('what is no revert is told as it is', () => {
  expect(outcome({ code: 1, message: 'not recorded: eth_call of these parameters' })).toEqual({
    kind: 'notRecorded',
  });
  expect(outcome({ code: 1, message: "not recorded: eth_call below the recording's end" })).toEqual(
    {
      kind: 'onlyAtEnd',
    },
  );
  expect(outcome({ code: -32005, message: 'too many calls are under way' })).toEqual({
    kind: 'refused',
    text: 'too many calls are under way',
  });
  expect(failureOf([], new NodeSilent('x'))).toEqual({ kind: 'silent' });
  expect(refusalIn({ jsonrpc: '2.0', id: 1, result: '0x' })).toBeNull();
  expect(refusalIn(null)).toBeNull();
  expect(() => failureOf([], new TypeError('a mistake'))).toThrow(TypeError);
  expect(
    to0x(refusalIn({ error: { code: 3, message: '', data: '0x01' } })?.data ?? new Uint8Array()),
  ).toBe('0x01');
});
