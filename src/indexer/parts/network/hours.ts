/** The hours of the network's figures: each is made when its last tipset has been executed. */
import { EPOCHS_PER_HOUR } from '#filecoin/epoch.ts';
import { hourEnd, keptHours, makeHours } from '#store/series.ts';
import type { Store, Trx } from '#store/store.ts';
import { takeCheckpoint, type Checkpoint } from '../../write/checkpoint.ts';

/** So many hours are made in one transaction: 200 days' worth of them take a minute in all. */
const MOST_HOURS = 200;

/** Last epochs of the hours from one on up to another. */
function endsBetween(first: number, last: number): number[] {
  const ends: number[] = [];
  for (let end = first; end <= last; end += EPOCHS_PER_HOUR) ends.push(end);
  return ends;
}

/**
 * Makes the hours that have ended below the head and follow those that are kept. Those of the past of
 * an index that is older than this are left to `makeOlderHours`.
 */
export async function closeHours(trx: Trx, head: number, startHeight: number): Promise<void> {
  const newest = hourEnd(head) - EPOCHS_PER_HOUR;
  const first = hourEnd(startHeight);
  if (newest < first) return;
  const kept = await keptHours(trx);
  const from = kept
    ? kept.newest + EPOCHS_PER_HOUR
    : Math.max(first, newest - (MOST_HOURS - 1) * EPOCHS_PER_HOUR);
  await makeHours(trx, endsBetween(from, newest));
}

/** Makes those hours anew that have these heights in them, where they are kept. */
export async function remakeHours(trx: Trx, heights: readonly number[]): Promise<void> {
  const kept = await keptHours(trx);
  if (!kept) return;
  const ends = new Set(heights.map(hourEnd));
  await makeHours(
    trx,
    [...ends].filter((end) => end >= kept.oldest && end <= kept.newest),
  );
}

/**
 * Makes some of the hours before the oldest one that is kept; null when there are none any more.
 * Throws SecondWriterError.
 */
export async function makeOlderHours(
  store: Store,
  checkpoint: Checkpoint,
  startHeight: number,
): Promise<Checkpoint | null> {
  const { head } = checkpoint;
  if (!head) return null;
  const first = hourEnd(startHeight);
  const kept = await keptHours(store.db);
  if (kept ? kept.oldest <= first : hourEnd(head.height) <= first) return null;
  return store.transaction(async (trx) => {
    const revision = await takeCheckpoint(trx, checkpoint.revision);
    const before = kept ? kept.oldest - EPOCHS_PER_HOUR : hourEnd(head.height) - EPOCHS_PER_HOUR;
    const from = Math.max(first, before - (MOST_HOURS - 1) * EPOCHS_PER_HOUR);
    await makeHours(trx, endsBetween(from, before));
    return { ...checkpoint, revision };
  });
}
