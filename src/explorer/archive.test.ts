/** Whoever reads a list that reorders goes on in it for 900 epochs, whatever became of the process. */
import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { createExplorer, type Explorer } from './index.ts';
import type { PageInput } from './input.ts';
import { PIN_EPOCHS } from './paging.ts';
import { makeChain, writeChain } from './testing/chain.ts';
import { minerRows, writeMiners } from './testing/miners.ts';
import { writeNetwork } from './testing/network.ts';

const LAST = 920;
/** A list is read at this head … */
const THEN = 14;
/** … and read on at this one, with which it can just be pinned no more at the next. */
const PINNED = THEN + PIN_EPOCHS - 1;

const LISTS = {
  'the rich list': (by: Explorer, input: PageInput) => by.richList.list(input),
  'a ranking': (by: Explorer, input: PageInput) => by.miner.ranking('power', input),
};

eachDatabase((open) => {
  describe('a snapshot of a list', () => {
    let store: Store;
    const chain = makeChain({ height: LAST, messages: 1 });

    async function moveTo(height: number): Promise<void> {
      const head = { head_height: height, head_key: chain.keyAt(height) };
      await store.db.updateTable('checkpoint').set(head).execute();
    }

    const kept = () => store.db.selectFrom('list_snapshot').select(['height', 'list']).execute();

    beforeAll(async () => {
      store = await open();
      await writeChain(store, chain);
      await writeNetwork(store, chain);
      await writeMiners(store, minerRows(chain, 3));
    });

    test.each(Object.entries(LISTS))('outlives its process: %s', async (_, list) => {
      await moveTo(THEN);
      const first = createExplorer(store);
      const beginning = await list(first, { pageSize: 1 });
      const before = beginning.data.next ?? '';
      const rest = await list(first, { before });
      expect(rest.data.next).toBeNull();
      await first.settled();
      await store.db
        .updateTable('actor')
        .set({ balance: sql`balance + 7`, last_seen_height: sql`last_seen_height + 7` })
        .execute();
      await store.db
        .updateTable('miner')
        .set({ raw_power: sql`raw_power + 7`, available: sql`available + 7` })
        .execute();

      await moveTo(PINNED);
      const head = beginning.head?.token ?? '';
      const second = createExplorer(store);
      expect((await list(second, { head, pageSize: 1 })).data).toEqual(beginning.data);
      expect((await list(second, { before })).data).toEqual(rest.data);
      expect((await list(second, {})).data).not.toEqual({ ...rest.data, next: null });

      await moveTo(PINNED + 1);
      for (const explorer of [first, second, createExplorer(store)])
        await expect(list(explorer, { before })).rejects.toMatchObject({ code: 'goneHead' });
    });

    test('goes when its head can be pinned no more', async () => {
      expect((await kept()).map(({ height }) => height)).toContain(THEN);
      const present = createExplorer(store);
      await present.richList.list({});
      await present.settled();
      expect((await kept()).map(({ height }) => height)).not.toContain(THEN);
    });

    test('of rows that this program does not write is none', async () => {
      await moveTo(PINNED);
      const { head } = await createExplorer(store).network.info();
      const doc = deflateSync('[{"number":1}]');
      const values = { head: head?.token ?? '', height: PINNED, list: 'rich-list account' };
      await store.db
        .insertInto('list_snapshot')
        .values({ ...values, size: doc.length, doc })
        .execute();
      await moveTo(PINNED + 1);
      await expect(
        createExplorer(store).richList.list({ actor: 'account', head: head?.token }),
      ).rejects.toMatchObject({ code: 'goneHead' });
    });

    test('that cannot be kept is answered all the same', async () => {
      const onError = vi.fn();
      await store.db.schema.alterTable('list_snapshot').renameTo('elsewhere').execute();
      const explorer = createExplorer(store, { onError });
      expect((await explorer.richList.list({})).data.totalCount).toBeGreaterThan(0);
      await explorer.settled();
      expect(onError).toHaveBeenCalledOnce();
      await store.db.schema.alterTable('elsewhere').renameTo('list_snapshot').execute();
    });
  });
});
