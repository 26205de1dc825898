/** How far down the undo log reaches. */
import type { Trx } from '#store/store.ts';
import { PAST_TIPSETS } from '#store/undo.ts';

interface Tipset {
  height: number;
  /** How many of the index come before it. */
  ordinal: number;
}

/**
 * From this height on executions are logged: what may be reverted, and the tipsets that a list can be
 * pinned to when the index has reached the node's head. `below` is the tipset that the arrivals stand
 * on; nothing of the arrivals is written yet.
 */
export async function logFrom(
  trx: Trx,
  finalHeight: number | null,
  below: Tipset | null,
  {
    arrivals,
    final,
  }: { arrivals: readonly { height: number }[]; final: { height: number } | null },
): Promise<number> {
  if (finalHeight === null) return 0;
  const first = (below?.ordinal ?? -1) + 1;
  const last = first + arrivals.length - 1;
  const oldest = Math.max(0, last - PAST_TIPSETS + 1);
  const heightAt = async (ordinal: number): Promise<number> =>
    arrivals[ordinal - first]?.height ?? (await storedHeight(trx, ordinal));
  const from = await heightAt(oldest);
  const epochs = (await heightAt(last)) - from;
  // How many tipsets are still to come in a backfill is not known; as many epochs had that many so far.
  const span = Math.ceil((epochs * PAST_TIPSETS) / (last - oldest + 1));
  return Math.min(finalHeight, Math.max(oldest === 0 ? 0 : from, (final?.height ?? 0) - span));
}

async function storedHeight(trx: Trx, ordinal: number): Promise<number> {
  const { height } = await trx
    .selectFrom('tipset')
    .select('height')
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow();
  return height;
}
