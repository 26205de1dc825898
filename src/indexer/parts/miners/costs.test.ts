import { BURNT_FUNDS_ID, STORAGE_MARKET_ID, STORAGE_POWER_ID } from '#filecoin/address.ts';
import { idAddress } from '#filecoin/address.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import { encodeRlePlus, runsFromNumbers } from '#filecoin/encoding/bitfield.ts';
import { encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { minerFeeOf } from '#filecoin/actors/minercosts.ts';
import { frc42Number } from '#filecoin/actors/methods.ts';
import { describe, expect, it } from 'vitest';
import type { Call, TipsetFacts } from '../../types.ts';
import { minerCosts } from './costs.ts';
import { growthOf, raisedPower } from './growth.ts';

const MINER = ACTOR_KINDS.indexOf('storageminer');
const POWER = ACTOR_KINDS.indexOf('storagepower');
const SECTOR = 32n << 30n;

function call(
  from: number,
  to: number,
  method: number,
  params: CborValue | null,
  more: Partial<Call> = {},
): Call {
  const bytes = params === null ? null : Buffer.from(encodeCbor(params)).toString('base64');
  return {
    message: null,
    top: false,
    from,
    to,
    kind: to === STORAGE_POWER_ID ? POWER : to === BURNT_FUNDS_ID ? null : MINER,
    version: 17,
    method,
    value: 0n,
    trace: {
      Msg: { From: `f0${from}`, To: `f0${to}`, Value: '0', Method: method, Params: bytes },
      MsgRct: { ExitCode: 0, Return: null },
      Subcalls: null,
    },
    ...more,
  };
}

const burn = (from: number, value: bigint, message: number | null = null): Call =>
  call(from, BURNT_FUNDS_ID, 0, null, { value, message });
const claimed = (from: number, raw: bigint, adjusted: bigint): Call =>
  call(from, STORAGE_POWER_ID, 3, [bigintToBytes(raw), bigintToBytes(adjusted)], { message: 0 });
const cron = (id: number, event: number): Call =>
  call(STORAGE_POWER_ID, id, 12, [
    encodeCbor([event]),
    [bigintToBytes(0n), bigintToBytes(0n)],
    [bigintToBytes(0n), bigintToBytes(0n)],
  ]);
const nothing = { messages: [] } as unknown as TipsetFacts;

describe('penalties', () => {
  it('are of the call that burnt them', () => {
    const costs = minerCosts(
      nothing,
      [],
      [
        call(105, 1000, 9, null, { message: 0, top: true }),
        burn(1000, 7n, 0),
        call(2, 1001, 14, [bigintToBytes(9n), bigintToBytes(2n)]),
        burn(1001, 2n),
        cron(1000, 1),
        burn(1000, 3n),
        cron(1002, 2),
        burn(1002, 4n),
        call(105, 1003, 15, null, { message: 1, top: true }),
        burn(1003, 5n, 1),
      ],
    );
    expect(costs.map(({ miner, kind, amount, message }) => [miner, kind, amount, message])).toEqual(
      [
        [1000, 'earlyTermination', 7n, 0],
        [1001, 'block', 2n, null],
        [1000, 'deadline', 3n, null],
        [1002, 'earlyTermination', 4n, null],
        [1003, 'consensusFault', 5n, 1],
      ],
    );
  });

  it('are not what others burn, nor what an earlier message called', () => {
    const costs = minerCosts(
      nothing,
      [],
      [
        burn(STORAGE_MARKET_ID, 3n),
        call(105, 1000, 5, null, { message: 0, top: true }),
        burn(1000, 4n, 1),
      ],
    );
    expect(costs).toEqual([]);
  });
});

describe('fees', () => {
  it('are told apart by method', () => {
    expect(
      [5, 6, 7, 8, 9, 10, 11, 16, 25, 26, 27, 28, 32, 34, 35, 36, 0, 4].map(minerFeeOf),
    ).toEqual([
      'windowedPoSt',
      'preCommit',
      'proveCommit',
      'extension',
      'termination',
      'faults',
      'faults',
      'withdraw',
      'preCommit',
      'proveCommit',
      'replicaUpdate',
      'preCommit',
      'extension',
      'proveCommit',
      'replicaUpdate',
      'proveCommit',
      'others',
      'others',
    ]);
    expect(minerFeeOf(frc42Number('WithdrawBalance'))).toBe('withdraw');
    expect(minerFeeOf(2n ** 60n)).toBe('others');
  });
});

describe('growth', () => {
  it('adds up what raised a claim, not what lowered it', () => {
    const raised = raisedPower([
      claimed(1000, SECTOR, 10n * SECTOR),
      claimed(1000, 2n * SECTOR, 2n * SECTOR),
      claimed(1000, -SECTOR, -SECTOR),
      claimed(1001, -SECTOR, -SECTOR),
    ]);
    expect([...raised]).toEqual([
      [1000, { raw: 3n * SECTOR, adjusted: 12n * SECTOR, declared: 0 }],
    ]);
  });

  it('knows how many sectors were declared to recover', () => {
    const sectors = encodeRlePlus(runsFromNumbers([3, 4, 9]));
    const declared = call(105, 1000, 11, [[[0, 0, sectors]]], { message: 0 });
    expect(raisedPower([declared, claimed(1000, SECTOR, SECTOR)]).get(1000)?.declared).toBe(3);
    expect(raisedPower([declared]).size).toBe(0);
    const id = idAddress(5);
    expect(raisedPower([call(5, STORAGE_POWER_ID, 3, [id], { message: 0 })]).size).toBe(0);
  });

  it.each([
    // Nothing was under recovery.
    [{ raw: 3n, adjusted: 12n, declared: 0 }, 0, 0, { raw: 3n, adjusted: 12n }],
    // All of it came back.
    [{ raw: 3n, adjusted: 12n, declared: 0 }, 3, 0, { raw: 0n, adjusted: 0n }],
    // More was under recovery than power came back: some of it is gone.
    [{ raw: 3n, adjusted: 12n, declared: 0 }, 5, 0, { raw: 0n, adjusted: 0n }],
    // A third came back.
    [{ raw: 3n, adjusted: 12n, declared: 0 }, 1, 0, { raw: 2n, adjusted: 8n }],
    // As many were declared as came back.
    [{ raw: 3n, adjusted: 12n, declared: 2 }, 1, 1, { raw: 1n, adjusted: 4n }],
    // An update raises the adjusted power only.
    [{ raw: 0n, adjusted: 9n, declared: 0 }, 1, 0, { raw: 0n, adjusted: 9n }],
    // The node could not tell.
    [{ raw: 3n, adjusted: 12n, declared: 2 }, null, null, { raw: 3n, adjusted: 12n }],
  ])('takes off what recovered (%#)', (raised, before, after, growth) => {
    const of = {
      raw: raised.raw * SECTOR,
      adjusted: raised.adjusted * SECTOR,
      declared: raised.declared,
    };
    expect(growthOf(of, SECTOR, before, after)).toEqual({
      raw: growth.raw * SECTOR,
      adjusted: growth.adjusted * SECTOR,
    });
  });
});
