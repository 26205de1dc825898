/** Chains that are not the demo chain: other networks, parts of one, recorded in other ways. */
import { createNodeClient } from '#node/client.ts';
import { startRecordedNode } from '#node/recorded/start.ts';
import { writeRecording, type Recipe } from '#node/testing/recordings.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIndexer } from './testing/demo.ts';
import { verify } from './verify/index.ts';

const ELSEWHERE = {
  name: 'elsewhere',
  chainId: 31_415_926,
  genesisTime: 1_700_000_000,
  epochSeconds: 4,
};
/** All that had blocks or power in the part of the chain that is cut out. */
const MINERS = [1001, 1002, 1003, 1077, 1080, 1083, 1086, 1154, 1157, 1160, 1163];
/** Calls without which an index is poorer, not wrong. */
const OPTIONAL = [
  'ChainGetEvents',
  'F3GetLatestCertificate',
  'NetPeers',
  'StateActorCodeCIDs',
  'StateActorCodeCIDs',
  'StateMinerSectorCount',
  'StateMinerFaults',
  'StateMinerRecoveries',
  'StateMinerProvingDeadline',
  'StateMinerAvailableBalance',
  'StateVMCirculatingSupplyInternal',
  'eth_gasPrice',
  'names',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-chains-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  store: Store;
  node: NodeClient;
  /** Where the recording ends. */
  end: number;
  /** What the verification could not compare. */
  refused: string[];
}

/** Indexes the recording up to its first head, follows it to its end, and verifies the index. */
async function follow(
  recipe: Recipe,
  look: (outcome: Outcome) => Promise<void> | void,
): Promise<void> {
  const own = await mkdtemp(join(folder, 'recording-'));
  await writeRecording(own, recipe);
  const startHeight = recipe.from ?? 0;
  const recorded = await startRecordedNode({
    folder: own,
    startHeight,
    epochSeconds: null,
    cacheDir: own,
  });
  const node = createNodeClient({ url: recorded.url });
  const store = await openEither();
  const { indexer } = startIndexer(store, node);
  try {
    await indexer.sync();
    while (!recorded.position().ended) {
      await recorded.step();
      await indexer.sync();
    }
    const { headHeight: end } = recorded.position();
    expect(indexer.status()).toMatchObject({ state: 'ended', reason: null, nodeHeight: end });
    expect(indexer.metrics.invariantFailures).toBe(0);
    await indexer.stop();
    const refused: string[] = [];
    for await (const check of verify({ store, node, sample: Infinity })) {
      expect(check.differences, check.name).toEqual([]);
      if (check.refused !== undefined) refused.push(check.refused);
    }
    await look({ store, node, end, refused });
  } finally {
    await indexer.stop();
    await store.close();
    await node.close();
    await recorded.close();
  }
}

const networkOf = ({ db }: Store) => db.selectFrom('network').selectAll().executeTakeFirstOrThrow();

describe('another recording', () => {
  it('of an unknown network, its lines in another order, packed and broken off', async () => {
    const recipe: Recipe = {
      to: 40,
      network: ELSEWHERE,
      shuffled: true,
      packed: { answers: true },
      truncated: true,
    };
    await follow(recipe, async ({ store, node, refused }) => {
      const { name, chainId, genesisTime, epochSeconds } = ELSEWHERE;
      expect(await networkOf(store)).toMatchObject({
        name,
        chain_id: chainId,
        genesis_timestamp: genesisTime,
        epoch_seconds: epochSeconds,
        start_height: 0,
      });
      const last = await node.chainHead();
      expect(last.Blocks[0]?.Timestamp).toBe(genesisTime + last.Height * epochSeconds);
      expect(refused).toEqual([]);
    });
  }, 120_000);

  it('of a part of a chain: a fork of twelve, null rounds, a tipset of twelve blocks', async () => {
    const recipe: Recipe = {
      from: 15_190,
      to: 15_250,
      crowd: { height: 15_236, miners: MINERS },
      packed: { timeline: true },
    };
    await follow(recipe, async ({ store, end }) => {
      const { start_height } = await networkOf(store);
      const tipsets = await store.db
        .selectFrom('tipset')
        .select(['height', 'block_count'])
        .orderBy('height')
        .execute();
      expect([start_height, tipsets[0]?.height, tipsets.at(-1)?.height]).toEqual([
        15_196,
        15_196,
        end,
      ]);
      expect(tipsets.find(({ height }) => height === 15_236)?.block_count).toBe(12);
      const rewarded = await store.db
        .selectFrom('block')
        .select('miner_id')
        .where('height', '=', 15_236)
        .where('block_reward', 'is not', null)
        .execute();
      expect(rewarded).toHaveLength(12);
      // Nobody was created here who had something before.
      const providers = await store.db.selectFrom('miner').select('created_height').execute();
      expect(new Set(providers.map((row) => row.created_height))).toEqual(new Set([null]));
    });
  }, 120_000);

  it('without the calls that a node may lack', async () => {
    await follow({ to: 22, without: OPTIONAL }, ({ refused }) => {
      expect(refused).toEqual(['sectors of f01000, f01001, f01002, f01003 are not told']);
    });
  }, 120_000);

  it.each<[string, Recipe, number]>([
    ['a genesis, and null rounds before the head', { to: 5 }, 5],
    ['one tipset', { from: 15_243, to: 15_243 }, 15_243],
  ])(
    'of %s',
    async (_, recipe, last) => {
      await follow(recipe, ({ end }) => expect(end).toBe(last));
    },
    120_000,
  );
});
