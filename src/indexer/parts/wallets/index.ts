/**
 * Multisigs' proposals and payment channels. Proposals follow the calls that counted (Propose,
 * Approve, Cancel; signers that leave take their approvals along, as in actors version 2 and
 * later). A channel's figures are its own state after the execution, its lanes the vouchers that
 * were handed in.
 */
import type { ChainUnit } from '../../types.ts';
import { definePart, type Touch } from '../part.ts';
import { foldChannels } from './channels.ts';
import {
  CHANNEL_KIND,
  decodeChannel,
  walletActs,
  type ChannelState,
  type WalletActs,
} from './decode.ts';
import { foldProposals } from './proposals.ts';

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
      // Any of its proposals may lose an approval.
      wanted.push({ table: 'proposal', key: [id] });
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
