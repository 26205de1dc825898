/** Indexes of a made chain (node/testing/made-chain.ts). */
import { createNodeClient } from '#node/client.ts';
import { startRecordedNode, type RunningRecordedNode } from '#node/recorded/start.ts';
import { cidOfText, type MadeActor } from '#node/testing/made-actors.ts';
import { MadeChain } from '#node/testing/made-chain.ts';
import type { MadeTipset } from '#node/testing/made-run.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIndexer } from '../index.ts';
import { collectLog, startIndexer } from './demo.ts';

const RICH = 10n ** 27n;

/** The network's own actors, a provider (1000), and whoever else is told. */
export function aChain(others: Readonly<Record<number, MadeActor>>): MadeChain {
  const own = (kind: MadeActor['kind'], balance = 0n): MadeActor => ({ kind, balance });
  return new MadeChain({
    0: own('system'),
    1: own('init'),
    2: own('reward', RICH),
    3: own('cron'),
    4: own('storagepower'),
    5: own('storagemarket'),
    6: own('verifiedregistry'),
    7: own('datacap'),
    10: own('eam'),
    99: own('account'),
    1000: { ...own('storageminer', RICH), state: minerState(1000) },
    ...others,
  });
}

/** As StateReadState tells of a provider without sectors. */
export function minerState(id: number): object {
  const empty = { '/': 'bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay' };
  return {
    Info: cidOfText(`info ${id}`),
    PreCommitDeposits: '0',
    LockedFunds: '0',
    VestingFunds: null,
    FeeDebt: '0',
    InitialPledge: '0',
    Deadlines: empty,
    ProvingPeriodStart: id,
    CurrentDeadline: 0,
  };
}

export interface Served {
  recorded: RunningRecordedNode;
  node: NodeClient;
  close(): Promise<void>;
}

/** A recorded node of the chain, which announces these heads one after another. */
export async function serve(chain: MadeChain, heads: readonly MadeTipset[]): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-made-'));
  await chain.write(folder, heads);
  const recorded = await startRecordedNode({
    folder,
    startHeight: 0,
    epochSeconds: null,
    cacheDir: folder,
  });
  const node = createNodeClient({ url: recorded.url });
  return {
    recorded,
    node,
    async close() {
      await node.close();
      await recorded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Follows the node head by head, forks included, to the end of what it announces. */
export async function followAll(store: Store, { recorded, node }: Served): Promise<void> {
  const { indexer } = startIndexer(store, node);
  try {
    await indexer.sync();
    while (!recorded.position().ended) {
      await recorded.stepChange();
      await indexer.sync();
    }
    const { reason } = indexer.status();
    if (reason !== null || indexer.metrics.invariantFailures > 0)
      throw new Error(reason ?? 'Something contradicted itself');
  } finally {
    await indexer.stop();
  }
}

/** An index of what the node has in the end, made at once. Throws what it fails by, which it would try again. */
export async function indexWhole(store: Store, { node }: Served): Promise<void> {
  const failed = Promise.withResolvers<never>();
  const tell = ({ err }: { err?: Error }): void => {
    if (err !== undefined) failed.reject(err);
  };
  const log = { ...collectLog().log, warn: tell, error: tell };
  const indexer = createIndexer({
    node,
    store,
    log,
    threads: { count: 0, node: { url: node.url } },
  });
  indexer.start();
  try {
    await Promise.race([indexer.sync(), failed.promise]);
  } finally {
    await indexer.stop();
  }
}
