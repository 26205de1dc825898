/** What the node could not tell for a while is filled, with all that is summed up of it. */
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexAll, startDemo, startIndexer, until, type Demo } from '../testing/demo.ts';
import { clear, differences } from '../testing/facts.ts';

/** A losing branch of two tipsets ends here: it forked off at the tipset of FORK. */
const START = 20_020;
const FORK = 20_060;
const HEAD = 20_072;

/** A node that does not tell some actors' states at some heights. */
function blind(node: NodeClient, actors: readonly string[], from: number, to: number): NodeClient {
  const heights = new Map<string, number>();
  return {
    ...node,
    async chainGetTipSet(key) {
      const tipset = await node.chainGetTipSet(key);
      heights.set(JSON.stringify(tipset.Cids), tipset.Height);
      return tipset;
    },
    async stateReadState(address, key) {
      const height = heights.get(JSON.stringify(key)) ?? -1;
      if (actors.includes(address) && height >= from && height <= to)
        throw new NodeError('rpc', 'StateReadState', 'the state is gone', { lasting: true });
      return node.stateReadState(address, key);
    },
  };
}

eachDatabase((open) => {
  let demo: Demo;
  let reference: Store;
  let store: Store;
  beforeAll(async () => {
    demo = await startDemo(FORK);
    while (demo.recorded.position().headHeight < HEAD) await demo.recorded.stepChange();
    reference = await open();
    store = await open();
    await indexAll(reference, demo.node, { startHeight: START });
  });
  afterAll(() => demo?.close());

  /** Leaves a gap, and tells in how many of the network's sums it shows. */
  async function withGap(from: number, to: number, actors = ['f02', 'f04']): Promise<number> {
    await clear(store);
    await indexAll(store, blind(demo.node, actors, from, to), { startHeight: START });
    expect(await differences(store, reference, ['progress'])).not.toEqual([]);
    const sums = (of: Store) =>
      of.db.selectFrom('network_sum').select(['height', 'qa_power']).orderBy('height').execute();
    const [whole, torn] = [await sums(reference), await sums(store)];
    return whole.filter((row, at) => row.qa_power !== torn[at]?.qa_power).length;
  }

  test.each([
    ['at the beginning', START, START + 4],
    ['in the middle', 20_040, 20_045],
    ['at the end', FORK, HEAD],
  ])('at a start: a gap %s', async (_, from, to) => {
    expect(await withGap(from, to)).toBeGreaterThan(0);
    expect(await differences(store, reference, ['network_sum'])).not.toEqual([]);
    await indexAll(store, demo.node);
    expect(await differences(store, reference)).toEqual([]);
  });

  test('bit by bit where that takes long, so that no head waits for it', async () => {
    expect(await withGap(20_030, 20_059)).toBeGreaterThan(20);
    const { indexer, lines } = startIndexer(store, demo.node, { pollMs: 10, gapRunMs: 0 });
    const whole = 'A gap was filled';
    await until(async () => lines.some(({ message }) => message === whole), 'the end of the gap');
    await indexer.stop();
    const parts = lines.filter(({ message }) => message === 'A part of a gap was filled');
    expect(parts.length).toBeGreaterThan(1);
    expect(await differences(store, reference)).toEqual([]);
  });

  test('from a node that fails now and then: what it told before is kept', async () => {
    await withGap(20_030, 20_059);
    let asked = 0;
    const node: NodeClient = {
      ...demo.node,
      async stateReadState(address, key) {
        if (address === 'f04' && ++asked % 20 === 0)
          throw new NodeError('unavailable', 'StateReadState', 'away for a moment');
        return demo.node.stateReadState(address, key);
      },
    };
    const lines = await indexAll(store, node);
    expect(lines.some(({ message }) => message.startsWith('Indexing waits'))).toBe(true);
    expect(await differences(store, reference)).toEqual([]);
  });

  test('only where power is missing the sums are made anew', async () => {
    expect(await withGap(20_040, 20_045, ['f05'])).toBe(0);
    await indexAll(store, demo.node);
    expect(await differences(store, reference)).toEqual([]);
  });

  test('by itself, and a fork later brings back what is right', async () => {
    await clear(store);
    let well = false;
    const ill = blind(demo.node, ['f02', 'f04'], 20_055, FORK);
    const node: NodeClient = {
      ...demo.node,
      chainGetTipSet: (key) => ill.chainGetTipSet(key),
      stateReadState: (address, key) =>
        well ? demo.node.stateReadState(address, key) : ill.stateReadState(address, key),
    };
    const { indexer } = startIndexer(store, node, { startHeight: START, pollMs: 20, gapMs: 20 });
    await indexer.sync();
    well = true;
    const gaps = async () =>
      (await store.db.selectFrom('progress').select('part').where('part', '=', 'state').execute())
        .length;
    await until(async () => (await gaps()) === 1, 'the gap to be filled');
    expect(await differences(store, reference)).toEqual([]);
    const { metrics } = indexer;
    while (metrics.reorganisations === 0 && !demo.recorded.position().ended) {
      await demo.recorded.stepChange();
      await indexer.sync();
    }
    await indexer.stop();
    expect(metrics.deepestReorganisation).toBe(2);
    const straight = await open();
    await indexAll(straight, demo.node, { startHeight: START });
    expect(await differences(store, straight)).toEqual([]);
  });
});
