/** Allocations that the upgrade to network version 17 made without messages, on made chains. */
import { createExplorer } from '#explorer/explorer.ts';
import { MIGRATED_SUBJECT } from '#store/opening.ts';
import { describe, expect, it, vi } from 'vitest';
import { Migration } from './opening/migrated.ts';
import { MIGRATED } from './opening/storage.ts';
import { indexAll, startIndexer, until } from './testing/demo.ts';
import { canonical, clear, differences, differencesFrom } from './testing/facts.ts';
import { OTHER, PAYEE } from './testing/made-index.ts';
import {
  allocations,
  CLAIM,
  clientOf,
  done,
  FAST,
  migratedIndex,
  progress,
  REMOVE,
  settle,
  touch,
  UPGRADE,
} from './testing/made-migration.ts';

const { index, make } = migratedIndex();

it('are those of an index that may meet it', async () => {
  const asked = vi.fn();
  const of = (upgrade: number | undefined, start: number, parent = 0) =>
    Migration.of(
      {
        upgrades: upgrade === undefined ? {} : { UpgradeSharkHeight: upgrade },
        carriedOut: async ({ height }) => {
          asked(height);
          return upgrade !== undefined && parent <= upgrade ? ['Shark'] : [];
        },
      },
      start,
    );
  expect([of(undefined, 0), of(-16, 0), of(-1, 5)]).toEqual([null, null, null]);
  expect([of(0, 0), of(9, 9), of(9, 909)]).not.toContain(null);
  // It begins far behind.
  expect(of(9, 910)).toBeNull();

  const tipset = (height: number) => ({ height, name: '', parentKey: Uint8Array.of(height) });
  const inner = of(9, 0);
  expect(await inner?.isBy(tipset(9), 8)).toBe(false);
  expect(await inner?.isBy(tipset(10), 9)).toBe(true);
  expect(await inner?.isBy(tipset(14), 9)).toBe(true);
  expect(await inner?.isBy(tipset(14), 10)).toBe(false);
  // The first of an index: what is below it is asked for once, where it may be the upgrade or not.
  expect(await inner?.isBy(tipset(10), null)).toBe(true);
  expect(asked).not.toHaveBeenCalled();
  for (const [parent, carries] of [
    [9, true],
    [10, false],
  ] as const) {
    const first = of(9, 12, parent);
    for (let time = 0; time < 2; time++) expect(await first?.isBy(tipset(12), null)).toBe(carries);
  }
  expect(asked.mock.calls).toEqual([[12], [12]]);
});

it('are walked once they are final, and come last in their lists', async () => {
  const chain = make(7);
  for (let height = 1; height < 7; height++) chain.add();
  const { indexer } = startIndexer(index().store, chain.node, FAST);
  await indexer.sync();
  expect(await allocations(index().store)).toEqual([]);
  expect(indexer.metrics.opening).toBeNull();
  settle(chain);
  await indexer.sync();
  await indexer.stop();
  await index().isSound();
  const rows = await allocations(index().store);
  expect(
    rows.map(({ id, client_id, ord, height, cid, status }) => ({
      id,
      client_id,
      ord,
      height,
      cid,
      status,
    })),
  ).toEqual(
    rows.map((_, at) => ({
      id: at + 1,
      client_id: clientOf(at + 1),
      ord: null,
      height: UPGRADE + 1,
      cid: null,
      status: 0,
    })),
  );
  expect(rows).toHaveLength(7);
  expect(await progress(index().store)).toEqual(done(7));
  expect(indexer.metrics.opening).toEqual([
    { subject: MIGRATED_SUBJECT, taken: 7, done: true, refused: null },
  ]);
  const explorer = createExplorer(index().store);
  const status = await explorer.network.status();
  expect(status.opening).toEqual(indexer.metrics.opening);
  const { data } = await explorer.dataCap.allocations({ address: `f0${PAYEE}` });
  expect(data.totalCount).toBe(3);
  expect(data.allocations.map(({ id, height }) => [id, height])).toEqual([
    [7, UPGRADE + 1],
    [4, UPGRADE + 1],
    [1, UPGRADE + 1],
  ]);
});

describe('whatever comes first', () => {
  /** Three slices. */
  const COUNT = 4_500;
  const TOUCHED = [3, 4_000, 2_000, 1_111, 4_499];

  it('the walk, what touches them, or a kill in between, the rows are the same', async () => {
    const chain = make(COUNT);
    for (let height = 1; height < 7; height++) chain.add();
    settle(chain);
    const { store, other } = index();
    // Walked first.
    await indexAll(store, chain.node, FAST);
    expect(await progress(store)).toEqual(done(COUNT));
    // The first slice only.
    const read = MIGRATED.read.bind(MIGRATED);
    vi.spyOn(MIGRATED, 'read').mockImplementation((source, after) =>
      after === null ? read(source, after) : new Promise(() => undefined),
    );
    const { indexer } = startIndexer(other, chain.node, FAST);
    await until(async () => (await progress(other)).length > 0, 'a slice');
    await indexer.stop();
    vi.restoreAllMocks();
    const [{ after, taken, ...rest } = expect.unreachable()] = await progress(other);
    expect([taken, rest.done]).toEqual([2_000, false]);
    expect(after).not.toBeNull();
    expect(await allocations(other)).toHaveLength(2_000);

    TOUCHED.forEach((id, at) =>
      chain.add([touch(at % 2 === 0 ? CLAIM : REMOVE, id, COUNT, TOUCHED.slice(0, at))]),
    );
    settle(chain);
    await indexAll(store, chain.node, FAST);
    await index().isSound();
    const ended = (await allocations(store)).filter(({ status }) => status !== 0);
    expect(ended.map(({ id, status }) => [id, status])).toEqual([
      [3, 1],
      [1_111, 2],
      [2_000, 1],
      [4_000, 2],
      [4_499, 1],
    ]);
    await indexAll(other, chain.node, FAST);
    expect(await progress(other)).toEqual(done(COUNT));
    expect(await differences(store, other)).toEqual([]);

    // All are touched before the walk begins.
    const expected = await canonical(store);
    await index().clear();
    await indexAll(store, chain.node, FAST);
    expect(await progress(store)).toEqual(done(COUNT));
    expect(await differencesFrom(store, expected)).toEqual([]);
  });
});

