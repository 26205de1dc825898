/** The demo chain, indexed along its forks and at once. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { digestOf } from '#filecoin/encoding/cid.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { openOnServer } from '#store/testing/kept.ts';
import type { Store } from '#store/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Indexer } from './index.ts';
import { demoAt, startDemo, startIndexer, until, type Demo } from './testing/demo.ts';
import { differences } from './testing/facts.ts';
import { verify } from './verify/index.ts';

const manifest = z
  .object({
    canonicalTipsets: z.number(),
    nullRounds: z.number(),
    head: z.object({ height: z.number(), key: z.array(z.string()) }),
    forks: z.array(z.object({ depth: z.number(), from: z.number() })),
  })
  .parse(demoFile('manifest.json'));

/** Replays the timeline: head by head around the forks, in long steps elsewhere. */
async function replay(demo: Demo, indexer: Indexer): Promise<void> {
  const { recorded } = demo;
  await indexer.sync();
  for (const { from } of manifest.forks) {
    await recorded.advanceTo(from - 6);
    await indexer.sync();
    while (!recorded.position().ended && recorded.position().headHeight < from + 80) {
      await recorded.stepChange();
      await indexer.sync();
    }
  }
  await recorded.advanceTo(manifest.head.height);
  while (!recorded.position().ended) await recorded.stepChange();
  await indexer.sync();
}

/**
 * Where there are both databases, the forks are met on the server, and its rows are held against the node
 * in full; those of the other are the same.
 */
const BOTH = process.env['SEXTANT_TEST_POSTGRES'] !== 'off';

eachDatabase((open, kind) => {
  const inFull = kind === 'postgres' || !BOTH;

  describe('the demo chain', () => {
    let demo: Demo;
    let replayed: Store;
    let straight: Store;
    let indexer: Indexer;
    let reorganisations = { count: 0, deepest: 0 };
    const heads: { height: number; reorgFrom?: number | undefined }[] = [];

    beforeAll(async () => {
      straight = await open(demoAt(manifest.head.height));
      demo = await startDemo(inFull ? 1490 : manifest.head.height);
      if (!inFull) {
        while (!demo.recorded.position().ended) await demo.recorded.stepChange();
        return;
      }
      replayed = await open(demoAt(1490));
      replayed.onHead((head) => heads.push(head));
      const running = startIndexer(replayed, demo.node);
      indexer = running.indexer;
      await replay(demo, indexer);
      reorganisations = {
        count: indexer.metrics.reorganisations,
        deepest: indexer.metrics.deepestReorganisation,
      };
      await indexer.stop();
      expect(running.lines.filter((line) => line.level !== 'info')).toEqual([]);
    }, 600_000);
    afterAll(() => demo.close());

    it.runIf(inFull)('has met every fork and said so', async () => {
      expect(reorganisations.count).toBeGreaterThanOrEqual(manifest.forks.length);
      expect(reorganisations.deepest).toBeGreaterThanOrEqual(
        Math.max(...manifest.forks.map((fork) => fork.depth)),
      );
      expect(heads.filter((head) => head.reorgFrom !== undefined)).toHaveLength(
        reorganisations.count,
      );
      const orphans = await replayed.db
        .selectFrom('block')
        .select(['height', 'block_reward', 'tips', 'penalty'])
        .where('orphaned', '=', true)
        .execute();
      // Each losing branch leaves blocks at so many heights. After the second fork the old branch won
      // again: a lighter head is not followed, so nothing happened.
      const left = manifest.forks.map(({ from }) => [
        from,
        new Set(orphans.map((row) => row.height).filter((at) => at >= from && at <= from + 60))
          .size,
      ]);
      expect(left).toEqual([
        [1504, 1],
        [4220, 0],
        [7304, 4],
        [9114, 1],
        [12511, 6],
        [15206, 11],
        [16805, 3],
        [18603, 2],
        [20064, 2],
      ]);
      expect(new Set(orphans.map((row) => row.block_reward ?? row.tips ?? row.penalty))).toEqual(
        new Set([null]),
      );
    });

    it.runIf(inFull)(
      'is the same after all forks as when indexed straight',
      async () => {
        expect(await differences(replayed, straight)).toEqual([]);
      },
      300_000,
    );

    it.runIf(inFull)('ends where the recording ends', () => {
      expect(indexer.status()).toMatchObject({ state: 'ended', reason: null });
    });

    it.skipIf(inFull)('is the same on PostgreSQL', async () => {
      const other = await openOnServer(demoAt(manifest.head.height));
      expect(await differences(straight, other).finally(() => other.close())).toEqual([]);
    });

    it('has every height in the ledger, to the end of the recording', async () => {
      const checkpoint = await straight.db
        .selectFrom('checkpoint')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(checkpoint.head_height).toBe(manifest.head.height);
      expect(toHex(checkpoint.head_key ?? new Uint8Array())).toBe(
        manifest.head.key.map((cid) => toHex(digestOf(cid))).join(''),
      );
      const last = manifest.head.height;
      const ledger = await straight.db.selectFrom('progress').selectAll().orderBy('part').execute();
      expect(
        new Set(ledger.map((row) => `${row.part} ${row.from_height}-${row.to_height}`)),
      ).toEqual(
        new Set([
          `headers 0-${last}`,
          `messages 0-${last}`,
          `state 0-${last - 1}`,
          `traces 0-${last - 1}`,
          `proof:messages 0-${last}`,
          `proof:receipts 0-${last - 1}`,
          `proof:events 0-${last - 1}`,
          `proof:state 0-${last - 1}`,
        ]),
      );
      const tipsets = await straight.db
        .selectFrom('tipset')
        .select(({ fn }) => [
          fn.countAll<number>().as('count'),
          fn.sum<number>('null_rounds').as('null_rounds'),
          fn.max('ordinal').as('ordinal'),
        ])
        .executeTakeFirstOrThrow();
      expect(Number(tipsets.count)).toBe(manifest.canonicalTipsets);
      expect(Number(tipsets.null_rounds)).toBe(manifest.nullRounds);
      expect(tipsets.ordinal).toBe(manifest.canonicalTipsets - 1);
    });

    it('differs in nothing from what the node answers at the end', async () => {
      const compared: Record<string, number> = {};
      const sample = inFull ? Number.POSITIVE_INFINITY : 50;
      for await (const check of verify({ store: straight, node: demo.node, sample })) {
        expect([check.name, check.differences]).toEqual([check.name, []]);
        compared[check.name] = check.compared;
      }
      expect(Object.entries(compared).filter(([, count]) => count === 0)).toEqual([
        ['tipsets that were let pass', 0],
      ]);
      // Ten of the largest holders and more of each token: contracts answer at the end only.
      if (inFull) expect(compared['balances of tokens, by their contracts']).toBeGreaterThan(100);
    }, 600_000);

    it('goes on where it was after a restart, and finds nothing to do', async () => {
      const before = await straight.db.selectFrom('checkpoint').selectAll().executeTakeFirst();
      const { indexer: again } = startIndexer(straight, demo.node);
      await again.sync();
      await until(() => again.status().state === 'ended', 'the end');
      await again.stop();
      expect(await straight.db.selectFrom('checkpoint').selectAll().executeTakeFirst()).toEqual(
        before,
      );
    });
  });
});
