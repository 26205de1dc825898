/** Walks branches of the chain by parents. */
import type { Kysely } from 'kysely';
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { NodeClient, TipsetJson } from '#node/types.ts';
import type { Database } from '#store/schema.ts';
import { keyId } from '../decode/ids.ts';
import { checkKey, parentKeyOf, refOf } from '../decode/tipset.ts';
import { InvariantError, PartedError } from '../errors.ts';
import { placeOf, type CanonicalTipset } from '../write/checkpoint.ts';
import { mapOrdered } from './ordered.ts';

/**
 * Heights of a window, and how many windows are read ahead: a window is walked parent by parent, so
 * that only its neighbours' calls can share a request.
 */
const WINDOW = 30;
const WINDOWS_AHEAD = 16;

export function placeOfJson(tipset: TipsetJson): { height: number; id: string } {
  return { height: tipset.Height, id: keyId(tipset.Cids) };
}

/**
 * Tipsets of the branch that ends in `target`, those above `above` (or from `startHeight` on),
 * oldest first. Long stretches are walked in windows side by side, all anchored at `target`.
 * Throws InvariantError 5 when they do not join.
 */
export async function* branch(
  node: NodeClient,
  target: TipsetJson,
  above: { height: number; id: string } | null,
  startHeight: number,
  signal: AbortSignal,
): AsyncGenerator<TipsetJson> {
  const from = above ? above.height + 1 : startHeight;
  async function* windows(): AsyncGenerator<{ low: number; high: number }> {
    for (let low = from; low <= target.Height; low += WINDOW)
      yield { low, high: Math.min(low + WINDOW - 1, target.Height) };
  }
  const walks = mapOrdered(
    windows(),
    () => WINDOWS_AHEAD,
    signal,
    ({ low, high }) => walkWindow(node, target, above, low, high),
  );
  let last = above?.id ?? null;
  for await (const tipsets of walks)
    for (const tipset of tipsets) {
      if (last === null) await checkFirst(node, tipset, startHeight);
      if (last !== null && keyId(parentKeyOf(tipset)) !== last)
        throw new InvariantError(5, refOf(tipset), 'its parent is not the tipset before it');
      last = keyId(tipset.Cids);
      yield tipset;
    }
}

/**
 * Nothing joins an index's first tipset to one before it: that it is the first one at or above the
 * start follows from its parent's height.
 */
async function checkFirst(node: NodeClient, first: TipsetJson, startHeight: number): Promise<void> {
  if (first.Height === startHeight || first.Height === 0) return;
  const parent = await node.chainGetTipSet(parentKeyOf(first));
  checkKey(parent, parentKeyOf(first));
  if (parent.Height >= startHeight)
    throw new InvariantError(5, refOf(first), 'the tipsets before it were left out');
}

async function walkWindow(
  node: NodeClient,
  target: TipsetJson,
  above: { id: string } | null,
  low: number,
  high: number,
): Promise<TipsetJson[]> {
  const walked: TipsetJson[] = [];
  let tipset =
    high === target.Height ? target : await node.chainGetTipSetByHeight(high, target.Cids);
  while (tipset.Height >= low && tipset.Height <= high) {
    walked.push(tipset);
    const parents = tipset.Blocks[0]?.Parents ?? [];
    if (tipset.Height === 0 || tipset.Height === low || keyId(parents) === above?.id) break;
    const parent: TipsetJson = await node.chainGetTipSet(parents);
    if (parent.Height >= tipset.Height)
      throw new InvariantError(5, refOf(tipset), 'its parent is not below it');
    tipset = parent;
  }
  return walked.reverse();
}

/** Whether this tipset is on the index's chain. */
export async function isCanonical(
  db: Kysely<Database>,
  tipset: { height: number; id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('tipset')
    .select('key')
    .where('height', '=', tipset.height)
    .executeTakeFirst();
  return row !== undefined && toHex(row.key) === tipset.id;
}

/**
 * The newest tipset that both the index and the branch of `target` have, found by comparing keys.
 * Throws PartedError when they parted at or below what is final, or before the index begins.
 */
export async function forkPoint(
  node: NodeClient,
  db: Kysely<Database>,
  target: TipsetJson,
  index: { head: CanonicalTipset; finalHeight: number | null; startHeight: number },
): Promise<CanonicalTipset> {
  if (keyId(parentKeyOf(target)) === index.head.id) return index.head;
  const floor = Math.max(index.finalHeight ?? 0, index.startHeight);
  let tipset =
    target.Height > index.head.height
      ? await node.chainGetTipSetByHeight(index.head.height, target.Cids)
      : target;
  for (;;) {
    const place = placeOfJson(tipset);
    if (await isCanonical(db, place)) {
      const row = await db
        .selectFrom('tipset')
        .select('key')
        .where('height', '=', place.height)
        .executeTakeFirstOrThrow();
      return placeOf(place.height, row.key);
    }
    if (tipset.Height <= floor)
      throw new PartedError(
        `The node's chain and the index part at or below height ${floor}, where the index is final`,
      );
    tipset = await node.chainGetTipSet(tipset.Blocks[0]?.Parents ?? []);
  }
}
