import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';
import { MINER } from '../account/find.ts';

export interface StorageCounts {
  dealCount: number;
  pieceCount: number;
  dataCapCount: number;
}

const countsOf = statement((db, { id }: Places<{ id: number }>) =>
  sql<{
    client_deals: number | null;
    provider_deals: number | null;
    client_pieces: number | null;
    provider_pieces: number | null;
    older_client_deals: number | null;
    older_provider_deals: number | null;
    held: number | null;
    verified: number | null;
  }>`
    select s.client_deals, s.provider_deals, s.client_pieces, s.provider_pieces,
      o.client_deals as older_client_deals, o.provider_deals as older_provider_deals,
      c.changes as held, v.changes as verified
    from (select) as one
    left join storage_count s on s.actor_id = ${id}
    left join older_storage o on o.actor_id = ${id}
    left join data_cap c on c.actor_id = ${id}
    left join verifier v on v.actor_id = ${id}`.compile(db),
);

/**
 * How many deals and pieces an account has as a client, or a provider as one; how much there is in
 * its history of data cap, as one that has it and as a verifier.
 */
export async function storageCounts(
  view: View,
  actor: { id: number; kind: number },
): Promise<StorageCounts> {
  const role = actor.kind === MINER ? 'provider' : 'client';
  const [row] = await countsOf(view.db, { id: actor.id });
  return {
    dealCount: (row?.[`${role}_deals`] ?? 0) + (row?.[`older_${role}_deals`] ?? 0),
    pieceCount: row?.[`${role}_pieces`] ?? 0,
    dataCapCount: (row?.held ?? 0) + (row?.verified ?? 0),
  };
}
