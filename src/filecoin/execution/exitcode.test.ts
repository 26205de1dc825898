import { describe, expect, it } from 'vitest';
import { methodName } from '../actors/methods.ts';
import { kindOfCode } from '../actors/kinds.ts';
import { exitCodeKey, exitCodeName, type ExitContext } from './exitcode.ts';

const OLD: ExitContext = { networkVersion: 15 };
const NEW: ExitContext = { networkVersion: 16 };

describe('exit codes', () => {
  it.each<[number | bigint | string, ExitContext, string, string]>([
    [0, {}, 'OK', 'exit.OK'],
    [7, OLD, 'SysErrOutOfGas', 'exit.SysErrOutOfGas'],
    [7, NEW, 'SysErrOutOfGas', 'exit.SysErrOutOfGas'],
    [3, OLD, 'SysErrInvalidMethod', 'exit.SysErrInvalidMethod'],
    [3, NEW, '3', 'exit.unknown'],
    [4, OLD, 'SysErrInvalidParameters', 'exit.SysErrInvalidParameters'],
    [4, NEW, 'SysErrIllegalInstruction', 'exit.SysErrIllegalInstruction'],
    [9, OLD, 'SysErrorIllegalActor', 'exit.SysErrorIllegalActor'],
    [9, NEW, 'SysErrIllegalExitCode', 'exit.SysErrIllegalExitCode'],
    [10, OLD, 'SysErrorIllegalArgument', 'exit.SysErrorIllegalArgument'],
    [10, NEW, 'SysErrAssertionFailed', 'exit.SysErrAssertionFailed'],
    [11, NEW, 'SysErrMissingReturn', 'exit.SysErrMissingReturn'],
    [22, OLD, 'SysErrInvalidMethod', 'exit.SysErrInvalidMethod'],
    [22, {}, 'ErrUnhandledMessage', 'exit.ErrUnhandledMessage'],
    [23, NEW, 'ErrUnspecified', 'exit.ErrUnspecified'],
    [24, NEW, 'ErrAssertionFailed', 'exit.ErrAssertionFailed'],
    [24, OLD, '24', 'exit.actor'],
    [25, NEW, 'ErrReadOnly', 'exit.ErrReadOnly'],
    [26, NEW, 'ErrNotPayable', 'exit.ErrNotPayable'],
    [32, { kind: 'storagepower' }, 'ErrTooManyProveCommits', 'exit.ErrTooManyProveCommits'],
    [
      32,
      { ...OLD, kind: 'paymentchannel' },
      'ErrChannelStateUpdateAfterSettled',
      'exit.ErrChannelStateUpdateAfterSettled',
    ],
    [32, { kind: 'multisig' }, '32', 'exit.actor'],
    [33, {}, 'SysErrContractReverted', 'exit.SysErrContractReverted'],
    [33, { ...NEW, kind: 'evm' }, 'SysErrContractReverted', 'exit.SysErrContractReverted'],
    [33, { ...NEW, kind: 'account' }, '33', 'exit.actor'],
    [39, { kind: 'evm' }, 'EvmContractBadJumpdest', 'exit.EvmContractBadJumpdest'],
    [34, { kind: 'storageminer' }, '34', 'exit.actor'],
    [1000, OLD, 'ErrPlaceholder', 'exit.ErrPlaceholder'],
    [1000, NEW, '1000', 'exit.actor'],
    [1004, { kind: 'storageminer' }, 'ErrNotificationRejected', 'exit.ErrNotificationRejected'],
    [12, {}, '12', 'exit.unknown'],
    [-1, {}, '-1', 'exit.unknown'],
    [2n ** 63n - 1n, {}, '9223372036854775807', 'exit.actor'],
    ['-9223372036854775808', {}, '-9223372036854775808', 'exit.unknown'],
  ])('names %s of %o %s', (code, context, name, key) => {
    expect(exitCodeName(code, context)).toBe(name);
    expect(exitCodeKey(name)).toBe(key);
  });
});

it('a method that the first power actor had is named by it alone', () => {
  const first = kindOfCode('bafkqaetgnfwc6mjpon2g64tbm5sxa33xmvza');
  expect(first).toEqual({ kind: 'storagepower', version: 0 });
  expect([0, 2].map((version) => methodName('storagepower', 7, version))).toEqual([
    'OnConsensusFault',
    'Unknown (7)',
  ]);
});
