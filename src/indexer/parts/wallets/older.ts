/** Takes over multisigs and payment channels that are older than the index, apart from the undo log. */
import { sql } from 'kysely';
import { records } from '#store/records.ts';
import type { Trx } from '#store/store.ts';
import type { StateView } from '../../fold/state.ts';
import type { OpeningActor } from '../../older.ts';
import { channelRow, lanesText } from './channels.ts';
import { CHANNEL_KIND, MULTISIG_KIND } from './decode.ts';
import { pendingRow } from './proposals.ts';

/** `height`: the one below the index's first. Channels come into lists by `listOlderChannels`. */
export function foldOlderWallet(view: StateView, actor: OpeningActor, height: number): void {
  const { id, kind, wallet } = actor;
  if (kind !== MULTISIG_KIND && kind !== CHANNEL_KIND) return;
  let told = false;
  let settled: number | null = null;
  if (wallet && 'multisig' in wallet) {
    const { multisig, pending } = wallet;
    view.put('multisig', multisig);
    if (pending) {
      told = true;
      settled = multisig.next_txn_id - pending.length;
      for (const [index, proposal] of pending.entries())
        view.put('proposal', pendingRow(id, proposal, index - pending.length, height));
    }
  } else if (wallet) {
    const { channel, lanes } = wallet;
    told = lanes !== null;
    view.put('channel', channelRow(channel, { lanes: lanesText(lanes ?? []), height, cid: null }));
  }
  // Before the genesis nobody proposed anything or handed in a voucher.
  if (height >= 0) view.put('older_wallet', { actor_id: id, told, settled });
}

/**
 * Gives written channels (by id) their places in the lists of both ends: below those that the index
 * saw created, by falling id, whatever the order in which they become known.
 */
export async function listOlderChannels(
  trx: Trx,
  opened: readonly OpeningActor[],
  height: number,
): Promise<void> {
  const ends = opened.flatMap(({ wallet }) => {
    if (!wallet || !('channel' in wallet)) return [];
    const { id, from, to } = wallet.channel;
    return [...new Set([from, to])].map((account) => ({ account, id }));
  });
  if (ends.length === 0) return;
  const accounts = [...new Set(ends.map(({ account }) => account))];
  const listed = await trx
    .selectFrom('account_channel')
    .select(['actor_id', 'channel_id'])
    .where('actor_id', 'in', accounts)
    .where('ord', '<', 0)
    .execute();
  const channels = new Map(accounts.map((account) => [account, [] as number[]]));
  for (const { actor_id, channel_id } of listed) channels.get(actor_id)?.push(channel_id);
  for (const { account, id } of ends) channels.get(account)?.push(id);
  await trx
    .deleteFrom('account_channel')
    .where('actor_id', 'in', accounts)
    .where('ord', '<', 0)
    .execute();
  const rows = [...channels].flatMap(([actor_id, ids]) =>
    ids
      .sort((a, b) => b - a)
      .map((channel_id, index) => ({ actor_id, ord: -1 - index, channel_id, height })),
  );
  await sql`insert into account_channel (actor_id, ord, channel_id, height)
    select actor_id, ord, channel_id, height from ${records('account_channel', rows)}`.execute(trx);
}
