import { recordedTime } from '#store/clock.ts';
import type { Store } from '#store/store.ts';

/**
 * The present by the chain's clock, Unix seconds: the wall's, on a recorded chain the recording's,
 * which is that of the node's head, counting on from when it was first seen. Null while nothing is
 * known of the network or of that head. `now`: the wall clock, milliseconds.
 */
export async function knownTime(store: Store, now: number): Promise<number | null> {
  const row = await store.db
    .selectFrom('network as n')
    .leftJoin('checkpoint as c', 'c.id', 'n.id')
    .leftJoin('status as s', 's.id', 'n.id')
    .select([
      'n.recorded',
      'n.genesis_timestamp',
      'n.epoch_seconds',
      'c.head_height',
      's.node_height',
      's.head_seen_at',
      's.state',
    ])
    .executeTakeFirst();
  if (!row) return null;
  if (!row.recorded) return Math.floor(now / 1000);
  return recordedTime(
    {
      genesisTimestamp: row.genesis_timestamp,
      epochSeconds: row.epoch_seconds,
      headHeight: row.head_height,
      nodeHeight: row.node_height,
      headSeenAt: row.head_seen_at,
      ended: row.state === 'ended',
    },
    now,
  );
}
