/** A multisig's proposals by what became of them, as it was at a head. */
import { proposalStatusIndex, type ProposalStatus } from '#filecoin/actors/facts/multisig.ts';
import type { PastRow } from '#store/undo.ts';
import { sql } from 'kysely';
import { askedPage, type PageInput } from '../parameters.ts';
import { headOf, idColumn, integerColumn, orderedPage, type OrderedList } from '../ordered.ts';
import type { HeadView, View } from '../view.ts';

const PENDING = proposalStatusIndex('pending');

interface Listed {
  actor_id: number;
  txn_id: number;
}

/** How many proposals of a multisig wait for approvals. */
export function pendingCount(view: View, actorId: number): Promise<number> {
  return statusCount(view, actorId, PENDING);
}

/** What is there now, but for the rows that have changed since the head. */
async function statusCount(view: View, actorId: number, status: number): Promise<number> {
  const then = [...(await view.changed('proposal'))]
    .map(([key, image]) => ({ ...keyed(key), status: image?.status ?? null }))
    .filter((row) => row.actor_id === actorId);
  const ids = then.map((row) => row.txn_id);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from proposal
    where actor_id = ${actorId} and status = ${status} and txn_id <> all(${ids}::int8[])`.execute(
    view.db,
  );
  return (rows[0]?.n ?? 0) + then.filter((row) => row.status === status).length;
}

/** Key of a row in its table, as `Changed` has it. */
export const proposalKey = ({ actor_id, txn_id }: Listed): string => `${actor_id}/${txn_id}`;

function keyed(key: string): Listed {
  const [actor_id = -1, txn_id = -1] = key.split('/').map(Number);
  return { actor_id, txn_id };
}

export interface StatusPage {
  at: HeadView;
  total: number;
  /** The wallet's own numbers, newest first. */
  ids: readonly number[];
  next: string | null;
}

/** Proposals of one status, newest first. */
export async function proposalsIn(
  view: View,
  actorId: number,
  named: ProposalStatus,
  input: PageInput,
): Promise<StatusPage> {
  const status = proposalStatusIndex(named);
  const asked = askedPage(input);
  const at = await headOf(view, asked);
  const total = await statusCount(at, actorId, status);
  const page = await orderedPage(at, statusList(actorId, status), total, asked);
  return { at, total, ids: page.rows.map((row) => row.txn_id), next: page.next };
}

function statusList(actorId: number, status: number): OrderedList<'proposal', Listed> {
  return {
    name: `proposals ${actorId} ${status}`,
    table: 'proposal',
    order: [integerColumn('txn_id'), idColumn('actor_id')],
    largestFirst: true,
    place: ({ txn_id, actor_id }) => [BigInt(txn_id), BigInt(actor_id)],
    keyOf: proposalKey,
    rowOf: (image: PastRow<'proposal'>, key) => {
      const row = keyed(key);
      return row.actor_id === actorId && image.status === status ? row : null;
    },
    read: ({ db }, range, limit) =>
      db
        .selectFrom('proposal')
        .select(['actor_id', 'txn_id'])
        .where('actor_id', '=', actorId)
        .where('status', '=', status)
        .where(range)
        .orderBy('txn_id', 'desc')
        .limit(limit)
        .execute(),
  };
}
