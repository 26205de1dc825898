import { CHAIN_FINALITY } from '#filecoin/epoch.ts';
import { ifTold, orNull } from '#node/refusals.ts';
import type { Capability, NodeClient, NodeInfo, TipsetJson } from '#node/types.ts';
import { keyId } from '../decode/ids.ts';

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
  { capabilities }: NodeInfo,
  head: TipsetJson,
): Promise<Final> {
  const has = (call: Capability): boolean => capabilities.has(call);
  return finalOf(
    (has('ChainGetFinalizedTipSet') && (await ifTold(node.chainGetFinalizedTipSet()))) ||
      (has('F3GetLatestCertificate') && (await ifTold(certified(node)))) ||
      (await longPast(node, head)),
  );
}

/** The same, where too low a one would stay for good: a call that is refused for now is waited for. */
export async function surelyFinalTipset(node: NodeClient, head: TipsetJson): Promise<Final> {
  return finalOf(
    (await orNull(node.chainGetFinalizedTipSet())) ??
      (await orNull(certified(node))) ??
      (await longPast(node, head)),
  );
}

function longPast(node: NodeClient, { Height, Cids }: TipsetJson): Promise<TipsetJson> {
  return node.chainGetTipSetByHeight(Math.max(0, Height - CHAIN_FINALITY), Cids);
}

function finalOf(tipset: TipsetJson): Final {
  return { height: tipset.Height, id: keyId(tipset.Cids), tipset };
}

async function certified(node: NodeClient): Promise<TipsetJson | null> {
  const certificate = await node.f3LatestCertificate();
  const newest = certificate?.ECChain.at(-1);
  return newest ? node.chainGetTipSet(newest.Key) : null;
}
