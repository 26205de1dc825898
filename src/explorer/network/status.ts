import { cidOf } from '#filecoin/encoding/cid.ts';
import { recordedTime } from '#store/clock.ts';
import { MIGRATED_SUBJECT, OPENING_SUBJECTS } from '#store/opening.ts';
import type { Store } from '#store/store.ts';
import { keyCids } from '../view.ts';
import type { IndexStatus, NetworkFacts } from './schema.ts';

const STATES = ['starting', 'backfilling', 'following', 'waiting', 'stopped', 'ended'] as const;

/** So many heights that were let pass are told. */
const MAX_PASSED = 20;

/** How far the index is. `now`: the wall clock, milliseconds. */
export async function indexStatus(store: Store, now: () => number): Promise<IndexStatus> {
  return store.snapshot(async (db) => {
    const status = await db.selectFrom('status').selectAll().executeTakeFirst();
    const checkpoint = await db
      .selectFrom('revision as t')
      .leftJoin('checkpoint as c', (join) => join.onTrue())
      .selectAll('c')
      .select('t.revision as beside')
      .executeTakeFirst();
    const price = await db.selectFrom('price_feed').select(['at', 'error']).executeTakeFirst();
    const certificate = await db
      .selectFrom('certificate')
      .select('height')
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    const network = await db.selectFrom('network').selectAll().executeTakeFirst();
    const opening = await db
      .selectFrom('opening')
      .select(['subject', 'taken', 'done', 'refused'])
      .execute();
    const late = (network?.start_height ?? 0) > 0;
    const passed = await db
      .selectFrom('passed')
      .selectAll()
      .orderBy('height', 'desc')
      .limit(MAX_PASSED)
      .execute();
    const headHeight = checkpoint?.head_height ?? null;
    const headTime =
      network && headHeight !== null
        ? network.genesis_timestamp + headHeight * network.epoch_seconds
        : null;
    const recorded = network?.recorded ?? false;
    const ended = status?.state === 'ended';
    const wall = Math.floor(now() / 1000);
    const time = network?.recorded
      ? recordedTime(
          {
            genesisTimestamp: network.genesis_timestamp,
            epochSeconds: network.epoch_seconds,
            headHeight,
            nodeHeight: status?.node_height ?? null,
            headSeenAt: status?.head_seen_at ?? null,
            ended,
          },
          now(),
        )
      : null;
    const present = time ?? wall;
    const from = status?.from_height ?? null;
    const target = status?.target_height ?? null;
    const state = STATES.find((known) => known === status?.state) ?? 'starting';
    return {
      state,
      reason: status?.reason ?? null,
      headHeight,
      headKey: checkpoint?.head_key ? keyCids(checkpoint.head_key) : null,
      executedHeight: checkpoint?.executed_height ?? null,
      finalHeight: checkpoint?.final_height ?? null,
      certifiedHeight: certificate?.height ?? null,
      nodeHeight: status?.node_height ?? null,
      startHeight: network?.start_height ?? null,
      opening: openingOf(opening, late),
      fromHeight: from,
      targetHeight: target,
      progress: state === 'backfilling' ? shareOf(from, target, headHeight) : null,
      lagEpochs: lagOf(recorded, headTime, wall, network?.epoch_seconds, {
        node: status?.node_height ?? null,
        head: headHeight,
      }),
      revision: checkpoint?.revision ?? 0,
      besideRevision: checkpoint?.beside ?? 0,
      passed,
      recorded,
      ended,
      clock: { now: present, offset: present - wall },
      price: price ?? null,
      updatedAt: status ? Math.floor(status.updated_at.getTime() / 1000) : null,
    };
  });
}

/** Of a late index all that was there before it; of one that met that upgrade what it made. */
function openingOf(
  rows: NonNullable<IndexStatus['opening']>,
  late: boolean,
): IndexStatus['opening'] {
  const migrated = rows.filter(({ subject }) => subject === MIGRATED_SUBJECT);
  const before = (late ? OPENING_SUBJECTS : []).map((subject) => {
    const row = rows.find((each) => each.subject === subject);
    return row ?? { subject, taken: 0, done: false, refused: null };
  });
  const all = [...before, ...migrated];
  return all.length > 0 ? all : null;
}

function shareOf(from: number | null, target: number | null, head: number | null): number | null {
  if (from === null || target === null) return null;
  if (target <= from) return 1;
  return Math.min(1, Math.max(0, ((head ?? from) - from) / (target - from)));
}

/** A live index is measured by the clock, whatever its node says; a recorded one by its node. */
function lagOf(
  recorded: boolean,
  headTime: number | null,
  wall: number,
  epochSeconds: number | undefined,
  heights: { node: number | null; head: number | null },
): number | null {
  if (recorded)
    return heights.node === null || heights.head === null
      ? null
      : Math.max(0, heights.node - heights.head);
  if (headTime === null || epochSeconds === undefined) return null;
  return Math.max(0, Math.floor((wall - headTime) / epochSeconds));
}

/** Which network this index is of; null until its node has been met. */
export async function networkFacts(store: Store): Promise<NetworkFacts | null> {
  const row = await store.db.selectFrom('network').selectAll().executeTakeFirst();
  if (!row) return null;
  const addressPrefix = row.address_prefix === 't' ? 't' : 'f';
  return {
    name: row.name,
    genesis: cidOf(row.genesis),
    genesisTimestamp: row.genesis_timestamp,
    epochSeconds: row.epoch_seconds,
    chainId: row.chain_id,
    addressPrefix,
    currency: addressPrefix === 't' ? 'tFIL' : 'FIL',
    startHeight: row.start_height,
    recorded: row.recorded,
  };
}
