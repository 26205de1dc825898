/** One chain, indexed by a node's calls and by the objects of its state. */
import { createKindTable } from '#filecoin/actors/kinds.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import { stateByObjects } from '#node/state/byObjects.ts';
import { NOT_OF_LIVE_NODES, startStateNode } from '#node/testing/demo-node.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openMemory } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { startIndexer } from './testing/demo.ts';
import { differences } from './testing/facts.ts';

/** Two forks, of 12 and of 24 tipsets, are reorganised in between. */
const BEFORE_FORKS = 1_290;
const HEAD = 2_040;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Calls = Record<string, (...given: unknown[]) => Promise<unknown>>;

/**
 * A recording's calls, as a node without objects has them. Of some actors it was asked at its end only:
 * what it lacks is filled in, so that both ways know of all there is. From the genesis on vesting tables
 * follow from the chain; `told` are they to an index that begins later.
 */
function byCalls(node: NodeClient, told: RegExp): NodeClient {
  const kinds = createKindTable();
  const filled = stateByObjects(node, createNodeObjects(node).urgent, {
    kindOf: async (code) => kinds(code),
  });
  const calls = Object.entries(node as unknown as Calls).filter(
    ([name, call]) => told.test(name) && typeof call === 'function',
  );
  const patient = calls.map(([name, call]) => {
    const fill = (...given: unknown[]) => (filled as unknown as Calls)[name]?.(...given);
    return [
      name,
      async (...given: unknown[]) => {
        try {
          return (await call(...given)) ?? (await fill(...given));
        } catch (error) {
          if (error instanceof NodeError && /^not recorded/.test(error.details))
            return fill(...given);
          throw error;
        }
      },
    ];
  });
  return {
    ...node,
    ...(Object.fromEntries(patient) as Partial<NodeClient>),
    async probe() {
      const info = await node.probe();
      const capabilities = new Set(info.capabilities);
      capabilities.delete('ChainReadObj');
      capabilities.delete('ActorObjects');
      return { ...info, capabilities };
    },
  };
}

/** An index through all changes of head. */
async function indexed(
  without: readonly string[],
  as: (node: NodeClient) => NodeClient,
  startHeight?: number,
): Promise<Store> {
  const recorded = await startStateNode(BEFORE_FORKS, without);
  const node = createNodeClient({ url: recorded.url });
  const store = await openMemory();
  closing.push(
    () => store.close(),
    () => recorded.close(),
    () => node.close(),
  );
  const { indexer } = startIndexer(store, as(node), { startHeight });
  closing.push(() => indexer.stop());
  await indexer.sync();
  while (recorded.position().headHeight < HEAD) {
    await recorded.stepChange();
    await indexer.sync();
  }
  expect(indexer.metrics.reorganisations).toBeGreaterThan(0);
  expect(indexer.status()).toMatchObject({ reason: null });
  // Whether it is a recording, and what of the state is proven, is all that tells the two apart.
  await sql`update network set recorded = true`.execute(store.db);
  await sql`update proof set states = 0, actors = 0`.execute(store.db);
  await sql`delete from progress where part = 'proof:state'`.execute(store.db);
  return store;
}

test.each([
  ['from the genesis on', undefined, /^(state|msig)/],
  ['from a later height on', 350, /^(state|msig|minerVesting)/],
])(
  'by objects and by calls the index is the same, row for row, %s',
  async (_, startHeight, told) => {
    const calls = await indexed([], (node) => byCalls(node, told), startHeight);
    // By objects nobody searches the init actor's map for an address.
    const without = [...NOT_OF_LIVE_NODES, 'StateLookupRobustAddress'];
    const objects = await indexed(without, (node) => node, startHeight);
    expect(await differences(calls, objects)).toEqual([]);
  },
);
