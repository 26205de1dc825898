import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochToTimestamp, timestampToEpoch } from './epoch.ts';
import { NAMED_EXIT_CODES, exitCodeKey, exitCodeName } from './execution/exitcode.ts';

const MAINNET_GENESIS = 1598306400;

describe('epochs', () => {
  it('places the known mainnet tipset in time', () => {
    expect(epochToTimestamp(2907480, MAINNET_GENESIS)).toBe(1685530800);
    expect(timestampToEpoch(1685530800 + 29, MAINNET_GENESIS)).toBe(2907480);
    expect(timestampToEpoch(MAINNET_GENESIS - 1, MAINNET_GENESIS)).toBe(-1);
  });

  it('gives an epoch back for every second of it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(3), fc.integer({ min: 1, max: 60 }), (epoch, second, length) => {
        const at = epochToTimestamp(epoch, MAINNET_GENESIS, length) + (second % length);
        expect(timestampToEpoch(at, MAINNET_GENESIS, length)).toBe(epoch);
      }),
    );
  });
});

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

  it('knows 22 codes by name', () => {
    expect(NAMED_EXIT_CODES).toHaveLength(22);
  });
});
