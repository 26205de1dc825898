/** What the indexer says of itself, for /health and the pages' banner. */
import type { Kysely } from 'kysely';
import type { Database } from '#store/schema.ts';
import { storableText } from '../decode/text.ts';

export type IndexerState =
  'starting' | 'backfilling' | 'following' | 'waiting' | 'stopped' | 'ended';

export interface IndexerStatus {
  state: IndexerState;
  /** Why, in words, when it waits or has stopped. */
  reason: string | null;
  nodeHeight: number | null;
  fromHeight: number | null;
  targetHeight: number | null;
  /** When the node was first seen to have its present head. */
  headSeenAt: Date | null;
  /** JSON of what the node can and cannot do. */
  node: string | null;
}

const MAX_REASON_LENGTH = 1_000;

export async function readStatus(db: Kysely<Database>): Promise<IndexerStatus> {
  const row = await db.selectFrom('status').selectAll().executeTakeFirst();
  return {
    state: 'starting',
    reason: null,
    nodeHeight: row?.node_height ?? null,
    fromHeight: null,
    targetHeight: null,
    headSeenAt: row?.head_seen_at ?? null,
    node: row?.node ?? null,
  };
}

export async function writeStatus(db: Kysely<Database>, status: IndexerStatus): Promise<void> {
  const row = {
    state: status.state,
    reason: status.reason === null ? null : storableText(status.reason, MAX_REASON_LENGTH),
    node_height: status.nodeHeight,
    from_height: status.fromHeight,
    target_height: status.targetHeight,
    updated_at: new Date(),
    head_seen_at: status.headSeenAt,
    node: status.node,
  };
  await db
    .insertInto('status')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
