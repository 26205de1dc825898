import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  BLOCK_GAS_LIMIT,
  MINIMUM_BASE_FEE,
  baseFeeRule,
  highestBaseFee,
  nextBaseFee,
  nextBaseFeeByPremium,
  percentilePremium,
} from './basefee.ts';
import type { BaseFeeMessage, BaseFeeRule } from './basefee.ts';
import { readFixture } from '../testing/fixtures.ts';

const MAINNET = {
  UpgradeBreezeHeight: 41280,
  BreezeGasTampingDuration: 120,
  UpgradeSmokeHeight: 51000,
  UpgradeFireHorseHeight: 6052800,
};

/** Messages of these premiums and limits, each from a sender of its own, no fee cap in the way. */
function offers(premiums: readonly number[], limits: readonly number[]): BaseFeeMessage[] {
  return premiums.map((premium, i) => ({
    from: Uint8Array.of(0, i),
    nonce: 0,
    gasLimit: limits[i] ?? 0,
    gasFeeCap: 10n ** 18n,
    gasPremium: BigInt(premium),
  }));
}

describe('the rule for the next base fee', () => {
  it.each<[number, BaseFeeRule]>([
    [0, 'packing'],
    [41280, 'packing'],
    [41281, 'tamping'],
    [41399, 'tamping'],
    [41400, 'packing'],
    [51000, 'packing'],
    [51001, 'utilization'],
    [6052799, 'utilization'],
    [6052800, 'premium'],
  ])('on mainnet at %d: %s', (height, rule) => {
    expect(baseFeeRule(MAINNET, height)).toBe(rule);
  });

  it('is the newest known one where a network names no heights or lists them as past', () => {
    expect(baseFeeRule({}, 1)).toBe('utilization');
    const past = { UpgradeBreezeHeight: -1, UpgradeSmokeHeight: -2, UpgradeFireHorseHeight: -30 };
    expect(baseFeeRule({ ...past, BreezeGasTampingDuration: 120 }, 0)).toBe('premium');
  });
});

