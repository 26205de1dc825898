import { statement, type Places } from '#store/statement.ts';
import { timeOf, type View } from '../view.ts';
import { pendingCount } from './status.ts';

/** Length of one of an account's lists, and how many of its rows are older than the index. */
export interface ListLength {
  total: number;
  older: number;
}

const countsOf = statement((db, { id }: Places<{ id: number }>) =>
  db
    .selectFrom('wallet_count')
    .select(['proposals', 'channels'])
    .where('actor_id', '=', id)
    .compile(),
);

/** The first row of each list. */
const firstOf = {
  proposals: statement((db, { id }: Places<{ id: number }>) =>
    db
      .selectFrom('proposal')
      .select('ord')
      .where('actor_id', '=', id)
      .orderBy('ord')
      .limit(1)
      .compile(),
  ),
  channels: statement((db, { id }: Places<{ id: number }>) =>
    db
      .selectFrom('account_channel')
      .select('ord')
      .where('actor_id', '=', id)
      .orderBy('ord')
      .limit(1)
      .compile(),
  ),
};

const channelAt = statement((db, { id }: Places<{ id: number }>) =>
  db.selectFrom('channel').select('actor_id').where('actor_id', '=', id).compile(),
);

export async function listLength(
  { db }: View,
  actorId: number,
  list: 'proposals' | 'channels',
): Promise<ListLength> {
  const [[counts], [first]] = await Promise.all([
    countsOf(db, { id: actorId }),
    firstOf[list](db, { id: actorId }),
  ]);
  const older = Math.max(0, -(first?.ord ?? 0));
  return { total: (counts?.[list] ?? 0) + older, older };
}

export interface WalletCounts {
  proposalCount: number;
  /** Those of them that wait for approvals. */
  pendingProposalCount: number;
  channelCount: number;
}

/** How many proposals a multisig has here, and how many payment channels an account; a channel is one itself. */
export async function walletCounts(view: View, actorId: number): Promise<WalletCounts> {
  const [proposals, pending, channels, [channel]] = await Promise.all([
    listLength(view, actorId, 'proposals'),
    pendingCount(view, actorId),
    listLength(view, actorId, 'channels'),
    channelAt(view.db, { id: actorId }),
  ]);
  return {
    proposalCount: proposals.total,
    pendingProposalCount: pending,
    channelCount: channel ? 1 : channels.total,
  };
}

/** When a proposal was made or a channel created; null of what is older than the index: no message here did it. */
export function firstSeen(
  { network }: View,
  { height, cid }: { height: number; cid: Uint8Array | null },
): { height: number | null; timestamp: number | null } {
  return cid === null
    ? { height: null, timestamp: null }
    : { height, timestamp: timeOf(network, height) };
}
