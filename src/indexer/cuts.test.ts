/** However the timeline is cut (heads met or missed, restarts in between), the index is the same. */
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences } from './testing/facts.ts';
import { demoAt, indexAll, startDemo, startIndexer } from './testing/demo.ts';

/** The first fork replaces the head of 1504; blocks of one height come one by one around it. */
const BEFORE = 1_490;
const AFTER = 1_560;
const RUNS = 5;

let straight: Store;
beforeAll(async () => {
  straight = await openEither(demoAt(BEFORE));
  const demo = await startDemo(BEFORE);
  await demo.recorded.advanceTo(AFTER);
  await indexAll(straight, demo.node);
  await demo.close();
});
afterAll(() => straight?.close());

/** What happens between two looks of the indexer at the node. */
const cut = fc.record({
  /** Head changes that nobody sees. */
  changes: fc.integer({ min: 1, max: 12 }),
  /** Whether the indexer ends and another one goes on. */
  restart: fc.boolean(),
});

test('random cuts of the timeline lead to the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 3, maxLength: 12 }), async (cuts) => {
      const demo = await startDemo(BEFORE);
      const store = await openEither(demoAt(BEFORE));
      let running = startIndexer(store, demo.node);
      try {
        await running.indexer.sync();
        for (let at = 0; demo.recorded.position().headHeight < AFTER; at++) {
          const { changes, restart } = cuts[at % cuts.length] ?? { changes: 1, restart: false };
          for (let n = 0; n < changes && demo.recorded.position().headHeight < AFTER; n++)
            await demo.recorded.stepChange();
          if (restart) {
            await running.indexer.stop();
            running = startIndexer(store, demo.node);
          }
          await running.indexer.sync();
        }
        await running.indexer.stop();
        expect(await differences(store, straight)).toEqual([]);
      } finally {
        await running.indexer.stop();
        await store.close();
        await demo.close();
      }
    }),
    { numRuns: RUNS },
  );
}, 1_200_000);
