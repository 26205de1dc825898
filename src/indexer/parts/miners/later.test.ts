import { openEither } from '#store/testing/kept.ts';
import { describe, expect, it } from 'vitest';
import { indexAll, startDemo } from '../../testing/demo.ts';
import { compareProviders } from '../../testing/providers.ts';

describe('an index that begins later', () => {
  it('takes over all providers as they are at its first tipset', async () => {
    const demo = await startDemo(19_640);
    const store = await openEither();
    try {
      await indexAll(store, demo.node, { startHeight: 19_560 });
      const tip = await demo.node.chainHead();
      await compareProviders(store, demo.node, tip.Cids);
      const rows = await store.db.selectFrom('miner').selectAll().execute();
      expect(rows.map((row) => row.created_height)).toEqual(rows.map(() => null));
      const first = await store.db
        .selectFrom('miner_power')
        .selectAll()
        .where('since', '=', 19_560)
        .execute();
      expect(first).toHaveLength(17);
    } finally {
      await store.close();
      await demo.close();
    }
  }, 300_000);
});
