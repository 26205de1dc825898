import { describe, expect, it } from 'vitest';
import { moodOf, saidOf, type SaidMessage } from './said.ts';
import { messageTo } from './testing/message.ts';
import { expectWords } from './testing/words.ts';

describe('saidOf', () => {
  it('tells value that moves and nothing else', () => {
    expect(saidOf(messageTo('account', { value: '7' }))).toEqual({
      action: 'transfer',
      places: { value: { kind: 'fil', value: '7' } },
    });
    expect(saidOf(messageTo(null, {})).action).toBe('sendNothing');
    const created = { type: 'create-account', address: 'f0200', value: '7' } as const;
    expect(saidOf(messageTo('account', { value: '7', details: [created] })).action).toBe('sendNew');
    const wallet = { method: 'InvokeContract', methodNumber: 3844450837, plainTransfer: true };
    expect(saidOf(messageTo('ethaccount', { ...wallet, value: '7' })).action).toBe('transfer');
  });

  it('tells by name what it cannot read, and what is ignored', () => {
    const unknown = { method: 'Unknown (77)', methodNumber: 77 };
    expect(saidOf(messageTo('account', unknown))).toEqual({
      action: 'callUnknown',
      places: { number: { kind: 'number', text: '77' } },
    });
    expect(saidOf(messageTo('account', { ...unknown, value: '5' })).action).toBe('callWith');
    const ignored = { method: 'Fallback', methodNumber: 2 ** 24 };
    expect(saidOf(messageTo('multisig', ignored)).action).toBe('ignored');
    const large = {
      method: 'Unknown (18446744073709551615)',
      methodNumber: '18446744073709551615',
    };
    expect(saidOf(messageTo('storageminer', large)).action).toBe('callUnknown');
    // What is paid in is told with it.
    const added = { method: 'AddBalance', methodNumber: 2, value: '9', decodedParams: 'f0300' };
    expect(saidOf(messageTo('storagemarket', added))).toEqual({
      action: 'marketAdd',
      places: { target: { kind: 'account', address: 'f0300' }, value: { kind: 'fil', value: '9' } },
    });
  });

  it('tells who names another owner from who confirms, or withdraws that', () => {
    const owner = (fromId: string, ownerBefore?: SaidMessage['ownerBefore']) =>
      saidOf(
        messageTo('storageminer', {
          fromId,
          ...(ownerBefore && { ownerBefore }),
          method: 'ChangeOwnerAddress',
          methodNumber: 23,
          decodedParams: 'f01254',
        }),
      ).action;
    expect(owner('f01000')).toBe('owner');
    expect(owner('f01254')).toBe('ownerConfirm');
    expect(owner('f01254', { isSender: false, hasProposed: true })).toBe('ownerConfirm');
    expect(owner('f01254', { isSender: true, hasProposed: true })).toBe('ownerWithdraw');
    expect(owner('f01254', { isSender: true, hasProposed: false })).toBe('ownerKeep');
    expect(owner('f01000', { isSender: true, hasProposed: false })).toBe('owner');
    for (const action of ['ownerConfirm', 'ownerWithdraw', 'ownerKeep']) expectWords({ action });
  });

  it('tells a proposed call of a contract by its function, where it is the proposal’s own', () => {
    const proposal = (to: string) =>
      saidOf(
        messageTo('multisig', {
          method: 'Propose',
          methodNumber: 2,
          decodedParams: {
            To: 'f410a',
            Value: '0',
            Method: 3844450837,
            MethodName: 'InvokeContract',
          },
          proposedCall: { to, evmMethod: 'transfer(address,uint256)' },
        }),
      ).places?.method;
    expect(proposal('f410a')).toEqual({ kind: 'code', text: 'transfer(address, uint256)' });
    expect(proposal('f410b')).toEqual({ kind: 'code', text: 'InvokeContract' });
  });

  it('knows what became of it', () => {
    const base = messageTo(null, {});
    expect(moodOf(base)).toBe('done');
    expect(moodOf({ ...base, receipt: { exitCode: 6 } })).toBe('failed');
    expect(moodOf({ ...base, receipt: { exitCode: 2 }, executions: [{ refused: true }] })).toBe(
      'refused',
    );
    expect(moodOf({ ...base, receipt: null, status: 'included' })).toBe('waiting');
    for (const status of ['dropped', 'orphaned', 'skipped'] as const)
      expect(moodOf({ ...base, receipt: null, status })).toBe('never');
  });

  it('answers what came back only where it ran', () => {
    const withdrawal = {
      method: 'WithdrawBalance (miner)',
      methodNumber: 16,
      decodedParams: { AmountRequested: '10' },
      decodedReturnValue: '8',
    };
    const value = (over: Partial<SaidMessage>) =>
      saidOf(messageTo('storageminer', { ...withdrawal, ...over })).places?.value;
    expect(value({})).toEqual({ kind: 'fil', value: '8' });
    expect(value({ receipt: { exitCode: 18 } })).toEqual({ kind: 'fil', value: '10' });
  });
});
