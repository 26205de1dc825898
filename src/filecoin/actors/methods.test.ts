import { describe, expect, it } from 'vitest';
import { ACTOR_KINDS } from './kinds.ts';
import type { ActorKind } from './kinds.ts';
import { HOOKS, METHOD_TABLE } from './methodTable.ts';
import {
  findMethod,
  findMethods,
  frc42Number,
  INVOKE_CONTRACT,
  isPlainTransfer,
  methodFamily,
  methodId,
  methodName,
  methodsNamed,
} from './methods.ts';
import type { ActorMethod } from './methods.ts';
import { shapeOf } from './schemas/index.ts';

describe('FRC-42 numbers', () => {
  // Numbers as chains and the standard's own examples have them.
  it.each([
    ['InvokeEVM', 3844450837],
    ['Receive', 3726118371],
    ['MarketNotifyDeal', 4186741094],
    ['AuthenticateMessage', 2643134072],
    ['Transfer', 80475954],
    ['Mint', 116935346],
    ['WithdrawBalance', 2280458852],
    ['PublishStorageDeals', 2236929350],
    ['IsControllingAddress', 348244887],
    ['FRC46', 2233613279],
  ])('%s is %i', (name, number) => {
    expect(frc42Number(name)).toBe(number);
  });
});

/**
 * Methods that each kind dispatches by actors version, 8 to 19, hooks apart: counted in the sources of
 * the built-in actors. Of a multisig's, eight are those that only tools name.
 */
