import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  effectivePremium,
  gasCost,
  gasSavings,
  overEstimationGas,
  replacementPremium,
} from './gas.ts';
import type { GasInput } from './gas.ts';
import { messageFromJson } from '../message.ts';
import { readFixture } from '../testing/fixtures.ts';
import * as shapes from '../testing/shapes.ts';

const rows = readFixture(
  'executions',
  z.object({
    network: z.string(),
    height: z.number(),
    cid: z.string(),
    baseFee: z.string(),
    message: shapes.message,
    exitCode: z.number(),
    gasUsed: z.number(),
    cost: z.object({
      GasUsed: z.string(),
      BaseFeeBurn: z.string(),
      OverEstimationBurn: z.string(),
      MinerPenalty: z.string(),
      MinerTip: z.string(),
      Refund: z.string(),
      TotalCost: z.string(),
    }),
  }),
);

const fees = fc.bigInt({ min: 0n, max: 10n ** 15n });
const inputs: fc.Arbitrary<GasInput & { gasLimit: number; gasUsed: number }> = fc
  .record({
    baseFee: fees,
    gasFeeCap: fees,
    gasLimit: fc.nat(10_000_000_000),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    premium: fc.double({ min: 0, max: 1, noNaN: true }),
    burnBaseFee: fc.boolean(),
  })
  .map(({ share, premium, ...rest }) => ({
    ...rest,
    gasUsed: Math.floor(rest.gasLimit * share),
    gasPremium: BigInt(Math.floor(Number(rest.gasFeeCap) * premium)),
  }));

