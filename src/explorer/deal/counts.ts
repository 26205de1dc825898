import { kindIndex } from '#filecoin/actors/kinds.ts';
import type { View } from '../view.ts';
import { olderCount } from './lists.ts';

const MINER = kindIndex('storageminer');

export interface StorageCounts {
  dealCount: number;
  pieceCount: number;
  dataCapCount: number;
}

/**
 * How many deals and pieces an account has as a client, or a provider as one; how much there is in
 * its history of data cap, as one that has it and as a verifier.
 */
export async function storageCounts(
  view: View,
  actor: { id: number; kind: number },
): Promise<StorageCounts> {
  const { db } = view;
  const row = await db
    .selectFrom('storage_count')
    .select(['client_deals', 'provider_deals', 'client_pieces', 'provider_pieces'])
    .where('actor_id', '=', actor.id)
    .executeTakeFirst();
  const [holder, verifier] = await Promise.all(
    (['data_cap', 'verifier'] as const).map((table) =>
      db.selectFrom(table).select('changes').where('actor_id', '=', actor.id).executeTakeFirst(),
    ),
  );
  const role = actor.kind === MINER ? 'provider' : 'client';
  return {
    dealCount: (row?.[`${role}_deals`] ?? 0) + (await olderCount(view, actor.id, `${role}_deals`)),
    pieceCount: row?.[`${role}_pieces`] ?? 0,
    dataCapCount: (holder?.changes ?? 0) + (verifier?.changes ?? 0),
  };
}
