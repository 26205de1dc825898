import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#store/testing/databases.ts';
import {
  extendLedger,
  gapsOf,
  joinRanges,
  readLedger,
  truncateLedger,
  type Range,
} from './ledger.ts';

const range = fc
  .tuple(fc.nat(60), fc.nat(12))
  .map(([from, length]): Range => ({ from, to: from + length }));

const heightsOf = (ranges: readonly Range[]): Set<number> =>
  new Set(
    ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
  );

describe('ranges', () => {
  it('join to the same heights, sorted, apart from each other', () => {
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const joined = joinRanges(ranges);
        expect(heightsOf(joined)).toEqual(heightsOf(ranges));
        for (const [index, { from }] of joined.entries())
          if (index > 0) expect(from).toBeGreaterThan((joined[index - 1]?.to ?? Infinity) + 1);
      }),
    );
  });

  it('and their gaps make up the whole', () => {
    fc.assert(
      fc.property(fc.array(range), range, (ranges, within) => {
        const covered = heightsOf(ranges);
        const missing = [...heightsOf([within])].filter((height) => !covered.has(height));
        expect([...heightsOf(gapsOf(ranges, within))].sort((a, b) => a - b)).toEqual(missing);
      }),
    );
  });
});

eachDatabase((open) => {
  it('the ledger joins what is adjacent and takes back what lies above a fork', async () => {
    const store = await open();
    await store.transaction(async (trx) => {
      await extendLedger(trx, [{ part: 'headers', from: 0, to: 4 }]);
      await extendLedger(trx, [{ part: 'headers', from: 10, to: 12 }]);
      await extendLedger(trx, [{ part: 'traces', from: 0, to: 11 }]);
      await extendLedger(trx, [{ part: 'headers', from: 9, to: 8 }]);
      expect(await readLedger(trx, 'headers')).toEqual([
        { from: 0, to: 4 },
        { from: 10, to: 12 },
      ]);
      await extendLedger(trx, [{ part: 'headers', from: 5, to: 9 }]);
      expect(await readLedger(trx, 'headers')).toEqual([{ from: 0, to: 12 }]);
      await truncateLedger(trx, { arrived: 8, executed: 7 });
      expect(await readLedger(trx, 'headers')).toEqual([{ from: 0, to: 8 }]);
      expect(await readLedger(trx, 'traces')).toEqual([{ from: 0, to: 7 }]);
    });
  });
});