describe('what a tipset touches of them goes with a fork', () => {
  const COUNT = 7;

  it.each([
    ['that takes back the upgrade', UPGRADE - 1],
    ['that takes back what was executed of it', UPGRADE + 1],
    ['that leaves one of them touched', UPGRADE + 2],
    ['that leaves them touched', UPGRADE + 3],
  ])('%s', async (_, below) => {
    const chain = make(COUNT);
    const { store, other } = index();
    const all = [chain.genesis];
    for (let height = 1; height <= UPGRADE + 1; height++) all.push(chain.add());
    all.push(chain.add([touch(CLAIM, 1, COUNT)]), chain.add([touch(REMOVE, 2, COUNT, [1])]));
    all.push(chain.add(), chain.add());
    const { indexer } = startIndexer(store, chain.node, FAST);
    await indexer.sync();
    const touched = await allocations(store);
    expect(touched.map(({ id, height, status }) => [id, height, status])).toEqual([
      [1, UPGRADE + 1, 1],
      [2, UPGRADE + 1, 2],
    ]);
    // The other branch has null rounds, and touches others.
    const on = all[below] ?? expect.unreachable();
    chain.add([], { on, height: UPGRADE + 9, branch: 1 });
    await indexer.sync();
    expect(indexer.metrics.reorganisations).toBe(1);
    await index().isSound();
    // With the upgrade go those that were touched; else they stay known.
    const same = async () => {
      if (below > UPGRADE + 1) return;
      await indexAll(other, chain.node);
      expect(await differences(store, other)).toEqual([]);
    };
    await same();
    const gone = [1, 2].slice(0, Math.max(0, below - UPGRADE - 1));
    for (const id of [2, 5].filter((each) => !gone.includes(each))) {
      chain.add([touch(CLAIM, id, COUNT, gone)]);
      gone.push(id);
    }
    chain.add();
    await indexer.sync();
    await same();
    settle(chain);
    await indexer.sync();
    await indexer.stop();
    expect(await allocations(store)).toHaveLength(COUNT);
    expect(await progress(store)).toEqual(done(COUNT));
    await index().isSound();
    await clear(other);
    await indexAll(other, chain.node);
    expect(await differences(store, other)).toEqual([]);
  });
});

describe('an index that begins late takes over the same', () => {
  it.each([
    ['below the upgrade', UPGRADE - 1, UPGRADE + 1],
    ['with the tipset that carries it out', UPGRADE + 1, UPGRADE + 1],
    ['at that tipset, with null rounds between', UPGRADE + 4, UPGRADE + 4],
    ['at null rounds between', UPGRADE + 2, UPGRADE + 4],
  ])('%s', async (_, startHeight, carries) => {
    const COUNT = 7;
    const chain = make(COUNT);
    const { store, other } = index();
    for (let height = 1; height <= UPGRADE; height++) chain.add();
    for (let height = carries; height < carries + 3; height++) chain.add([], { height });
    const { calls = [] } = touch(CLAIM, 3, COUNT);
    chain.add([{ from: OTHER, to: PAYEE, calls: calls.map((call) => ({ ...call, from: PAYEE })) }]);
    settle(chain);
    await indexAll(store, chain.node);
    const { indexer } = startIndexer(other, chain.node, { startHeight });
    await until(
      async () => (await progress(other)).length > 0 || indexer.metrics.nodeFailures > 3,
      'the walk',
    );
    await indexer.stop();
    expect(indexer.metrics.lastError).toBeNull();
    expect(await progress(other)).toEqual(done(COUNT));
    expect(await allocations(other)).toHaveLength(COUNT);
    expect(await differences(store, other, ['allocation', 'claim', 'older_storage'])).toEqual([]);
  });

  it('not when it begins behind that tipset: then they are older than the index', async () => {
    const COUNT = 7;
    const chain = make(COUNT);
    const { other } = index();
    for (let height = 1; height <= UPGRADE + 4; height++) chain.add();
    settle(chain);
    const { indexer } = startIndexer(other, chain.node, { startHeight: UPGRADE + 2, ...FAST });
    const all = async () => (await allocations(other)).length === COUNT;
    await until(async () => (await all()) || indexer.metrics.nodeFailures > 3, 'the opening');
    await indexer.sync();
    await indexer.stop();
    expect(indexer.metrics.lastError).toBeNull();
    expect(await progress(other)).toEqual([]);
    expect(new Set((await allocations(other)).map(({ height }) => height))).toEqual(
      new Set([null]),
    );
  });
});
