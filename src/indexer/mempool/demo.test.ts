/** The whole timeline of the demo chain's pool, against what the programs that used it wrote down. */
import { cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMempool, type Mempool, type MempoolChange } from '../index.ts';
import { collectLog, demoAt, indexAll, startDemo, until, type Demo } from '../testing/demo.ts';

/** Number of InvokeContract. */
const INVOKE = '3844450837';
/** Below the first replaced message. */
const START = 700;
const END = 20_300;
/** Here messages wait that the next tipsets execute. */
const EARLY = 1_300;

const Cid = z.object({ '/': z.string() }).transform((cid) => cid['/']);
const activity = z
  .object({
    replaced: z.array(z.object({ first: Cid, second: Cid })),
    pending: z.array(z.object({ why: z.string(), cid: Cid })),
  })
  .parse(demoFile('truth/activity.json'));

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
    const closing: (() => Promise<void>)[] = [];
    const heard: MempoolChange[] = [];
    const lines: { level: string; message: string }[] = [];

    beforeAll(async () => {
      demo = await begun(START);
      store = await open();
      const collected = collectLog();
      mempool = await follow(demo, store, collected.log);
      mempool.onChange((change) => heard.push(change));
      await demo.recorded.advanceTo(END);
      await mempool.sync();
      lines.push(...collected.lines);
    });
    afterAll(async () => {
      for (const close of closing.reverse()) await close();
    });

    async function begun(height: number): Promise<Demo> {
      const begun = await startDemo(height);
      closing.push(() => begun.close());
      return begun;
    }

    async function follow({ node }: Demo, store: Store, log = collectLog().log): Promise<Mempool> {
      const mempool = createMempool({ node, store, log });
      closing.push(() => mempool.stop());
      mempool.start();
      await until(() => mempool.status().state === 'subscribed', 'the stream of the pool');
      await mempool.sync();
      return mempool;
    }

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

    it('dates what comes by the chain, whose index knows no network yet', async () => {
      const { Blocks } = await demo.node.chainHead();
      const rows = await store.db.selectFrom('mempool').select('first_seen').execute();
      const latest = Math.max(...rows.map((row) => row.first_seen));
      expect(latest).toBeLessThanOrEqual(Number(Blocks[0]?.Timestamp));
      expect(latest).toBeGreaterThan(Number(Blocks[0]?.Timestamp) - 86_400);
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
      // No receiver is known before the chain is, but what an f410 address takes is.
      const calls = await store.db
        .selectFrom('mempool')
        .select(['method_name', 'selector'])
        .where('method', '=', INVOKE)
        .execute();
      expect(new Set(calls.map((call) => call.method_name))).toEqual(new Set(['InvokeContract']));
      expect(calls.some(({ selector }) => selector !== null)).toBe(true);
      const indexed = await open(demoAt(END));
      const pooled = (await store.db.selectFrom('mempool').selectAll().execute()).map((row) => ({
        ...row,
        version: uint64(row.version),
        nonce: uint64(row.nonce),
        method: uint64(row.method),
      }));
      for (let at = 0; at < pooled.length; at += 500)
        await indexed.db
          .insertInto('mempool')
          .values(pooled.slice(at, at + 500))
          .execute();
      await indexed.db
        .updateTable('mempool')
        .set({ method_name: `Unknown (${INVOKE})`, selector: null })
        .where('method', '=', INVOKE)
        .execute();
      const unknown = async () =>
        (
          await indexed.db
            .selectFrom('mempool')
            .select('method_name')
            .where('departure', 'is', null)
            .where('method_name', 'like', 'Unknown (%')
            .execute()
        ).length;
      expect(await unknown()).toBeGreaterThan(0);
      await follow(demo, indexed);
      await until(async () => (await unknown()) === 0, 'the names of the calls');
      const rows = await indexed.db
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
        const winner = await indexed.db
          .selectFrom('execution')
          .select('cid')
          .where('cid', 'in', [digestOf(first), digestOf(second)])
          .executeTakeFirstOrThrow();
        const [won, lost] = cidOf(winner.cid) === second ? [second, first] : [first, second];
        if (won === first) turned++;
        expect((await fateOf(indexed, won)).fate).toBe(1);
        const { fate, replaced_by } = await fateOf(indexed, lost);
        expect([fate, replaced_by && cidOf(replaced_by)]).toEqual([2, won]);
      }
      expect(turned).toBe(7);
    });

    it('hears of it as the chain goes on', async () => {
      const early = await begun(EARLY);
      const indexed = await open(demoAt(EARLY));
      await follow(early, indexed);
      await early.recorded.advanceTo(EARLY + 20);
      await indexAll(indexed, early.node);
      const executed = async () =>
        (await indexed.db.selectFrom('mempool').select('cid').where('fate', '=', 1).execute())
          .length;
      await until(async () => (await executed()) > 0, 'a message that was executed');
    });
  });
});
