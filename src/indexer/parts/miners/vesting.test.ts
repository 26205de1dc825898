import { BURNT_FUNDS_ID, REWARD_ID } from '#filecoin/address.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import { encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import {
  addVesting,
  takeSoonest,
  vestingSum,
  type VestingTable,
} from '#filecoin/mining/vesting.ts';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../types.ts';
import { followVesting, vestingSteps, type VestingState } from './vesting.ts';

const MINER = ACTOR_KINDS.indexOf('storageminer');

function call(
  from: number,
  to: number,
  method: number,
  params: CborValue | null,
  value = 0n,
  message: number | null = null,
): Call {
  const bytes = params === null ? null : Buffer.from(encodeCbor(params)).toString('base64');
  return {
    message,
    top: false,
    from,
    to,
    kind: to === BURNT_FUNDS_ID ? null : MINER,
    version: 17,
    method,
    value,
    trace: {
      Msg: { From: `f0${from}`, To: `f0${to}`, Value: '0', Method: method, Params: bytes },
      MsgRct: { ExitCode: 0, Return: null },
      Subcalls: null,
    },
  };
}

const burn = (from: number, value: bigint, message: number | null = null): Call =>
  call(from, BURNT_FUNDS_ID, 0, null, value, message);
const reward = (to: number, paid: bigint, penalty = 0n): Call =>
  call(REWARD_ID, to, 14, [bigintToBytes(paid), bigintToBytes(penalty)]);

describe('steps of vesting tables', () => {
  it('are rewards, deposits, and penalties that locked rewards pay first', () => {
    const steps = vestingSteps([
      // Terminations.
      call(105, 1000, 9, null, 0n, 0),
      burn(1000, 7n, 0),
      reward(1000, 100n),
      reward(1001, 40n, 2n),
      burn(1001, 2n),
      // A pre-commitment's debt is paid out of the balance.
      call(105, 1002, 28, null, 0n, 1),
      burn(1002, 9n, 1),
      call(1, 1003, 1, [
        Uint8Array.of(0, 100),
        Uint8Array.of(0, 100),
        [],
        13,
        new Uint8Array(0),
        [],
      ]),
    ]);
    expect([...steps]).toEqual([
      [
        1000,
        [
          { lock: 0n, take: 7n },
          { lock: 75n, take: 0n },
        ],
      ],
      [1001, [{ lock: 30n, take: 2n }]],
      [1003, [{ lock: null, take: 0n }]],
    ]);
  });
});

describe('a vesting table that is followed', () => {
  const PERIOD = 100;
  const stateOf = (table: VestingTable, locked = vestingSum(table)): VestingState => ({
    locked,
    periodStart: PERIOD,
    head: table[0] ?? null,
  });
  const before = addVesting([], 1_000, 180_000n, PERIOD);

  it('has what was locked, less what vested', () => {
    const later = 1_000 + 5 * 2880;
    const whole = addVesting(before, later, 3_600n, PERIOD);
    const left = takeSoonest(whole, 4_000n);
    const steps = [{ lock: 3_600n, take: 0n }];
    expect(followVesting(before, steps, later, stateOf(left))).toEqual(left);
    // Nothing happened.
    expect(followVesting(before, [], later, stateOf(before))).toEqual(before);
  });

  it('is empty when nothing is locked, and not known while what was there is not', () => {
    expect(followVesting(null, [], 5, stateOf([]))).toEqual([]);
    expect(followVesting(null, [], 5, stateOf(before))).toBeNull();
  });

  it('begins with the deposit of a new provider', () => {
    expect(followVesting([], [{ lock: null, take: 0n }], 1_000, stateOf(before))).toEqual(before);
  });

  it('loses what penalties took before what was locked after them', () => {
    const small = addVesting([], 1_000, 180n, PERIOD);
    const steps = [
      { lock: 0n, take: 150n },
      { lock: 180n, take: 0n },
    ];
    const taken = addVesting(takeSoonest(small, 150n), 1_000, 180n, PERIOD);
    expect(followVesting(small, steps, 1_000, stateOf(taken))).toEqual(taken);
    // The other way round another table would be left.
    const other = takeSoonest(addVesting(small, 1_000, 180n, PERIOD), 150n);
    expect(other).not.toEqual(taken);
    expect(followVesting(small, steps.toReversed(), 1_000, stateOf(other))).toEqual(other);
  });

  it('is not known any more when the state tells otherwise', () => {
    const steps = [{ lock: 1_000n, take: 0n }];
    const table = addVesting(before, 9_000, 1_000n, PERIOD);
    expect(followVesting(before, steps, 9_000, stateOf(table))).toEqual(table);
    const wrong: Partial<VestingState>[] = [
      { locked: vestingSum(table) + 1n },
      { head: { epoch: 7, amount: 5n } },
      { head: null },
    ];
    for (const state of wrong)
      expect(followVesting(before, steps, 9_000, { ...stateOf(table), ...state })).toBeNull();
    // Before actors version 16 what vests next is not told; of what is drawn down to nothing it says nothing.
    for (const head of [undefined, { epoch: 7, amount: 0n }])
      expect(followVesting(before, steps, 9_000, { ...stateOf(table), head })).toEqual(table);
  });
});
