/** What waits for approvals in multisigs. */
import { transaction } from '#filecoin/actors/state/wallets.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { walkHamt } from '#filecoin/ipld/hamt.ts';
import { NodeError } from '../errors.ts';
import type { PendingProposalJson } from '../types.ts';
import { idOfIntKey, intKeyOf } from './keys.ts';
import type { StateView } from './view.ts';

/** Of more transactions, and of more that they carry (characters of base64), none is told. */
const MOST = 10_000;
const MOST_PARAMS = 16 << 20;

/**
 * What waits for approvals (MsigGetPending). Anybody can make a multisig and propose any number to it:
 * rejects with NodeError, which lasts, where that is more than is to be held.
 */
export async function multisigPending(view: StateView, id: Uint64): Promise<PendingProposalJson[]> {
  const pending: PendingProposalJson[] = [];
  let params = 0;
  for await (const proposal of walkMultisigPending(view, id)) {
    params += proposal.Params?.length ?? 0;
    if (pending.push(proposal) > MOST || params > MOST_PARAMS)
      throw new NodeError('rpc', 'Filecoin.MsigGetPending', 'too many transactions wait', {
        code: 1,
        lasting: true,
      });
  }
  return pending;
}

/**
 * Transactions that wait, all or those behind one, in no order of their ids; as many
 * as the signers liked to propose.
 */
export async function* walkMultisigPending(
  view: StateView,
  id: Uint64,
  after?: number,
): AsyncGenerator<PendingProposalJson, void, undefined> {
  const { state } = await view.read(id, 'multisig');
  const options = after === undefined ? {} : { after: intKeyOf(after) };
  for await (const { key, value } of walkHamt(view.objects, state.PendingTxns['/'], options))
    yield {
      ID: idOfIntKey(key),
      ...readValue('transaction of a multisig', () => transaction(value)),
    };
}
