/** What a state at an epoch stands on where the index begins with a null round. */
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createExplorer, type Explorer } from './index.ts';
import { isNull, makeChain, writeChain } from './testing/chain.ts';

/** No tipset is at the height that the index begins with. */
const START = 6;
const HEAD = 26;
const OWNER = 100;

eachDatabase((open) => {
  let store: Store;
  let explorer: Explorer;

  beforeAll(async () => {
    store = await open();
    expect(isNull(START)).toBe(true);
    await writeChain(store, makeChain({ height: HEAD, messages: 1 }));
    await store.db.deleteFrom('tipset').where('height', '<', START).execute();
    await store.db.updateTable('network').set({ start_height: START }).execute();
    await store.db.deleteFrom('balance').where('actor_id', '=', OWNER).execute();
    await store.db
      .insertInto('balance')
      .values([
        // As older balances are taken over.
        { actor_id: OWNER, height: START - 1, balance: '700' },
        { actor_id: OWNER, height: 10, balance: '900' },
      ])
      .execute();
    explorer = createExplorer(store);
  });

  describe('an index that begins with a null round', () => {
    it('tells of its first epochs the balances that it took over, not 0', async () => {
      const { data } = await explorer.account.balanceStats(`f0${OWNER}`, {
        duration: '24h',
        samples: 288,
      });
      const told = data.map(({ height, balance, bands }) => [
        height,
        balance,
        bands.balance?.first,
        bands.balance?.min,
      ]);
      expect(told).toEqual([
        [6, '700', '700', '700'],
        [16, '900', '700', '700'],
        [26, '900', '900', '900'],
      ]);
    });
  });
});
