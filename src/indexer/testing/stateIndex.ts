/** The index of the chain with all its state as objects, through all changes of head. */
import { createNodeClient } from '#node/client.ts';
import { NOT_OF_LIVE_NODES, startStateNode } from '#node/testing/demo-node.ts';
import type { NodeClient } from '#node/types.ts';
import type { RunningRecordedNode } from '#node/recorded/start.ts';
import type { Store } from '#store/store.ts';
import { openEither, type Filling } from '#store/testing/kept.ts';
import type { Indexer } from '../index.ts';
import { startIndexer } from './demo.ts';

/** Two forks, of 12 and of 24 tipsets, are reorganised after this height and up to the last. */
export const BEFORE_FORKS = 1_290;
export const HEAD = 2_040;

/** Where an index begins that begins late. */
export const LATE = 350;

export interface Beginning {
  recorded: RunningRecordedNode;
  node: NodeClient;
  store: Store;
}

/** A node that has the chain up to a height, and an empty store for its index; `closing`: what ends them. */
export async function beginAt(
  height: number,
  closing: (() => Promise<void>)[],
): Promise<Beginning> {
  const recorded = await startStateNode(height, NOT_OF_LIVE_NODES);
  const node = createNodeClient({ url: recorded.url });
  const store = await openEither();
  closing.push(
    () => store.close(),
    () => recorded.close(),
    () => node.close(),
  );
  return { recorded, node, store };
}

/** Follows the node step by step, and sees its forks. Throws where it saw none. */
export async function followAll(recorded: RunningRecordedNode, indexer: Indexer): Promise<void> {
  while (recorded.position().headHeight < HEAD) {
    await recorded.stepChange();
    await indexer.sync();
  }
  const { reason } = indexer.status();
  if (indexer.metrics.reorganisations === 0 || reason !== null)
    throw new Error(reason ?? 'no fork was seen');
}

/** Indexes all of it into an empty store. `as`: how the node is asked. */
export async function indexState(
  store: Store,
  startHeight: number | undefined,
  without: readonly string[],
  as: (node: NodeClient) => NodeClient = (node) => node,
): Promise<void> {
  const recorded = await startStateNode(BEFORE_FORKS, without);
  const node = createNodeClient({ url: recorded.url });
  const { indexer } = startIndexer(store, as(node), { startHeight });
  try {
    await indexer.sync();
    await followAll(recorded, indexer);
  } finally {
    await indexer.stop();
    await node.close();
    await recorded.close();
  }
}

/** Made by objects alone, for a database to begin with. */
export const stateFrom = (startHeight?: number): Filling => ({
  name: `state_${startHeight ?? 0}`,
  // By objects nobody searches the init actor's map for an address.
  fill: (store) =>
    indexState(store, startHeight, [...NOT_OF_LIVE_NODES, 'StateLookupRobustAddress']),
});
