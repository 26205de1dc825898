import { statement, type Places } from '#store/statement.ts';
import type { Trx } from '#store/store.ts';
import { MULTISIG } from '../account/find.ts';
import { timeOf, type View } from '../view.ts';
import { pendingCount } from './status.ts';

/** Length of one of an account's lists, and how many of its rows are older than the index. */
export interface ListLength {
  total: number;
  older: number;
}

/** How long both lists are here, their first rows, and whether the account is a channel itself. */
const lengthsOf = statement((db, { id }: Places<{ id: number }>) =>
  db
    .selectNoFrom((eb) => {
      const counted = eb.selectFrom('wallet_count').where('actor_id', '=', id);
      const proposals = eb.selectFrom('proposal').where('actor_id', '=', id);
      const channels = eb.selectFrom('account_channel').where('actor_id', '=', id);
      return [
        counted.select('proposals').as('proposals'),
        counted.select('channels').as('channels'),
        proposals.select('ord').orderBy('ord').limit(1).as('proposalsFrom'),
        channels.select('ord').orderBy('ord').limit(1).as('channelsFrom'),
        eb.selectFrom('channel').select('actor_id').where('actor_id', '=', id).as('channel'),
      ];
    })
    .compile(),
);

type List = 'proposals' | 'channels';

type Lengths = { [Name in List | `${List}From` | 'channel']?: number | null };

function lengthOf(lengths: Lengths, list: List): ListLength {
  const older = Math.max(0, -(lengths[`${list}From`] ?? 0));
  return { total: (lengths[list] ?? 0) + older, older };
}

const readLengths = async (db: Trx, id: number): Promise<Lengths> =>
  (await lengthsOf(db, { id }))[0] ?? {};

export async function listLength({ db }: View, id: number, list: List): Promise<ListLength> {
  const lengths = await readLengths(db, id);
  return lengthOf(lengths, list);
}

export interface WalletCounts {
  proposalCount: number;
  /** Those of them that wait for approvals. */
  pendingProposalCount: number;
  channelCount: number;
}

/** How many proposals a multisig has here, and how many payment channels an account; a channel is one itself. */
export async function walletCounts(
  view: View,
  { id, kind }: { id: number; kind: number },
): Promise<WalletCounts> {
  const [lengths, pendingProposalCount] = await Promise.all([
    readLengths(view.db, id),
    kind === MULTISIG ? pendingCount(view, id) : 0,
  ]);
  return {
    proposalCount: lengthOf(lengths, 'proposals').total,
    pendingProposalCount,
    channelCount: lengths.channel == null ? lengthOf(lengths, 'channels').total : 1,
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
