/** Which tipsets carry out upgrades: recorded chains, on whose nodes upgrades are listed that changed nothing. */
import type { UpgradeHeights } from '#filecoin/execution/basefee.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import { startRecordedNode } from '#node/recorded/start.ts';
import type { NodeClient, NodeInfo, TipsetJson } from '#node/types.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectLog, indexAll, startDemo, startIndexer, type Demo } from '../testing/demo.ts';
import { differences } from '../testing/facts.ts';
import { branch } from './branch.ts';
import { Gatherer } from './gather.ts';
import { KindSource } from './kinds.ts';
import { Pace } from './pace.ts';
import { GatheringHere, type Run } from './run.ts';

const STATE_CHAIN = new URL('../../../data/state-chain', import.meta.url).pathname;

function listed(heights: readonly number[]): UpgradeHeights {
  return {
    ...Object.fromEntries(heights.map((height) => [`Upgrade${height}Height`, height])),
    UpgradeAssemblyHeight: -1,
    BreezeGasTampingDuration: 20,
    UpgradeXxHeight: 9_999_999_999,
  };
}

/** The node, listing upgrades at these heights. */
function listing(node: NodeClient, heights: readonly number[]): NodeClient {
  return {
    ...node,
    async probe() {
      const info = await node.probe();
      return { ...info, params: { ...info.params, ForkUpgradeParams: listed(heights) } };
    },
  };
}

describe('an upgrade is carried out by the first tipset above it', () => {
  let demo: Demo;
  let info: NodeInfo;
  /** At 0, 1, 2, 5, 6, 9, 11, 12, 15, 17, 19, …: null rounds between them. */
  let tipsets: TipsetJson[];
  beforeAll(async () => {
    demo = await startDemo(24);
    info = await demo.node.probe();
    const { signal } = new AbortController();
    const head = await demo.node.chainHead();
    tipsets = await Array.fromAsync(branch(demo.node, head, null, 0, signal));
  });
  afterAll(() => demo.close());

  /** Heights of the executions that carry out upgrades, and of the tipsets that were asked for to know it. */
  async function carriedOut(
    heights: readonly number[],
    runs: readonly Run[],
    of: Partial<NodeInfo> = {},
    tipsetOf: NodeClient['chainGetTipSet'] = demo.node.chainGetTipSet,
  ): Promise<{ carried: number[]; asked: number[] }> {
    const asked: number[] = [];
    const node: NodeClient = {
      ...demo.node,
      async chainGetTipSet(key) {
        const tipset = await tipsetOf(key);
        asked.push(tipset.Height);
        return tipset;
      },
    };
    const ForkUpgradeParams = listed(heights);
    const own = { ...info, ...of, params: { ...info.params, ForkUpgradeParams } };
    const { log } = collectLog();
    const objects = createNodeObjects(node).urgent;
    const kinds = new KindSource(demo.node);
    const gatherer = new Gatherer({ node, objects, info: own, kinds, log, pace: new Pace() });
    const gathering = new GatheringHere(gatherer);
    const gathered = await Promise.all(runs.flatMap((run) => gathering.gather(run)));
    const carried = gathered.flatMap(({ execution }) =>
      execution?.executed.migration === true ? [execution.executed.network.height] : [],
    );
    return { carried, asked };
  }

  const run = (from: number, parts: Partial<Run> = {}): Run => {
    const parentHeight = from < 2 ? null : (tipsets[from - 2]?.Height ?? null);
    const before = tipsets[from - 1] ?? null;
    return {
      before,
      parentHeight,
      tipsets: tipsets.slice(from),
      opening: false,
      ahead: false,
      ...parts,
    };
  };
  const place = (height: number): number => tipsets.findIndex(({ Height }) => Height === height);

  it.each<[string, number[], number[]]>([
    ['at the genesis', [0], [1]],
    ['at a tipset', [5], [6]],
    ['at null rounds', [3, 7], [5, 9]],
    ['several in one gap', [6, 7, 8, 13], [9, 15]],
    ['at the head and above', [24, 25], []],
    ['nowhere', [], []],
  ])('%s', async (_, heights, carried) => {
    expect(await carriedOut(heights, [run(0)])).toEqual({ carried, asked: [] });
  });

  it('whoever gathers which run', async () => {
    const heights = [1, 3, 8, 11, 13, 16, 20];
    for (let cut = 1; cut < tipsets.length; cut++) {
      const runs = [run(0, { tipsets: tipsets.slice(0, cut) }), run(cut)];
      const { carried, asked } = await carriedOut(heights, runs);
      expect(carried).toEqual([2, 5, 9, 12, 15, 17, 21]);
      expect(asked).toEqual([]);
    }
  });

  it.each<[string, number[], number[], number[]]>([
    ['at its parent', [12], [15], [12]],
    ['between them', [13, 14], [15], [12]],
    ['below its parent', [11, 17], [19], [12]],
    ['above it only', [17], [19], []],
  ])('in an index that begins at a height, %s', async (_, heights, carried, asked) => {
    const first = run(0, { tipsets: tipsets.slice(place(15)), opening: true });
    expect(await carriedOut(heights, [first])).toEqual({ carried, asked });
  });

  it('in a recording that begins there, without the parent', async () => {
    const refused = (): Promise<never> =>
      Promise.reject(new NodeError('rpc', 'ChainGetTipSet', 'not recorded', { lasting: true }));
    const first = run(0, { tipsets: tipsets.slice(place(15)), opening: true });
    const partial = { firstHeight: 15 };
    expect(await carriedOut([14], [first], partial, refused)).toEqual({ carried: [15], asked: [] });
    expect(await carriedOut([13], [first], partial, refused)).toEqual({ carried: [], asked: [] });
    // A node that has the chain may fail for once.
    await expect(carriedOut([14], [first], {}, refused)).rejects.toThrow(NodeError);
  });
});

it('an upgrade is carried out on every branch of a fork, however often the index starts', async () => {
  const recorded = await startRecordedNode({
    folder: STATE_CHAIN,
    startHeight: 12,
    epochSeconds: null,
  });
  const client = createNodeClient({ url: recorded.url });
  const [followed, straight] = await Promise.all([openEither(), openEither()]);
  try {
    const heights = Array.from({ length: 15 }, (_, index) => 5 + index).filter(
      (at) => at % 3 !== 0,
    );
    const node = listing(client, heights);
    let forks = 0;
    for (const until of [15, 20]) {
      const { indexer } = startIndexer(followed, node);
      await indexer.sync();
      while (recorded.position().headHeight < until) {
        await recorded.stepChange();
        await indexer.sync();
      }
      await indexer.stop();
      forks += indexer.metrics.reorganisations;
    }
    expect(forks).toBeGreaterThan(0);
    await indexAll(straight, node);
    expect(await differences(followed, straight)).toEqual([]);
    const rows = await followed.db
      .selectFrom('network_version')
      .select('height')
      .orderBy('height')
      .execute();
    const tipsets = await followed.db
      .selectFrom('tipset')
      .select('height')
      .where('executed', '=', true)
      .orderBy('height')
      .execute();
    const carriedOut = tipsets.filter(({ height }, index) => {
      const parent = tipsets[index - 1]?.height ?? 0;
      return index === 0 || heights.some((upgrade) => upgrade >= parent && upgrade < height);
    });
    expect(rows).toEqual(carriedOut);
    expect(rows.length).toBeGreaterThan(8);
  } finally {
    await Promise.all([followed.close(), straight.close(), client.close()]);
    await recorded.close();
  }
}, 280_000);
