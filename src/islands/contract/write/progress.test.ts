/** How far a sent transaction is, by what is told of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOf, type Heard, type Sent, type MessageState } from './progress.ts';

const SENT: Sent = {
  hash: `0x${'ab'.repeat(32)}`,
  from: `0x${'11'.repeat(20)}`,
  nonce: 7,
  to: `0x${'22'.repeat(20)}`,
  signature: 'set(uint256)',
  value: '0',
  at: 1_000,
};
const NOTHING: Heard = { message: undefined, node: null, taken: null };
const RECEIPT = { exitCode: 0, return: '0x', gasUsed: 1, exitCodeName: 'OK' };

function told(status: MessageState['status'], more: Partial<MessageState> = {}): MessageState {
  const ran = status === 'executed' || status === 'final';
  const onChain = ran || status === 'included';
  return {
    cid: 'bafy2bzacemine',
    status,
    height: onChain ? 100 : null,
    finality: onChain
      ? { status, ecDepth: 3, ecProbability: null, f3Instance: null, f3Height: null }
      : null,
    nonce: 7,
    receipt: ran ? RECEIPT : null,
    revert: null,
    error: '',
    ...more,
  };
}
const at = (heard: Partial<Heard>, now = 1_010) => {
  const { stage, fate, by, settled } = progressOf(SENT, { ...NOTHING, ...heard }, now);
  return { stage, fate, by, settled };
};

describe('a sent transaction', () => {
  it('goes up the ladder', () => {
    const steps: readonly Partial<Heard>[] = [
      {},
      { message: null, node: { knows: true, next: 7 } },
      { message: told('pending') },
      { message: told('included') },
      { message: told('executed') },
      { message: told('final') },
    ];
    expect(steps.map((heard) => at(heard)).map(({ stage, fate }) => `${stage} ${fate}`)).toEqual([
      'sent waiting',
      'pending waiting',
      'pending waiting',
      'included waiting',
      'executed done',
      'final done',
    ]);
    expect(steps.map((heard) => at(heard).settled)).toEqual([...Array(5).fill(false), true]);
  });

  it('may fail, be taken back and be included again', () => {
    const failed = { ...RECEIPT, exitCode: 33 };
    expect(at({ message: told('executed', { receipt: failed }) })).toMatchObject({
      stage: 'executed',
      fate: 'failed',
    });
    expect(at({ message: told('orphaned') })).toMatchObject({ stage: 'pending', fate: 'orphaned' });
    expect(at({ message: told('included') })).toMatchObject({ fate: 'waiting' });
  });

  it('is replaced by another of its nonce, whoever tells it', () => {
    const other = 'bafy2bzaceother';
    expect(at({ message: told('pending', { replaced: true, cid: other }) })).toEqual({
      stage: 'pending',
      fate: 'replaced',
      by: other,
      settled: false,
    });
    expect(at({ message: told('final', { replaced: true, cid: other }) }).settled).toBe(true);
    for (const status of ['skipped', 'orphaned'] as const)
      expect(at({ message: told(status, { replacedBy: other }) })).toMatchObject({
        fate: 'replaced',
        by: other,
      });
    // The index never saw the first one; the chain has the second.
    expect(
      at({ message: null, node: { knows: false, next: 8 }, taken: { cid: other } }),
    ).toMatchObject({ fate: 'replaced', by: other });
    expect(at({ message: null, node: { knows: false, next: 8 } }).fate).toBe('overtaken');
  });

  it('is dropped, or lost', () => {
    expect(at({ message: told('dropped') })).toMatchObject({ stage: 'pending', fate: 'dropped' });
    const unknown = { message: null, node: { knows: false, next: 7 } };
    expect(at(unknown, 1_300).fate).toBe('waiting');
    expect(at(unknown, 1_301).fate).toBe('lost');
    // Nothing is lost while nobody answers.
    expect(at({ message: null, node: null }, 9_000).fate).toBe('waiting');
    expect(at({ message: undefined, node: { knows: false, next: 7 } }, 9_000).fate).toBe('waiting');
  });

  it('is given up once no reorganisation can bring it back, and waits as long as it may', () => {
    const old = SENT.at + 900 * 30;
    const unknown = { message: null, node: { knows: false, next: 7 } };
    for (const heard of [
      unknown,
      { message: told('dropped') },
      { message: null, node: { knows: false, next: 8 } },
    ]) {
      expect(at(heard, old).settled).toBe(false);
      expect(at(heard, old + 1).settled).toBe(true);
    }
    for (const message of [told('pending'), told('included'), told('executed')])
      expect(at({ message }, old + 1).settled).toBe(false);
  });

  it('tells the epochs that are left by heights, whatever null rounds there were', () => {
    const left = (ecDepth: number, f3Height: number | null = null) =>
      progressOf(
        SENT,
        {
          ...NOTHING,
          message: told('executed', {
            finality: {
              status: 'executed',
              ecDepth,
              ecProbability: null,
              f3Instance: null,
              f3Height,
            },
          }),
        },
        1_010,
      );
    expect(left(3)).toMatchObject({ epochsLeft: 897, f3: false });
    // Five null rounds later.
    expect(left(9)).toMatchObject({ epochsLeft: 891 });
    expect(left(950)).toMatchObject({ epochsLeft: 1, settled: false });
    expect(left(3, 90)).toMatchObject({ epochsLeft: null, f3: true });
  });

  it('is what was told last, in whatever order', () => {
    const messages = fc.constantFrom<MessageState | null>(
      null,
      told('pending'),
      told('included'),
      told('executed'),
      told('final'),
      told('orphaned'),
      told('dropped'),
      told('skipped'),
    );
    fc.assert(
      fc.property(
        messages,
        fc.boolean(),
        fc.nat(20),
        fc.nat(10_000),
        (message, knows, next, now) => {
          const node = { knows, next };
          const progress = progressOf(SENT, { message, node, taken: null }, now);
          if (message !== null)
            expect(progress).toEqual(progressOf(SENT, { ...NOTHING, message }, 0));
          expect(progress.settled).toBe(message?.status === 'final');
          expect(progress.by === null).toBe(progress.fate !== 'replaced');
          if (progress.fate === 'done') expect(message?.receipt?.exitCode).toBe(0);
        },
      ),
    );
  });
});
