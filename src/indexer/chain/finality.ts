import type { NodeClient, NodeInfo, TipsetJson } from '#node/types.ts';
import { NodeError } from '#node/errors.ts';
import { keyId } from '../decode/ids.ts';

/** Epochs after which Expected Consensus never reverts. */
export const CHAIN_FINALITY = 900;

export interface Final {
  height: number;
  id: string;
  tipset: TipsetJson;
}

/**
 * The newest final tipset: the node's own where it tells one, else the newest F3 certificate's, else
 * the one 900 epochs below the head. A call that is refused for now gives way to the next.
 */
export async function finalTipset(
  node: NodeClient,
  info: NodeInfo,
  head: TipsetJson,
): Promise<Final> {
  const tipset =
    (await attempt(info.capabilities.has('ChainGetFinalizedTipSet'), () =>
      node.chainGetFinalizedTipSet(),
    )) ??
    (await attempt(info.capabilities.has('F3GetLatestCertificate'), () => certified(node))) ??
    (await node.chainGetTipSetByHeight(Math.max(0, head.Height - CHAIN_FINALITY), head.Cids));
  return { height: tipset.Height, id: keyId(tipset.Cids), tipset };
}

async function certified(node: NodeClient): Promise<TipsetJson | null> {
  const certificate = await node.f3LatestCertificate();
  const newest = certificate?.ECChain.at(-1);
  return newest ? node.chainGetTipSet(newest.Key) : null;
}

async function attempt<T>(capable: boolean, call: () => Promise<T | null>): Promise<T | null> {
  if (!capable) return null;
  try {
    return await call();
  } catch (error) {
    if (error instanceof NodeError && (error.kind === 'rpc' || error.kind === 'unsupported'))
      return null;
    throw error;
  }
}
