import type { View } from '../view.ts';

export interface WalletCounts {
  proposalCount: number;
  channelCount: number;
}

/** How many proposals a multisig has here, and how many payment channels an account; a channel is one itself. */
export async function walletCounts({ db }: View, actorId: number): Promise<WalletCounts> {
  const counts = await db
    .selectFrom('wallet_count')
    .select(['proposals', 'channels'])
    .where('actor_id', '=', actorId)
    .executeTakeFirst();
  const channel = await db
    .selectFrom('channel')
    .select('actor_id')
    .where('actor_id', '=', actorId)
    .executeTakeFirst();
  return {
    proposalCount: counts?.proposals ?? 0,
    channelCount: channel ? 1 : (counts?.channels ?? 0),
  };
}
