import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EncodingError } from '../encoding/bytes.ts';
import {
  addVesting,
  lockedReward,
  packVesting,
  takeSoonest,
  unpackVesting,
  vestedAt,
  vestingSum,
  type VestingTable,
} from './vesting.ts';

const DAY = 2880;
const amounts = fc.bigInt({ min: 1n, max: 10n ** 24n });
const tables: fc.Arbitrary<VestingTable> = fc
  .uniqueArray(fc.tuple(fc.nat(1_000_000), amounts), { selector: ([epoch]) => epoch })
  .map((funds) => funds.sort(([a], [b]) => a - b).map(([epoch, amount]) => ({ epoch, amount })));

describe('a vesting table', () => {
  it('begins as deposits of providers of the demo chain’s genesis did', () => {
    // Locked at epoch 0, and what the states told to vest next.
    for (const [offset, epoch, amount] of [
      [658, 3538, 40520346n],
      [-2726, 3034, 34748086n],
      [1360, 4240, 48560279n],
      [3958, 3958, 45330562n],
    ] as const) {
      const table = addVesting([], 0, 5937181320n, offset);
      expect(table[0]).toEqual({ epoch, amount });
      expect(vestingSum(table)).toBe(5937181320n);
    }
  });

  it('spreads a sum over 180 days, on half days of the proving period', () => {
    fc.assert(
      fc.property(
        ...[fc.nat(10_000_000), amounts, fc.integer({ min: -DAY, max: 10_000_000 }), tables],
        (epoch, sum, start, before) => {
          const added = addVesting([], epoch, sum, start);
          expect(vestingSum(added)).toBe(sum);
          expect(added.length).toBeLessThanOrEqual(180);
          for (const fund of added) {
            expect(Math.abs((fund.epoch - start) % (DAY / 2))).toBe(0);
            expect(fund.epoch).toBeGreaterThanOrEqual(epoch + DAY);
            expect(fund.epoch).toBeLessThan(epoch + 181 * DAY);
            // Never later than evenly.
            const even = (sum * BigInt(fund.epoch - epoch)) / BigInt(180 * DAY);
            const vested = vestedAt(added, fund.epoch + 1);
            expect(vested).toBe(even < sum ? even : sum);
          }
          const both = addVesting(before, epoch, sum, start);
          const epochs = both.map((fund) => fund.epoch);
          expect(epochs).toEqual([...new Set(epochs)].sort((a, b) => a - b));
          for (const at of [...epochs, 0, epoch])
            expect(vestedAt(both, at)).toBe(vestedAt(before, at) + vestedAt(added, at));
        },
      ),
    );
  });

  it('loses the soonest first', () => {
    fc.assert(
      fc.property(tables, amounts, (table, sum) => {
        const rest = takeSoonest(table, sum);
        const all = vestingSum(table);
        expect(vestingSum(rest)).toBe(all > sum ? all - sum : 0n);
        // What is left are the last ones, the first of them perhaps in part.
        const tail = table.slice(table.length - rest.length);
        expect(rest.map(({ epoch }) => epoch)).toEqual(tail.map(({ epoch }) => epoch));
        expect(rest.slice(1)).toEqual(tail.slice(1));
      }),
    );
  });

  it('is the same out of its bytes', () => {
    fc.assert(
      fc.property(tables, (table) => {
        const packed = packVesting(table);
        expect(unpackVesting(packed)).toEqual(table);
        if (packed.length > 0)
          expect(() => unpackVesting(packed.subarray(0, -1))).toThrow(EncodingError);
      }),
    );
  });

  it('locks three quarters of what a block pays', () => {
    expect([0n, 1n, 4n, 7n, 10n ** 18n].map(lockedReward)).toEqual([
      0n,
      0n,
      3n,
      5n,
      75n * 10n ** 16n,
    ]);
  });
});
