/** What multisigs and payment channels were before the index began, asked from the node. */
import { parseAddress } from '#filecoin/address.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { orNull } from '#node/refusals.ts';
import type { NodeClient, PendingProposalJson, TipsetKey } from '#node/types.ts';
import { decodeMultisig, nonePending } from '../decode/actors.ts';
import { requireId } from '../decode/ids.ts';
import { CHANNEL_KIND, decodeChannel, lanesRoot, MULTISIG_KIND } from '../parts/wallets/decode.ts';
import { readLanes } from '../parts/wallets/lanes.ts';
import type { ActorChange } from '../types.ts';
import type { OlderWallet, PendingProposal } from '../older.ts';

/** In the state before the tipset of `key`; null where the node cannot tell. Throws NodeError when it is away. */
export async function olderWallet(
  node: NodeClient,
  { id, kind }: Pick<ActorChange, 'id' | 'kind'>,
  key: TipsetKey,
): Promise<OlderWallet | null> {
  if (kind !== MULTISIG_KIND && kind !== CHANNEL_KIND) return null;
  const address = `f0${id}`;
  const state = await orNull(node.stateReadState(address, key));
  if (!state) return null;
  if (kind === MULTISIG_KIND) {
    const pending = nonePending(state) ? [] : await orNull(node.msigGetPending(address, key));
    return {
      multisig: decodeMultisig(id, state),
      pending: pending && pending.map(pendingOf).sort((a, b) => a.txId - b.txId),
    };
  }
  return {
    channel: decodeChannel(id, state),
    lanes: await orNull(readLanes(node, lanesRoot(state))),
  };
}

function pendingOf(json: PendingProposalJson): PendingProposal {
  return {
    txId: json.ID,
    to: parseAddress(json.To),
    value: BigInt(json.Value),
    method: json.Method,
    params: fromBase64(json.Params ?? ''),
    approvals: json.Approved.map(requireId),
  };
}