const DISPATCHED: Readonly<Record<ActorKind, readonly number[]>> = {
  account: [2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
  cron: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
  datacap: [0, 15, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16],
  eam: [0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
  ethaccount: [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  evm: [0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
  init: [2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
  multisig: [9, 9, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17],
  paymentchannel: [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
  placeholder: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  reward: [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
  storagemarket: [9, 9, 23, 23, 22, 24, 24, 24, 24, 24, 24, 24],
  storageminer: [27, 32, 48, 48, 48, 47, 47, 47, 49, 46, 49, 49],
  storagepower: [8, 8, 13, 13, 13, 13, 12, 12, 13, 13, 13, 13],
  system: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  verifiedregistry: [7, 10, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15],
};

function methodsOf(kind: ActorKind, version: number): ActorMethod[] {
  const { methods, exported = [] } = METHOD_TABLE[kind];
  const numbers = new Set([
    ...methods.map(([number]) => number),
    ...exported.map(([name]) => frc42Number(name)),
  ]);
  return [...numbers].flatMap((number) => findMethods(kind, number, version));
}

function hooksOf(kind: ActorKind, version: number): ActorMethod[] {
  const own = new Set(methodsOf(kind, version).map(({ number }) => number));
  return HOOKS.map(([name]) => frc42Number(name))
    .filter((number) => !own.has(number))
    .flatMap((number) => findMethods(kind, number, version));
}

describe('method names', () => {
  it.each([
    ['account', 0, undefined, 'Send'],
    ['storageminer', 5, undefined, 'SubmitWindowedPoSt'],
    ['storagemarket', 4, undefined, 'PublishStorageDeals'],
    ['storageminer', 16, undefined, 'WithdrawBalance (miner)'],
    ['storagemarket', 3, undefined, 'WithdrawBalance (market)'],
    ['storageminer', 2280458852, undefined, 'WithdrawBalanceExported (miner)'],
    ['storagemarket', 2280458852, undefined, 'WithdrawBalanceExported (market)'],
    ['datacap', 80475954, undefined, 'TransferExported'],
    ['storageminer', 1, undefined, 'Constructor (miner)'],
    ['multisig', 1, undefined, 'Constructor (multisig)'],
    ['eam', 4, undefined, 'CreateExternal'],
    ['evm', INVOKE_CONTRACT, undefined, 'InvokeContract'],
    ['ethaccount', INVOKE_CONTRACT, undefined, 'InvokeContract'],
    ['placeholder', INVOKE_CONTRACT, undefined, 'InvokeContract'],
    ['verifiedregistry', 3726118371, undefined, 'UniversalReceiverHook'],
    ['account', 2643134072, undefined, 'AuthenticateMessageExported'],
    ['account', 3, 9, 'AuthenticateMessage'],
    ['multisig', 77, undefined, 'Unknown (77)'],
    ['multisig', 2 ** 24 + 1, 11, 'Fallback'],
    ['multisig', 2 ** 24 + 1, 10, 'Unknown (16777217)'],
    ['multisig', 2 ** 24 - 1, 11, 'Unknown (16777215)'],
    ['multisig', INVOKE_CONTRACT, 10, 'Unknown (3844450837)'],
    ['multisig', INVOKE_CONTRACT, 11, 'InvokeContract'],
    ['multisig', 3726118371, 9, 'UniversalReceiverHook'],
    ['account', 2 ** 24, 10, 'Fallback'],
    ['account', 2n ** 64n - 1n, undefined, 'Fallback'],
    ['multisig', 2n ** 63n, 11, 'Fallback'],
    ['multisig', 2n ** 63n, 10, 'Unknown (9223372036854775808)'],
    ['storageminer', 2n ** 53n + 1n, undefined, 'Unknown (9007199254740993)'],
    ['evm', 1024, undefined, 'Fallback'],
    ['evm', 1023, undefined, 'Unknown (1023)'],
    ['storageminer', 6, 12, 'PreCommitSector'],
    ['storageminer', 6, 13, 'Unknown (6)'],
    ['storageminer', 14, 0, 'AddLockedFund'],
    ['storageminer', 14, 2, 'ApplyRewards'],
    ['storagemarket', 6, 11, 'ActivateDeals'],
    ['storagemarket', 6, undefined, 'BatchActivateDeals'],
    ['reward', 2280458852, undefined, 'Unknown (2280458852)'],
    ['cron', 2, undefined, 'EpochTick'],
  ] as const)('%s %s (version %s) is %s', (kind, number, version, name) => {
    expect(methodName(kind, number, version)).toBe(name);
  });

  it('of an actor of unknown kind are its numbers', () => {
    expect(methodName(null, 0)).toBe('Send');
    expect(methodName(null, 2n ** 64n - 1n)).toBe('Unknown (18446744073709551615)');
    expect(methodName(null, INVOKE_CONTRACT)).toBe('Unknown (3844450837)');
  });

  it('stand for one method of one kind each, hooks apart', () => {
    for (const kind of ACTOR_KINDS)
      for (const [number] of METHOD_TABLE[kind].methods)
        for (const method of findMethods(kind, number)) {
          const kinds = new Set(methodsNamed(method.display).map((other) => other.kind));
          expect([method.display, kinds.size]).toEqual([method.display, 1]);
        }
  });

  it('have an id each', () => {
    expect(methodId('Send')).toBe(-1159191952);
    expect(methodId('WithdrawBalance (miner)')).toBe(methodId('WithdrawBalance'));
    expect(methodId('WithdrawBalance (market)')).not.toBe(methodId('WithdrawBalance'));
    // A sender chose the number: both names have the same first four bytes.
    const chosen = methodId('Unknown (88262673)');
    expect(chosen).not.toBe(methodId('Constructor (account)'));
    expect(methodId('Unknown (88262673)')).toBe(chosen);
    const names = new Set(
      ACTOR_KINDS.flatMap((kind) => [
        ...METHOD_TABLE[kind].methods.flatMap(([number]) =>
          findMethods(kind, number).map(({ display }) => display),
        ),
        ...(METHOD_TABLE[kind].exported ?? []).map(([name]) => methodName(kind, frc42Number(name))),
      ]),
    );
    expect(new Set([...names].map(methodId)).size).toBe(names.size);
    expect(names.size).toBeGreaterThan(150);
  });

  it('never overlap within a version', () => {
    for (const kind of ACTOR_KINDS)
      for (let version = 0; version <= 19; version++)
        for (let number = 1; number < 40; number++)
          expect(findMethods(kind, number, version).length).toBeLessThan(2);
  });

  it('are as many as the dispatch tables of each actors version have', () => {
    const versions = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
    for (const kind of ACTOR_KINDS)
      expect([kind, ...versions.map((version) => methodsOf(kind, version).length)]).toEqual([
        kind,
        ...DISPATCHED[kind],
      ]);
  });

  it('all have a shape of params and return, and so have hooks', () => {
    for (const kind of ACTOR_KINDS)
      for (let version = 0; version <= 19; version++)
        for (const method of [...methodsOf(kind, version), ...hooksOf(kind, version)])
          expect([version, kind, method.name, shapeOf(method)]).not.toContain(null);
    expect(hooksOf('evm', 10).map(({ name }) => name)).toContain('InvokeContract');
  });

  it('have families', () => {
    expect(methodFamily('Send')).toBe('transfer');
    expect(methodFamily('InvokeContract')).toBe('contract');
    expect(methodFamily('CreateExternal')).toBe('contract');
    expect(methodFamily('Propose')).toBe('multisig');
    expect(methodFamily('Constructor (multisig)')).toBe('multisig');
    expect(methodFamily('PublishStorageDeals')).toBe('market');
    expect(methodFamily('TransferExported')).toBe('market');
    expect(methodFamily('SubmitWindowedPoSt')).toBe('proof');
    expect(methodFamily('ProveCommitSectors3')).toBe('proof');
    expect(methodFamily('WithdrawBalance')).toBe('other');
    expect(methodFamily('AwardBlockReward')).toBe('system');
    expect(methodFamily('CreateMiner')).toBe('system');
    expect(methodFamily('Unknown (77)')).toBe('other');
    expect(methodFamily('<script>')).toBe('other');
  });

  it('are found by kind, number and version', () => {
    expect(findMethod('storageminer', 36, 13)).toBeNull();
    expect(findMethod('storageminer', 36, 14)?.name).toBe('ProveCommitSectorsNI');
    expect(findMethod('datacap', 80475954, 9)).toBeNull();
  });
});

it('value without call data to who runs no code is a transfer', () => {
  const sent = {
    kind: 'ethaccount',
    method: INVOKE_CONTRACT,
    paramsLength: 0,
    value: '7',
  } as const;
  expect(isPlainTransfer(sent)).toBe(true);
  expect(isPlainTransfer({ ...sent, kind: 'placeholder' })).toBe(true);
  for (const other of [
    { kind: 'evm' as const },
    { kind: null },
    { method: 0 },
    { paramsLength: 4 },
    { value: '0' },
  ])
    expect(isPlainTransfer({ ...sent, ...other }), JSON.stringify(other)).toBe(false);
});
