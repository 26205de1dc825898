/** The whole timeline of the demo chain's pool, against what the programs that used it wrote down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMempool, type Mempool, type MempoolChange } from '../index.ts';
import { collectLog, DEMO_FOLDER, indexAll, startDemo, until, type Demo } from '../testing/demo.ts';

/** Number of InvokeContract. */
const INVOKE = '3844450837';
/** Below the first replaced message. */
const START = 700;
const END = 20_300;

const Cid = z.object({ '/': z.string() }).transform((cid) => cid['/']);
const activity = z
  .object({
    replaced: z.array(z.object({ first: Cid, second: Cid })),
    pending: z.array(z.object({ why: z.string(), cid: Cid })),
  })
  .parse(JSON.parse(readFileSync(join(DEMO_FOLDER, 'truth/activity.json'), 'utf8')));

async function pendingCids(store: Store): Promise<string[]> {
  const rows = await store.db
    .selectFrom('mempool')
    .select('cid')
    .where('departure', 'is', null)
    .orderBy('arrival')
    .execute();
  return rows.map(({ cid }) => cidOf(cid));
}

async function fateOf(store: Store, cid: string) {
  return store.db
    .selectFrom('mempool')
    .select(['fate', 'replaced_by'])
    .where('cid', '=', digestOf(cid))
    .executeTakeFirstOrThrow();
}

describe('the pool of the demo chain', () => {
  eachDatabase((open) => {
    let demo: Demo;
    let store: Store;
    let mempool: Mempool;
    const heard: MempoolChange[] = [];
    const lines: { level: string; message: string }[] = [];

    beforeAll(async () => {
      demo = await startDemo(START);
      store = await open();
      const collected = collectLog();
      mempool = createMempool({ node: demo.node, store, log: collected.log });
      mempool.onChange((change) => heard.push(change));
      mempool.start();
      await until(() => mempool.status().state === 'subscribed', 'the stream of the pool');
      await mempool.sync();
      await demo.recorded.advanceTo(END);
      await mempool.sync();
      lines.push(...collected.lines);
    });
    afterAll(async () => {
      await mempool.stop();
      await demo.close();
    });

    it('is in the end what the node has', async () => {
      const pool = await demo.node.mpoolPending();
      expect((await pendingCids(store)).sort()).toEqual(
        pool.map((message) => message.CID?.['/']).sort(),
      );
      expect(mempool.status()).toMatchObject({
        state: 'subscribed',
        size: pool.length,
        refused: 0,
      });
      for (const { cid } of activity.pending) expect(await pendingCids(store)).toContain(cid);
      expect(lines).toEqual([]);
    });

    it('links every replaced message with the one that took its place', async () => {
      expect(activity.replaced).toHaveLength(68);
      const links = new Set(
        heard.flatMap(({ replaced }) => replaced.map((pair) => pair.join(' '))),
      );
      const hex = (cid: string) => Buffer.from(digestOf(cid)).toString('hex');
      for (const { first, second } of activity.replaced) {
        expect(links).toContain(`${hex(first)} ${hex(second)}`);
        const { fate, replaced_by } = await fateOf(store, first);
        expect([fate, replaced_by && cidOf(replaced_by)]).toEqual([2, second]);
      }
    });

    it('learns from the chain what became of each', async () => {
      const unknown = async () =>
        (
          await store.db
            .selectFrom('mempool')
            .select('method_name')
            .where('departure', 'is', null)
            .where('method_name', 'like', 'Unknown (%')
            .execute()
        ).length;
      // No receiver is known before the chain is, but what an f410 address takes is.
      const calls = await store.db
        .selectFrom('mempool')
        .select('method_name')
        .distinct()
        .where('method', '=', INVOKE)
        .execute();
      expect(calls).toEqual([{ method_name: 'InvokeContract' }]);
      await store.db
        .updateTable('mempool')
        .set({ method_name: `Unknown (${INVOKE})`, selector: null })
        .where('method', '=', INVOKE)
        .execute();
      expect(await unknown()).toBeGreaterThan(0);
      await indexAll(store, demo.node);
      await mempool.sync();
      await until(async () => (await unknown()) === 0, 'the names of the calls');
      const rows = await store.db
        .selectFrom('mempool as m')
        .leftJoin('execution as e', 'e.cid', 'm.cid')
        .select(['m.fate', 'e.seq', 'm.replaced_by'])
        .where('m.departure', 'is not', null)
        .execute();
      expect(rows.length).toBeGreaterThan(6_000);
      for (const { fate, seq } of rows) if (fate === 1) expect(seq).not.toBeNull();
      // A miner took the replaced message in the end: then the replacement is what lost.
      let turned = 0;
      for (const { first, second } of activity.replaced) {
        const winner = await store.db
          .selectFrom('execution')
          .select('cid')
          .where('cid', 'in', [digestOf(first), digestOf(second)])
          .executeTakeFirstOrThrow();
        const [won, lost] = cidOf(winner.cid) === second ? [second, first] : [first, second];
        if (won === first) turned++;
        expect((await fateOf(store, won)).fate).toBe(1);
        const { fate, replaced_by } = await fateOf(store, lost);
        expect([fate, replaced_by && cidOf(replaced_by)]).toEqual([2, won]);
      }
      expect(turned).toBe(7);
    });
  });
});
