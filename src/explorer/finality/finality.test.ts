import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';

const TOP = 1300;
const FINAL = TOP - 10;

eachDatabase((open) => {
  describe('finality', () => {
    let store: Store;
    let explorer: Explorer;
    const chain = makeChain({ height: TOP, messages: 1 });
    const at = async (height: number) => (await explorer.tipset.at(height)).data.finality;

    beforeAll(async () => {
      store = await open();
      await writeChain(store, chain);
      explorer = createExplorer(store);
    });

    test('goes by the calculator alone without F3', async () => {
      expect(await at(TOP)).toEqual({
        status: 'included',
        ecDepth: 0,
        ecProbability: 1,
        f3Instance: null,
        f3Height: null,
      });
      const depths = [1, 5, 9, 20, 60, 300];
      const found = await Promise.all(depths.map((depth) => at(TOP - depth)));
      expect(found.map(({ status }) => status)).toEqual([
        'executed',
        'executed',
        'executed',
        'final',
        'final',
        'final',
      ]);
      const chances = found.map(({ ecProbability }) => ecProbability ?? Number.NaN);
      // The deeper, the surer; two blocks per tipset are few.
      for (const [index, chance] of chances.slice(1).entries())
        expect(chance).toBeLessThanOrEqual(chances[index] ?? 0);
      expect(chances[0]).toBeGreaterThan(0);
      // Beyond 900 epochs nothing is reverted.
      expect(await at(TOP - 900)).toMatchObject({ ecDepth: 900, ecProbability: 0 });
    });

    test('names the certificate of a height, of this chain only', async () => {
      const base = TOP - 9;
      await store.db
        .insertInto('certificate')
        .values([
          { instance: 6, base_height: base - 7, height: base - 3, key: chain.keyAt(base - 3) },
          { instance: 7, base_height: base - 3, height: base, key: chain.keyAt(base) },
          // Another branch's, and one of which the certificate before it is not known.
          { instance: 8, base_height: base, height: base + 2, key: chain.keyAt(base) },
          { instance: 10, base_height: TOP - 4, height: TOP - 2, key: chain.keyAt(TOP - 2) },
        ])
        .execute();
      expect(await at(base)).toMatchObject({
        status: 'certified',
        f3Instance: 7,
        f3Height: TOP - 2,
      });
      expect(await at(base - 3)).toMatchObject({ status: 'final', f3Instance: 6 });
      expect(await at(base + 1)).toMatchObject({ status: 'certified', f3Instance: null });
      expect(await at(TOP - 3)).toMatchObject({ status: 'certified', f3Instance: 10 });
      expect(await at(TOP - 1)).toMatchObject({ status: 'executed', f3Instance: null });
      expect(await at(FINAL)).toMatchObject({ status: 'final' });
    });
  });
});
