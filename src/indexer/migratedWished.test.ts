/** Such allocations (migrated.test.ts) that readers ask for before they are walked. */
import { createExplorer } from '#explorer/explorer.ts';
import type { Store } from '#store/store.ts';
import { describe, expect, it, vi } from 'vitest';
import { VERIFIERS } from './opening/storage.ts';
import { indexAll, startIndexer, until } from './testing/demo.ts';
import { differences } from './testing/facts.ts';
import { OTHER, PAYEE } from './testing/made-index.ts';
import {
  allocations,
  done,
  FAST,
  FINALITY,
  migratedIndex,
  progress,
  settle,
  UPGRADE,
} from './testing/made-migration.ts';

const { index, make } = migratedIndex();

const heights = async ({ db }: Store): Promise<number[]> =>
  (await db.selectFrom('tipset').select('height').execute()).map(({ height }) => height);

describe('what a reader asks for comes first', () => {
  const COUNT = 7;
  const PATIENT = { patienceMs: 60_000 };

  it('before they are final, and goes with a fork that takes back the upgrade', async () => {
    const chain = make(COUNT);
    const { store, other } = index();
    const all = [chain.genesis];
    for (let height = 1; height < UPGRADE; height++) all.push(chain.add());
    const { indexer } = startIndexer(store, chain.node, FAST);
    await indexer.sync();
    const { dataCap } = createExplorer(store, PATIENT);
    // Nobody waits for what cannot come.
    await expect(dataCap.allocation(4)).rejects.toThrow('noAllocation');
    for (let height = UPGRADE; height < 7; height++) all.push(chain.add());
    await indexer.sync();
    expect(await allocations(store)).toEqual([]);
    const { data } = await dataCap.allocation(4);
    expect(data).toMatchObject({ id: 4, clientId: `f0${PAYEE}`, height: UPGRADE + 1 });
    expect((await allocations(store)).map(({ id }) => id)).toEqual([4]);
    const list = await dataCap.allocations({ address: `f0${OTHER}` });
    expect(list.data.allocations.map(({ id }) => id)).toEqual([5, 2]);
    await expect(dataCap.allocation(COUNT + 1)).rejects.toThrow('noAllocation');
    expect(await progress(store)).toEqual([]);
    await index().isSound();

    chain.add([], { on: all[UPGRADE - 1] ?? expect.unreachable(), height: UPGRADE + 9, branch: 1 });
    await indexer.sync();
    expect(indexer.metrics.reorganisations).toBe(1);
    expect(await allocations(store)).toEqual([]);
    expect((await dataCap.allocations({ address: `f0${OTHER}` })).data.totalCount).toBe(0);
    await index().isSound();
    chain.add();
    settle(chain);
    await indexer.sync();
    await indexer.stop();
    expect(await progress(store)).toEqual(done(COUNT));
    await indexAll(other, chain.node, FAST);
    expect(await differences(store, other)).toEqual([]);
  });

  it('is looked for again behind the upgrade', async () => {
    const late = FINALITY + 5;
    const chain = make(COUNT, late);
    const { store } = index();
    for (const height of [1, 2, 3, late - 1]) chain.add([], { height });
    // Nothing is taken over but what is asked for.
    vi.spyOn(VERIFIERS, 'read').mockImplementation(() => new Promise(() => undefined));
    const config = { ...FAST, startHeight: 2, pollMs: 100 };
    const { indexer } = startIndexer(store, chain.node, config);
    await until(async () => (await heights(store)).includes(late - 1), 'the head');
    const { dataCap } = createExplorer(store, PATIENT);
    await expect(dataCap.allocation(4)).rejects.toThrow('noAllocation');
    // The upgrade is in the state that the last one names.
    for (let height = late; height <= late + 2; height++) chain.add();
    await until(async () => (await heights(store)).includes(late + 2), 'the upgrade');
    expect((await dataCap.allocation(4)).data).toMatchObject({ id: 4, height: late + 1 });
    await indexer.stop();
  });

  it('is not in a list as it was before the upgrade', async () => {
    const chain = make(COUNT);
    const { store } = index();
    for (let height = 1; height <= UPGRADE + 1; height++) chain.add();
    const { indexer } = startIndexer(store, chain.node, FAST);
    await indexer.sync();
    const { dataCap } = createExplorer(store, PATIENT);
    const input = { address: `f0${OTHER}` };
    const before = await dataCap.allocations(input);
    expect(before.data.totalCount).toBe(0);
    for (let height = 0; height < 3; height++) chain.add();
    await indexer.sync();
    expect(before.head?.height).toBe(UPGRADE + 1);
    expect((await dataCap.allocations(input)).data.totalCount).toBe(2);
    await indexer.stop();
    const pinned = await dataCap.allocations({ ...input, head: before.head?.token });
    expect(pinned.data).toMatchObject({ totalCount: 0, allocations: [] });
  });
});
