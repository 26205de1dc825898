import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { METHOD_NOT_FOUND, NodeError } from './errors.ts';
import { ifTold, orNull, Refusals } from './refusals.ts';

const CALL = 'Filecoin.StateReadState';
const refused = (message: string, code = 1, method = CALL): NodeError =>
  new NodeError('rpc', method, message, { code });
const unknown = (method = CALL): NodeError =>
  new NodeError('unsupported', method, `method '${method}' not found`, { code: METHOD_NOT_FOUND });

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const MINUTE = 60_000;
const open = (): Refusals => new Refusals({ patienceMs: 10 * MINUTE, confirmMs: 30_000 });

/** Refuses a call every minute, as often as it takes to count as lasting; answers how often that was. */
function times(refusals: Refusals, error: () => NodeError, params: unknown[] = []): number {
  for (let count = 1; count < 100; count++) {
    if (refusals.judge(error(), params).lasting) return count;
    vi.advanceTimersByTime(MINUTE);
  }
  return Infinity;
}

describe('a refusal', () => {
  it.each([
    'resolution lookup failed (f0123): actor not found',
    'Failed to lookup the id address f1abc',
    'address f2abc not found',
    'deal 77 not found - deal may not have completed sealing',
    "failed to load sectors: can't find sector 5",
    'not recorded: StateReadState of f05 at height 12',
    'message execution failed: exit 33, revert reason: …, execution reverted',
  ])('that says what is so lasts: %s', async (message) => {
    expect(refused(message).lasting).toBe(true);
    expect(await orNull(Promise.reject(refused(message)))).toBeNull();
  });

  it('of parameters, and a reverted call, last', () => {
    expect(refused('wrong param count', -32602).lasting).toBe(true);
    expect(refused('0x', 3).lasting).toBe(true);
  });

  it.each<[string, NodeError]>([
    ['busy', refused('busy')],
    ['an internal error', refused('internal error', -32603)],
    ['a tipset that the node does not have yet', refused('ipld: could not find bafy')],
    ['an unknown method', unknown()],
    ['a node that is away', new NodeError('unavailable', CALL, 'gone')],
    ['nonsense', new NodeError('nonsense', CALL, 'result: expected object')],
  ])('for now is no answer: %s', async (_, error) => {
    expect(error.lasting).toBe(false);
    await expect(orNull(Promise.reject(error))).rejects.toBe(error);
  });

  it('lasts when the same call has been refused for long and often', () => {
    const refusals = open();
    expect(times(refusals, () => refused('busy'))).toBe(11);
    // Often, but not for long.
    const eager = open();
    for (let count = 0; count < 50; count++) {
      vi.advanceTimersByTime(1000);
      expect(eager.judge(refused('busy'), []).lasting).toBe(false);
    }
    // For long, but not often.
    const seldom = open();
    for (let count = 0; count < 5; count++) {
      vi.advanceTimersByTime(20 * MINUTE);
      expect(seldom.judge(refused('busy'), []).lasting).toBe(false);
    }
  });

  it('does not last when the call is answered in between', () => {
    const refusals = open();
    for (let count = 0; count < 30; count++) {
      vi.advanceTimersByTime(MINUTE);
      expect(refusals.judge(refused('busy'), ['f01']).lasting).toBe(false);
      if (count % 8 === 0) refusals.answered(CALL, ['f01']);
      refusals.answered(CALL, ['f02']);
    }
  });

  it('by words that have lasted needs no more than three in a row, until they are forgotten', () => {
    const refusals = open();
    const three = (error: NodeError, params: unknown[]): boolean[] =>
      [1, 2, 3].map(() => refusals.judge(error, params).lasting);
    const pruned = (id: number): NodeError =>
      refused(`load state tree bafy2bzace${id}: actor f0${id} at 0x${id}: no such block`);
    expect(times(refusals, () => pruned(1), ['f01'])).toBe(11);
    expect(three(pruned(2), ['f02'])).toEqual([false, false, true]);
    expect(three(refused('busy'), ['f05'])).toEqual([false, false, false]);
    vi.advanceTimersByTime(50 * MINUTE);
    expect(three(pruned(3), ['f03'])).toEqual([false, false, true]);
    // What was answered in between has passed.
    expect(refusals.judge(pruned(6), ['f06']).lasting).toBe(false);
    expect(refusals.judge(pruned(6), ['f06']).lasting).toBe(false);
    refusals.answered(CALL, ['f06']);
    expect(refusals.judge(pruned(6), ['f06']).lasting).toBe(false);
    vi.advanceTimersByTime(61 * MINUTE);
    expect(three(pruned(4), ['f04'])).toEqual([false, false, false]);
  });

  it('as unknown lasts when it is confirmed, until the method answers', () => {
    const refusals = open();
    expect(refusals.judge(unknown(), []).lasting).toBe(false);
    vi.advanceTimersByTime(29_000);
    expect(refusals.judge(unknown(), ['other']).lasting).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(refusals.judge(unknown('Filecoin.ChainGetEvents'), []).lasting).toBe(false);
    expect(refusals.judge(unknown(), []).lasting).toBe(true);
    refusals.answered(CALL, ['f01']);
    expect(refusals.judge(unknown(), []).lasting).toBe(false);
    vi.advanceTimersByTime(60_000);
    // A complaint about parameters is an answer, too.
    refusals.judge(refused('wrong param count', -32602), []);
    expect(refusals.judge(unknown(), []).lasting).toBe(false);
  });

  it('of any kind is nothing where nothing is kept of it', async () => {
    expect(await ifTold(Promise.reject(refused('busy')))).toBeNull();
    expect(await ifTold(Promise.reject(unknown()))).toBeNull();
    await expect(ifTold(Promise.reject(new NodeError('unavailable', CALL, '')))).rejects.toThrow();
  });
});
