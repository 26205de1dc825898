import { beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { logFrom } from './log.ts';

/** Tipsets of the index, at every other height. */
const STORED = 1200;
const heightAt = (ordinal: number): number => 2 * ordinal;

eachDatabase((open) => {
  describe('the undo log', () => {
    let store: Store;

    beforeAll(async () => {
      store = await open();
      const none = new Uint8Array();
      await store.copy(
        'tipset',
        [
          ...(['height', 'ordinal', 'key', 'parent_key', 'timestamp', 'state_root'] as const),
          ...(['receipts_root', 'base_fee', 'parent_weight', 'block_count'] as const),
          ...(['win_count', 'message_count', 'null_rounds', 'executed'] as const),
        ],
        Array.from({ length: STORED }, (_, ordinal) => [
          ...[heightAt(ordinal), ordinal, none, none, 0, none, none, '0', '0', 1, 1, 0, 1, true],
        ]),
      );
    });

    /** Where it begins after arrivals of these ordinals. */
    const from = (finalHeight: number | null, first: number, last: number, final: number) =>
      store.transaction((trx) =>
        logFrom(
          trx,
          finalHeight,
          first === 0 ? null : { height: heightAt(first - 1), ordinal: first - 1 },
          {
            arrivals: Array.from({ length: last - first + 1 }, (_, i) => ({
              height: heightAt(first + i),
            })),
            final: { height: final },
          },
        ),
      );

    it('reaches to the 900th tipset, null rounds not counted', async () => {
      expect(await from(heightAt(1200), 1200, 1203, heightAt(1203))).toBe(heightAt(304));
      expect(await from(heightAt(1199), 1200, 1199, heightAt(1199))).toBe(heightAt(300));
      expect(await from(heightAt(2200), 1200, 2199, heightAt(2199))).toBe(heightAt(1300));
    });

    it('reaches to what may be reverted, however long ago', async () => {
      expect(await from(17, 1200, 1203, 17)).toBe(17);
      expect(await from(null, 1200, 1203, 0)).toBe(0);
    });

    it('is whole while the index is young', async () => {
      expect(await from(heightAt(899), 800, 899, heightAt(899))).toBe(0);
      expect(await from(heightAt(900), 800, 900, heightAt(900))).toBe(heightAt(1));
      expect(await from(0, 0, 0, 0)).toBe(0);
    });

    it('begins in a backfill as many epochs below its end as 900 tipsets had so far', async () => {
      const end = 4000;
      expect(await from(heightAt(1203), 1200, 1203, end)).toBe(end - 2 * 899);
      expect(await from(heightAt(1203), 1200, 1203, 100_000)).toBe(heightAt(1203));
      // By ten tipsets on eighteen epochs.
      expect(await from(heightAt(9), 0, 9, 1630)).toBe(10);
    });
  });
});
