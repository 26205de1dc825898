/** Who the node is connected to, kept beside the chain: asked for now and then, it cannot be pushed. */
import { NodeError } from '#node/errors.ts';
import type { Logger } from '#node/log.ts';
import type { NodeClient, PeerJson } from '#node/types.ts';
import type { NewRow } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { storableText } from '../decode/text.ts';
import { createPeriodic, type Periodic } from '../periodic.ts';

/** Between two questions, ms. */
const EVERY_MS = 600_000;
/** A node has a few hundred; more than this are left out. */
const MAX_PEERS = 2_000;
/** Peers that are asked about at once. */
const BATCH = 8;
const MAX_AGENT = 200;
const MAX_ADDRESSES = 20;
const MAX_ADDRESS = 300;

export interface PeersOptions {
  node: NodeClient;
  store: Store;
  log: Logger;
  everyMs?: number;
}

export function createPeers({ node, store, log, everyMs = EVERY_MS }: PeersOptions): Periodic {
  return createPeriodic({
    everyMs,
    run: (signal) => take(node, store, signal),
    onError(err) {
      // A node that does not tell: what it told before stands until it tells again.
      if (err instanceof NodeError) log.debug({ err }, 'The node does not tell of its peers');
      else log.error({ err }, 'The peers could not be written');
    },
  });
}

/** Writes down the peers that the node has now, in place of those before. */
async function take(node: NodeClient, store: Store, signal: AbortSignal): Promise<void> {
  const peers = new Map((await node.netPeers()).slice(0, MAX_PEERS).map((peer) => [peer.ID, peer]));
  const all = [...peers.values()];
  const rows: NewRow<'node_peer'>[] = [];
  for (let at = 0; at < all.length; at += BATCH) {
    signal.throwIfAborted();
    const some = await Promise.all(
      all
        .slice(at, at + BATCH)
        .map(async (peer) => rowOf(peer, await node.netAgentVersion(peer.ID))),
    );
    rows.push(...some);
  }
  await store.transaction(async (trx) => {
    await trx.deleteFrom('node_peer').execute();
    if (rows.length > 0) await trx.insertInto('node_peer').values(rows).execute();
  });
}

function rowOf({ ID, Addrs }: PeerJson, agent: string | null) {
  const addresses = Addrs.filter((text) => text.length <= MAX_ADDRESS).slice(0, MAX_ADDRESSES);
  return {
    peer_id: storableText(ID, MAX_AGENT),
    agent: agent === null || agent === '' ? null : storableText(agent, MAX_AGENT),
    addresses: JSON.stringify(addresses.map((text) => storableText(text, MAX_ADDRESS))),
  };
}
