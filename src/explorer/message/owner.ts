/** Whom a storage provider belonged to when a message named its owner. */
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { MAX_INTEGER, type View } from '../view.ts';
import type { FoundMessage } from './find.ts';
import type { Ends } from './parties.ts';
import type { MessageDetail } from './schema.ts';

/**
 * Of ChangeOwnerAddress: what the sender was before its tipset, of a pending message what it is now. By
 * the same call an owner proposes another one or withdraws that, and the proposed one confirms. Nothing
 * of other messages, and where the index does not know.
 */
export async function ownerBefore(
  { db }: View,
  { execution }: FoundMessage,
  { fromId, toId }: Ends,
  { toKind, method }: { toKind: ActorKind | null; method: string },
): Promise<Pick<MessageDetail, 'ownerBefore'>> {
  if (toKind !== 'storageminer' || method !== 'ChangeOwnerAddress' || toId === null) return {};
  const before = await db
    .selectFrom('miner_info_change')
    .select(['owner_id', 'pending_owner_id'])
    .where('miner_id', '=', toId)
    .where('since', '<', execution?.height ?? MAX_INTEGER)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!before) return {};
  const { owner_id, pending_owner_id } = before;
  return {
    ownerBefore: { isSender: owner_id === fromId, hasProposed: pending_owner_id !== null },
  };
}
