/** What the indexer works with from one connection to its node until that fails or can do other things. */
import type { Logger } from '#node/log.ts';
import type { NodeObjects } from '#node/objects/objects.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import type { BackfillSession } from './chain/backfill.ts';
import { finalTipset, surelyFinalTipset } from './chain/finality.ts';
import { ledgerGap } from './chain/gaps.ts';
import { Gatherer } from './chain/gather.ts';
import { KindSource } from './chain/kinds.ts';
import { openNetwork } from './chain/network.ts';
import type { Pace } from './chain/pace.ts';
import { provenNode, statesOf } from './chain/proven.ts';
import { WrongChainError } from './errors.ts';
import { Migration } from './opening/migrated.ts';
import { Opening } from './opening/opening.ts';
import { ROOM } from './opening/providers.ts';
import type { IndexerConfig } from './options.ts';
import type { Checkpoint } from './write/checkpoint.ts';

/** What the node could not do is asked for again so often, ms. */
export const GAP_MS = 600_000;

export interface Session extends BackfillSession {
  /** What it says of the state is proven by objects, where the node has them. */
  node: NodeClient;
  /** Of the node's head when the session began. */
  headHeight: number;
  startHeight: number;
  migration: Migration | null;
  opening: Opening;
}

interface Parts {
  node: NodeClient;
  objects: NodeObjects;
  store: Store;
  log: Logger;
  config: IndexerConfig;
  pace: Pace;
  checkpoint: Checkpoint;
  /** Called when the opening has read something that can be written. */
  onRead: () => void;
}

/** Throws WrongChainError where the node follows another chain than the index, or one with a gap to it. */
export async function openSession({
  node,
  objects: { urgent: objects, background, awaited },
  store,
  log,
  config,
  pace,
  checkpoint,
  onRead,
}: Parts): Promise<Session> {
  // What is kept of its answers is kept by this very client: after a failure all is asked anew.
  const own: NodeClient = { ...node };
  const info = await own.probe();
  const head = await own.chainHead();
  const startHeight = await openNetwork(
    store.db,
    info,
    await finalTipset(own, info, head),
    config.startHeight,
    log,
    () => surelyFinalTipset(own, head),
  );
  const gap = await ledgerGap(store, checkpoint, startHeight);
  if (gap) throw new WrongChainError(gap);
  const kinds = new KindSource(own, statesOf(objects, info));
  await kinds.learn(head.Cids);
  const proven = (of: typeof objects): NodeClient => provenNode(own, of, info, kinds, log);
  const byObjects = info.capabilities.has('ChainReadObj');
  const { passHeight, retryMs = 1_000, maxRetryMs = 60_000, gapMs = GAP_MS } = config;
  const provenOwn = proven(objects);
  const gatherer = new Gatherer({
    node: provenOwn,
    objects,
    info,
    kinds,
    log,
    pace,
    passes: (height) => height === passHeight,
  });
  const migration = Migration.of(gatherer, startHeight);
  const opening = new Opening({
    store,
    source: {
      node: proven(background),
      info,
      objects: byObjects ? background : null,
      kinds,
      log,
      room: config.openingRoom ?? ROOM,
    },
    awaited: { node: proven(awaited), objects: byObjects ? awaited : null },
    startHeight,
    migration,
    onRead,
    retryMs,
    maxRetryMs,
    refusedMs: gapMs,
  });
  return {
    node: provenOwn,
    info,
    head: head.Cids,
    headHeight: head.Height,
    gatherer,
    startHeight,
    migration,
    opening,
    passHeight,
  };
}
