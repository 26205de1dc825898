import { statement, type Places } from '#store/statement.ts';
import type { View } from '../view.ts';
import { MINER } from '../account/find.ts';
import { olderCount } from './lists.ts';

export interface StorageCounts {
  dealCount: number;
  pieceCount: number;
  dataCapCount: number;
}

const countsOf = statement((db, { id }: Places<{ id: number }>) =>
  db
    .selectFrom('storage_count')
    .select(['client_deals', 'provider_deals', 'client_pieces', 'provider_pieces'])
    .where('actor_id', '=', id)
    .compile(),
);
const holderChanges = statement((db, { id }: Places<{ id: number }>) =>
  db.selectFrom('data_cap').select('changes').where('actor_id', '=', id).compile(),
);
const verifierChanges = statement((db, { id }: Places<{ id: number }>) =>
  db.selectFrom('verifier').select('changes').where('actor_id', '=', id).compile(),
);

/**
 * How many deals and pieces an account has as a client, or a provider as one; how much there is in
 * its history of data cap, as one that has it and as a verifier.
 */
export async function storageCounts(
  view: View,
  actor: { id: number; kind: number },
): Promise<StorageCounts> {
  const { db } = view;
  const { id } = actor;
  const role = actor.kind === MINER ? 'provider' : 'client';
  const [[row], [holder], [verifier], older] = await Promise.all([
    countsOf(db, { id }),
    holderChanges(db, { id }),
    verifierChanges(db, { id }),
    olderCount(view, id, `${role}_deals`),
  ]);
  return {
    dealCount: (row?.[`${role}_deals`] ?? 0) + older,
    pieceCount: row?.[`${role}_pieces`] ?? 0,
    dataCapCount: (holder?.changes ?? 0) + (verifier?.changes ?? 0),
  };
}
