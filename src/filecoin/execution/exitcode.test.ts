import { describe, expect, it } from 'vitest';
import { exitCodeKey, exitCodeName } from './exitcode.ts';

describe('exit codes', () => {
  it.each([
    [0, 'OK', 'exit.0'],
    [7, 'SysErrOutOfGas', 'exit.7'],
    [9, 'SysErrorIllegalActor', 'exit.9'],
    [22, 'SysErrInvalidMethod', 'exit.22'],
    [33, 'SysErrContractReverted', 'exit.33'],
    [1000, 'ErrPlaceholder', 'exit.1000'],
    [24, '24', 'exit.actor'],
    [12, '12', 'exit.unknown'],
    [-1, '-1', 'exit.unknown'],
  ])('names %d %s', (code, name, key) => {
    expect(exitCodeName(code)).toBe(name);
    expect(exitCodeKey(code)).toBe(key);
  });
});
