import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { indexAll, startDemo, type Demo } from './testing/demo.ts';

const START = 200;
const HEAD = 400;

let demo: Demo;
let store: Store;
beforeAll(async () => {
  demo = await startDemo(HEAD);
  store = await openEither();
});
afterAll(async () => {
  await store.close();
  await demo.close();
});

it('says once that the index has filled, and since when the node has its head', async () => {
  const filled = (lines: Awaited<ReturnType<typeof indexAll>>) =>
    lines.filter(({ message }) => message === 'The index has filled');
  const before = Date.now();
  expect(filled(await indexAll(store, demo.node, { startHeight: START }))).toHaveLength(1);
  const status = await store.db.selectFrom('status').selectAll().executeTakeFirstOrThrow();
  expect(status.node_height).toBe(demo.recorded.position().headHeight);
  // Seen once, before the first tipset was written: writing them does not make it newer.
  const seen = status.head_seen_at?.getTime() ?? 0;
  expect(seen).toBeGreaterThanOrEqual(before);
  expect(seen).toBeLessThan(status.updated_at.getTime());
  await demo.recorded.step();
  expect(filled(await indexAll(store, demo.node, { startHeight: START }))).toHaveLength(0);
});
