import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { nodeReason } from './nodeError.ts';

const failed = (...lines: string[]): string =>
  `message failed with backtrace:\n${lines.join('\n')}\n (RetCode=19)`;
const frame = (text: string, code = 19): string => `00: f01154 (method 28) -- ${text} (${code})`;
const funds = (have: bigint, needed: bigint, purpose: string | null) => ({
  kind: 'funds',
  have,
  needed,
  purpose,
});

describe('nodeReason', () => {
  it('reads the amounts of a pre-commit that the demo chain has', () => {
    const error =
      'message failed with backtrace:\n00: f01154 (method 28) -- insufficient funds 52104.548602182302430262 for pre-commit deposit: 52217.775990373395854284 (19)\n (RetCode=19)';
    expect(nodeReason(error)).toEqual(
      funds(52104548602182302430262n, 52217775990373395854284n, 'preCommitDeposit'),
    );
  });
  it.each([
    [
      'insufficient funds for aggregate initial pledge requirement 7.5, available: 0.25',
      funds(250000000000000000n, 7500000000000000000n, 'initialPledge'),
    ],
    [
      'unlocked balance can not repay fee debt (-1.0 < 2.0)',
      funds(-(10n ** 18n), 2n * 10n ** 18n, 'feeDebt'),
    ],
    ['current balance 12 less than amount to spend 30', funds(12n, 30n, null)],
    [
      'actor balance 1.0 if spent 2.0 would be less than required locked amount 4.0',
      funds(3n * 10n ** 18n, 6n * 10n ** 18n, 'locked'),
    ],
    [
      'not enough balance to lock for addrf0101: escrow balance 5.0 < prev locked 4.0 + amount 2.5',
      funds(5n * 10n ** 18n, 6500000000000000000n, 'market'),
    ],
    [
      'not enough balance to lock for create miner deposit: sent balance 1 < deposit 20',
      funds(1n, 20n, 'minerDeposit'),
    ],
    ['insufficient funds to lock, available: 0.0, requested: 1.0', funds(0n, 10n ** 18n, null)],
  ])('reads %s', (text, reason) => {
    expect(nodeReason(failed(frame(text)))).toEqual(reason);
  });
  it('reads what the machine itself refuses, in FIL and before network version 16 in attoFIL', () => {
    const cause = (words: string) =>
      failed(`--> caused by: send::send -- ${words} (5: insufficient funds)`);
    const words = 'sender does not have funds to transfer';
    expect(nodeReason(cause(`${words} (balance 899.99999926389071059, transfer 10000.0)`))).toEqual(
      funds(899999999263890710590n, 10n ** 22n, null),
    );
    expect(
      nodeReason(cause(`${words} (balance 4406125658903694419, transfer 5000000000000000000)`)),
    ).toEqual(funds(4406125658903694419n, 5n * 10n ** 18n, null));
    expect(
      nodeReason('actor balance less than needed: 0 FIL < 0.00000101 FIL (RetCode=2)'),
    ).toEqual(funds(0n, 1010000000000n, 'gas'));
  });
  it('keeps the innermost words that it does not understand, bounded', () => {
    const outer = '00: f01000 (method 34) -- failed to notify (18)';
    const inner = '01: f05 (method 2034386435) -- too early <b>to</b> prove sector (18)';
    expect(nodeReason(failed(outer, inner))).toEqual({
      kind: 'text',
      text: 'too early <b>to</b> prove sector',
    });
    expect(nodeReason('x'.repeat(10_000))).toEqual({ kind: 'text', text: 'x'.repeat(300) });
  });
  it('says nothing where the exit code says it all', () => {
    for (const text of ['contract reverted at 902', 'out of gas', 'invalid method: 77', ''])
      expect(nodeReason(failed(frame(text, 33)))).toBeNull();
    expect(nodeReason('unknown error (RetCode=7)')).toBeNull();
    expect(nodeReason('')).toBeNull();
  });
  it('never throws, and reads back every amount of attoFIL', () => {
    fc.assert(fc.property(fc.string(), (text) => void nodeReason(text)));
    const atto = fc.bigInt({ min: 0n, max: 2n * 10n ** 27n });
    const written = (amount: bigint) =>
      `${amount / 10n ** 18n}.${(amount % 10n ** 18n).toString().padStart(18, '0')}`;
    fc.assert(
      fc.property(atto, atto, (have, needed) => {
        const text = `insufficient funds ${written(have)} for pre-commit deposit: ${written(needed)}`;
        expect(nodeReason(failed(frame(text)))).toEqual(funds(have, needed, 'preCommitDeposit'));
      }),
    );
  });
});
