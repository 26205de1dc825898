/**
 * Multisigs' proposals and payment channels. Proposals follow the calls that counted (Propose,
 * Approve, Cancel; signers that leave take their approvals along, as in actors version 2 and
 * later). A channel's figures are its own state after the execution, its lanes the vouchers that
 * were handed in.
 */
import { sql } from 'kysely';
import type { Trx } from '#store/store.ts';
import type { StateView } from '../../fold/state.ts';
import { definePart, type Touch, type ChainUnit } from '../part.ts';
import { foldChannels } from './channels.ts';
import {
  CHANNEL_KIND,
  decodeChannel,
  walletActs,
  type ChannelState,
  type WalletActs,
} from './decode.ts';
import { foldProposals, WAITS } from './proposals.ts';

export interface WalletFacts extends WalletActs {
  /** Channels as they are afterwards, of those that changed. */
  states: ChannelState[];
}

export const WALLETS = definePart<WalletFacts>('wallets', {
  async gather({ calls, executed, stateAfter }) {
    const changed = executed.changes.filter((change) => change.kind === CHANNEL_KIND);
    return {
      ...walletActs(calls),
      states: await Promise.all(
        changed.map(async ({ id }) => decodeChannel(id, await stateAfter(id))),
      ),
    };
  },
  touches,
  load: loadWaiting,
  fold(context, facts) {
    foldProposals(context, facts.multisigs);
    foldChannels(context, facts);
  },
});

function touches({ multisigs, channels, states }: WalletFacts, _unit: ChainUnit): Touch[] {
  const wanted: Touch[] = [];
  const wallets = new Set<number>();
  for (const { id, fact } of multisigs) {
    wallets.add(id);
    if (fact.type === 'remove-signer' || fact.type === 'swap-signer') {
      const signer = fact.type === 'remove-signer' ? fact.signer : fact.from;
      wanted.push({ table: 'address', key: [signer] });
    } else wanted.push({ table: 'proposal', key: [id, fact.txId] });
  }
  for (const id of [...channels.map((act) => act.id), ...states.map((state) => state.id)])
    wanted.push({ table: 'channel', key: [id] });
  for (const { from, to } of states) wallets.add(from).add(to);
  for (const id of wallets) wanted.push({ table: 'wallet_count', key: [id] });
  return wanted;
}

/**
 * Proposals that may lose an approval with a signer: those that wait. The actor reads them too, for
 * gas; of those that are settled anybody may have made any number.
 */
async function loadWaiting(
  trx: Trx,
  view: StateView,
  units: readonly { facts: Pick<WalletFacts, 'multisigs'> }[],
): Promise<void> {
  const wallets = new Set(
    units.flatMap(({ facts }) =>
      facts.multisigs.flatMap(({ id, fact }) =>
        fact.type === 'remove-signer' || fact.type === 'swap-signer' ? [id] : [],
      ),
    ),
  );
  if (wallets.size === 0) return;
  const rows = await trx
    .selectFrom('proposal')
    .selectAll()
    .where('actor_id', '=', sql<number>`any(${[...wallets]}::int8[])`)
    .where('status', '=', WAITS)
    .execute();
  view.load('proposal', rows);
  view.cover(
    'proposal',
    rows.map((row) => [row.actor_id, row.txn_id]),
  );
}