describe('gas cost', () => {
  it('is exactly the node’s on every message of the tipsets', () => {
    expect(rows).toHaveLength(280);
    for (const { message: json, baseFee, gasUsed, cost, cid } of rows) {
      const { gasLimit, gasFeeCap, gasPremium } = messageFromJson(json);
      const own = gasCost({ baseFee: BigInt(baseFee), gasLimit, gasUsed, gasFeeCap, gasPremium });
      expect({
        cid,
        GasUsed: String(gasUsed),
        BaseFeeBurn: String(own.baseFeeBurn),
        OverEstimationBurn: String(own.overEstimationBurn),
        MinerPenalty: String(own.minerPenalty),
        MinerTip: String(own.minerTip),
        Refund: String(own.refund),
        TotalCost: String(own.totalCost),
      }).toEqual({ cid, ...cost });
    }
  });

  it('says of recorded messages what they could have saved', () => {
    let limits = 0;
    let caps = 0;
    for (const { message: json, baseFee, gasUsed, cost, cid } of rows) {
      const { gasLimit, gasFeeCap, gasPremium } = messageFromJson(json);
      const price = BigInt(baseFee);
      const pay = price < gasFeeCap ? price : gasFeeCap;
      const used = BigInt(gasUsed);
      const { limit, cap } = gasSavings({
        baseFee: price,
        gasLimit,
        gasUsed,
        gasFeeCap,
        gasPremium,
      });
      const tip = BigInt(cost.MinerTip);
      const fits = (used * 11n) / 10n;
      // Nothing is burnt of a limit that fits, and the tip is paid for less gas.
      const saved = BigInt(cost.OverEstimationBurn) + tip - (tip / BigInt(gasLimit)) * fits;
      expect({ cid, limit }).toEqual({
        cid,
        limit:
          used > 0n && BigInt(gasLimit) > fits && saved > 0n ? { gasLimit: fits, saved } : null,
      });
      expect({ cid, cap }).toEqual({ cid, cap: tip > 0n ? { feeCap: pay, saved: tip } : null });
      if (limit !== null) limits += 1;
      if (cap !== null) caps += 1;
    }
    expect([limits > 100, caps > 100]).toEqual([true, true]);
  });

  it('advises a limit of which nothing is burnt and none above costs less, and the lowest cap that costs the same', () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: 0, max: 1, noNaN: true }), (input, share) => {
        const { limit, cap, enough } = gasSavings(input);
        const paid = gasCost(input);
        if (enough === null) expect(input.gasFeeCap <= input.baseFee + input.gasPremium).toBe(true);
        else {
          const same = gasCost({ ...input, gasFeeCap: enough.feeCap });
          expect({ ...same, refund: same.refund + enough.freed }).toEqual(paid);
          const lower = gasCost({ ...input, gasFeeCap: enough.feeCap - 1n });
          if (input.gasPremium > 0n && input.gasLimit > 0)
            expect(lower.minerTip < paid.minerTip).toBe(true);
        }
        if (limit === null) {
          if (input.gasUsed > 0) expect(paid.overEstimationBurn).toBe(0n);
        } else {
          const better = gasCost({ ...input, gasLimit: limit.gasLimit });
          expect(limit.gasLimit >= BigInt(input.gasUsed)).toBe(true);
          expect(better.overEstimationBurn).toBe(0n);
          expect(paid.totalCost - better.totalCost).toBe(limit.saved);
          const between =
            limit.gasLimit +
            BigInt(Math.floor(Number(BigInt(input.gasLimit) - limit.gasLimit) * share));
          expect(gasCost({ ...input, gasLimit: between }).totalCost >= better.totalCost).toBe(true);
        }
        expect(cap?.saved ?? 0n).toBe(paid.minerTip);
      }),
      { numRuns: 1000 },
    );
  });

  it('adds up to gas limit times fee cap, no part negative', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const cost = gasCost(input);
        expect(cost.baseFeeBurn + cost.overEstimationBurn + cost.minerTip + cost.refund).toBe(
          BigInt(input.gasLimit) * input.gasFeeCap,
        );
        expect(cost.totalCost).toBe(BigInt(input.gasLimit) * input.gasFeeCap - cost.refund);
        for (const part of Object.values(cost)) expect(part >= 0n).toBe(true);
        if (input.baseFee <= input.gasFeeCap) expect(cost.minerPenalty).toBe(0n);
      }),
      { numRuns: 1000 },
    );
  });

  it('waives nothing but the base fee of the gas used', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const paid = gasCost({ ...input, burnBaseFee: true });
        const waived = gasCost({ ...input, burnBaseFee: false });
        expect(waived).toEqual({
          ...paid,
          baseFeeBurn: 0n,
          refund: paid.refund + paid.baseFeeBurn,
          totalCost: paid.totalCost - paid.baseFeeBurn,
        });
      }),
    );
  });

  it('penalises the miner for what is burnt of a limit too high as well', () => {
    const cost = gasCost({
      baseFee: 100n,
      gasLimit: 3000,
      gasUsed: 1000,
      gasFeeCap: 60n,
      gasPremium: 5n,
    });
    expect(cost).toMatchObject({
      overEstimationBurn: 60n * 2000n,
      minerPenalty: 40n * (1000n + 2000n),
    });
  });

  it('penalises the miner where the fee cap is below the base fee', () => {
    expect(
      gasCost({ baseFee: 100n, gasLimit: 1000, gasUsed: 1000, gasFeeCap: 60n, gasPremium: 5n }),
    ).toEqual({
      baseFeeBurn: 60_000n,
      overEstimationBurn: 0n,
      minerPenalty: 40_000n,
      minerTip: 0n,
      refund: 0n,
      totalCost: 60_000n,
    });
  });

  it.each([
    [0, 1000, 1000n],
    [1000, 1000, 0n],
    [1000, 1100, 0n],
    [1000, 1101, 0n],
    [1000, 1200, 20n],
    [1000, 2100, 1100n],
    [1000, 5000, 4000n],
    [1001, 1200, 19n],
    [1_000_000_000, 10_000_000_000, 9_000_000_000n],
  ])('burns of %d gas used under a limit of %d: %d', (used, limit, burnt) => {
    expect(overEstimationGas(used, limit)).toBe(burnt);
  });

  it('never burns more than is left', () => {
    fc.assert(
      fc.property(inputs, ({ gasUsed, gasLimit }) => {
        const burnt = overEstimationGas(gasUsed, gasLimit);
        expect(burnt >= 0n && burnt <= BigInt(gasLimit - gasUsed)).toBe(true);
      }),
    );
  });

  it('leaves the miner no negative premium', () => {
    expect(effectivePremium({ gasFeeCap: 10n, gasPremium: 4n }, 5n)).toBe(4n);
    expect(effectivePremium({ gasFeeCap: 10n, gasPremium: 4n }, 8n)).toBe(2n);
    expect(effectivePremium({ gasFeeCap: 10n, gasPremium: 4n }, 12n)).toBe(0n);
  });
});

describe('a premium that replaces another', () => {
  it.each([
    [0n, 1n],
    [1n, 2n],
    [3n, 4n],
    [101n, 127n],
    [100_000n, 125_001n],
  ])('of %s is %s', (premium, replacement) => {
    expect(replacementPremium(premium)).toBe(replacement);
  });

  it('is taken by the rule of older nodes, too: 64 of 256 parts more and 1 attoFIL', () => {
    fc.assert(
      fc.property(fees, (premium) => {
        expect(replacementPremium(premium)).toBe(premium + (premium * 64n) / 256n + 1n);
      }),
    );
  });
});
