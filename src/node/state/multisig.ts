/** What waits for approvals in multisigs. */
import { transaction } from '#filecoin/actors/state/wallets.ts';
import { readValue } from '#filecoin/actors/state/read.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { walkHamt } from '#filecoin/ipld/hamt.ts';
import type { PendingProposalJson } from '../types.ts';
import { idOfIntKey, intKeyOf } from './keys.ts';
import type { StateView } from './view.ts';

/**
 * Transactions that wait (MsigGetPending), all or those behind one, in no order of their ids; as many
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
