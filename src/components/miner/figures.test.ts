import { describe, expect, it } from 'vitest';
import { formatPercent } from '#format/number.ts';
import type { BalanceStats } from '#explorer/account/schema.ts';
import {
  debtGrowth,
  fundsOf,
  netOf,
  perDay,
  perTebibyteDay,
  sectorsOf,
  shareOf,
} from './figures.ts';

it('tells shares that round as they are, of huge figures too', () => {
  const percent = (part: string, whole: string): string =>
    formatPercent(shareOf(part, whole) ?? NaN);
  expect(percent('68719476736000', '142524123447296')).toBe('48.22%');
  expect(percent('1', '3')).toBe('33.33%');
  expect(percent('2', '3')).toBe('66.67%');
  expect(shareOf('0', '0')).toBeNull();
  expect(shareOf('5', null)).toBeNull();
});

it('spreads what a window brought over the days that it covers', () => {
  expect(perDay('1099511627776', '24h', 1)).toBe('1099511627776');
  expect(perDay('700', '7d', 0.5)).toBe('200');
  expect(perDay('-30', '30d', 1)).toBe('-1');
  expect(perDay('5', '24h', 0)).toBeNull();
});

it('tells rewards per TiB and day', () => {
  expect(perTebibyteDay(0.5)).toBe(String((2 ** 40 * 2880) / 2));
});

it('tells exactly what is left of rewards', () => {
  const net = (totalRewards: string, totalFees: string, totalPenalties: string): bigint =>
    netOf({ totalRewards, totalFees, totalPenalties });
  expect(net('30979239999999999999999', '700000000000001', '1')).toBe(30979239299999999999997n);
  expect(net('0', '700', '3649')).toBe(-4349n);
  expect(net('0', '0', '0')).toBe(0n);
});

it('tells by how much a debt grew, from the beginning of the time and not from its first point', () => {
  const sample = (feeDebt: string, first?: string): BalanceStats[number] => ({
    height: 1,
    timestamp: 30,
    balance: '0',
    feeDebt,
    bands: {
      feeDebt:
        first === undefined
          ? null
          : { first, last: feeDebt, min: '0', minHeight: 0, max: '0', maxHeight: 0, mean: '0' },
    },
  });
  expect(debtGrowth([sample('70', '20'), sample('50'), sample('9000000000000000000025')])).toBe(
    '9000000000000000000005',
  );
  expect(debtGrowth([sample('20'), sample('50')])).toBe('30');
  expect(debtGrowth([sample('20', '20'), sample('20', '20')])).toBeNull();
  expect(debtGrowth([sample('50', '50'), sample('0', '50')])).toBeNull();
  expect(debtGrowth([])).toBeNull();
});

describe('fundsOf', () => {
  const miner = {
    availableBalance: '60',
    sectorPledgeBalance: '20',
    preCommitDeposits: '5',
    vestingFunds: '15',
    vestedFunds: '0',
    feeDebt: '0',
  };
  it('takes a balance apart', () => {
    expect(fundsOf(miner)).toEqual({
      parts: [
        { of: 'available', value: '60', share: 0.6 },
        { of: 'pledge', value: '20', share: 0.2 },
        { of: 'vesting', value: '15', share: 0.15 },
        { of: 'deposits', value: '5', share: 0.05 },
      ],
      debt: null,
    });
  });
  it('counts what has vested once', () => {
    const { parts } = fundsOf({ ...miner, availableBalance: '64', vestedFunds: '4' });
    expect(parts.map(({ value }) => value)).toEqual(['64', '20', '11', '5']);
  });
  it('shows a negative balance as debt', () => {
    const { parts, debt } = fundsOf({ ...miner, availableBalance: '-7', feeDebt: '7' });
    expect(parts[0]).toEqual({ of: 'available', value: '0', share: 0 });
    expect(debt).toBe('7');
  });
  it('has no shares of nothing', () => {
    const none = { ...miner, availableBalance: '0', sectorPledgeBalance: '0' };
    const { parts } = fundsOf({ ...none, preCommitDeposits: '0', vestingFunds: '0' });
    expect(parts.map(({ share }) => share)).toEqual([0, 0, 0, 0]);
  });
});

it('tells recovering sectors among the faulty ones', () => {
  const told = (faulty: number | null, recovering: number | null) =>
    sectorsOf({ live: 64, active: 3, faulty, recovering }).at(-1);
  expect(told(56, 55)).toMatchObject({ told: 'someRecovering', count: 56, recovering: 55 });
  expect(told(12, 0)).toMatchObject({ told: 'noneRecovering', count: 12 });
  expect(told(0, 0)).toMatchObject({ told: 'faulty', count: 0 });
  expect(told(12, null)).toMatchObject({ told: 'faulty', count: 12 });
  expect(told(null, null)).toMatchObject({ told: 'active', count: 3 });
});

it('tells sectors that are neither active nor faulty, so that the parts make the whole', () => {
  const parts = (live: number, faulty: number | null) =>
    sectorsOf({ live, active: 3, faulty, recovering: 0 }).map(({ of, count }) => [of, count]);
  expect(parts(64, 56)).toEqual([
    ['live', 64],
    ['active', 3],
    ['unproven', 5],
    ['faulty', 56],
  ]);
  for (const none of [parts(59, 56), parts(64, null), parts(50, 56)])
    expect(none.map(([of]) => of)).not.toContain('unproven');
});