describe('the next base fee', () => {
  it('is the one that the chain had', () => {
    const rows = readFixture(
      'base-fees',
      z.object({
        height: z.number(),
        baseFee: z.string(),
        blocks: z.number(),
        limits: z.array(z.number()),
        next: z.string(),
      }),
    );
    const rises = rows.filter(({ baseFee, next }) => BigInt(next) > BigInt(baseFee));
    expect(rises.length).toBeGreaterThan(20);
    for (const { height, baseFee, blocks, limits, next } of rows) {
      const messages = offers(limits, limits);
      const input = { baseFee: BigInt(baseFee), blockCount: blocks, messages };
      expect(nextBaseFee(baseFeeRule(MAINNET, height), input)).toBe(BigInt(next));
    }
  });

  it.each([
    [100e6, 0, 1, 87.5e6, 87.5e6],
    [100e6, 0, 5, 87.5e6, 87.5e6],
    [100e6, 5e9, 1, 103.125e6, 100e6],
    [100e6, 10e9, 2, 103.125e6, 100e6],
    [100e6, 20e9, 2, 112.5e6, 112.5e6],
    [100e6, 15e9, 2, 110937500, 106.25e6],
    [101, 4_999_999_999, 1, 104, 100],
    [100, 0, 1, 100, 100],
  ])('from %d with %d gas in %d blocks: %d, later %d', (fee, gas, blocks, packing, later) => {
    const input = { baseFee: BigInt(fee), blockCount: blocks, messages: offers([0], [gas]) };
    expect(nextBaseFee('packing', input)).toBe(BigInt(packing));
    expect(nextBaseFee('utilization', input)).toBe(BigInt(later));
    expect(nextBaseFee('tamping', input)).toBe(MINIMUM_BASE_FEE);
  });

  it('moves by an eighth at most and never below the minimum, under every rule', () => {
    const message = fc.record({
      from: fc.uint8Array({ minLength: 2, maxLength: 2 }),
      nonce: fc.nat(3),
      gasLimit: fc.nat(Number(BLOCK_GAS_LIMIT)),
      gasFeeCap: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      gasPremium: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom<BaseFeeRule>('packing', 'utilization', 'premium'),
        fc.bigInt({ min: MINIMUM_BASE_FEE, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 8 }),
        fc.array(message, { maxLength: 12 }),
        (rule, baseFee, blockCount, messages) => {
          const next = nextBaseFee(rule, { baseFee, blockCount, messages });
          const most = (baseFee + 7n) / 8n;
          expect(next >= MINIMUM_BASE_FEE).toBe(true);
          expect(next <= baseFee + most).toBe(true);
          expect(next >= baseFee - most).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('FIP-0115', () => {
  it.each([
    [[], [], 0],
    [[123, 100], [5_999_999_999, 2_000_000_000], 0],
    [[123, 0], [5_999_999_999, 2_000_000_001], 0],
    [[123, 100], [5_999_999_999, 2_000_000_001], 100],
    [[123, 100], [7_999_999_999, 2_000_000_001], 100],
    [[123, 100], [8_000_000_000, 2_000_000_000], 123],
    [[100, 123], [9_000_000_000, 8_000_000_000], 123],
    [[100, 200, 300, 400, 500, 600, 700], [4e9, 1e9, 2e9, 1e9, 2e9, 2e9, 3e9], 400],
  ])('premiums %j with limits %j give %d', (premiums, limits, expected) => {
    expect(percentilePremium({ baseFee: 100n, messages: offers(premiums, limits) })).toBe(
      BigInt(expected),
    );
  });

  it('counts a sender’s nonce once, the first one, and what the fee cap leaves of a premium', () => {
    const [first, second] = offers([50, 80], [8_000_000_000, 8_000_000_000]);
    if (first === undefined || second === undefined) throw new Error('no offers');
    const replaced = { ...second, from: first.from };
    expect(percentilePremium({ baseFee: 100n, messages: [first, replaced] })).toBe(50n);
    expect(percentilePremium({ baseFee: 100n, messages: [first, second] })).toBe(80n);
    const capped = { ...first, gasFeeCap: 120n };
    expect(percentilePremium({ baseFee: 100n, messages: [capped] })).toBe(20n);
    expect(percentilePremium({ baseFee: 130n, messages: [capped] })).toBe(0n);
  });

  it.each([
    [100, 0, 100],
    [100, 13, 100],
    [100, 14, 101],
    [100, 26, 113],
    [801, 0, 700],
    [801, 200, 900],
    [801, 201, 901],
    [801, 1000, 902],
    [808, 0, 707],
    [808, 202, 909],
    [808, 203, 909],
  ])('from %d with premium %d comes %d', (baseFee, premium, next) => {
    expect(nextBaseFeeByPremium(BigInt(baseFee), BigInt(premium))).toBe(BigInt(next));
  });
});

describe('the highest base fee some epochs from now', () => {
  const full = Array.from({ length: 10 }, () => 1_000_000_000);
  it.each<[BaseFeeRule, number]>([
    ['packing', 1e12],
    ['tamping', 1e12],
    ['utilization', 1e12],
    ['premium', 1e12],
  ])('by %s is never exceeded', (rule, premium) => {
    const messages = offers(
      full.map(() => premium),
      full,
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 10n ** 12n }), (baseFee) => {
        let next = baseFee;
        for (let epoch = 1; epoch <= 20; epoch++) {
          next = nextBaseFee(rule, { baseFee: next, blockCount: 1, messages });
          expect(next <= highestBaseFee(baseFee, epoch)).toBe(true);
        }
      }),
    );
  });

  it('is reached where blocks are full of good offers', () => {
    let next = 12_345n;
    for (let epoch = 0; epoch < 20; epoch++) next = nextBaseFeeByPremium(next, 10n ** 12n);
    expect(highestBaseFee(12_345n, 20)).toBe(next);
  });
});
