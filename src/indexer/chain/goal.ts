/** Decides what to bring the index to: whether a head is worth following, and from which fork on. */
import type { Kysely } from 'kysely';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { Logger } from '#node/log.ts';
import type { NodeClient, NodeInfo, TipsetJson } from '#node/types.ts';
import type { Database } from '#store/schema.ts';
import { keyBytes } from '../decode/ids.ts';
import { winsOf } from '../decode/tipset.ts';
import type { Checkpoint } from '../write/checkpoint.ts';
import type { Goal } from './sink.ts';
import { forkPoint, isCanonical, placeOfJson } from './branch.ts';
import { finalTipset, type Final } from './finality.ts';
import { weightOf } from './weight.ts';

export interface GoalContext {
  node: NodeClient;
  db: Kysely<Database>;
  log: Logger;
  info: NodeInfo;
  startHeight: number;
}

/** An index further behind than this is first brought to what is final, which stays what it is. */
const FOLLOW_EPOCHS = 2_000;

/**
 * What to bring the index to; null when it is there, or the node has nothing better: a head that the
 * index has already, a lower or a lighter one.
 * Throws PartedError when the node contradicts what is final in the index.
 */
export async function chooseGoal(
  context: GoalContext,
  checkpoint: Checkpoint,
  head: TipsetJson,
): Promise<Goal | null> {
  const { node, db, log, info, startHeight } = context;
  const { head: own, finalHeight } = checkpoint;
  const place = placeOfJson(head);
  if (!own && head.Height < startHeight) {
    log.debug({ height: head.Height, startHeight }, 'The index begins later');
    return null;
  }
  if (own && (own.id === place.id || (await isCanonical(db, place)))) return null;
  const final = await finalTipset(node, info, head);
  if (own && !(await isWorthFollowing(context, own.height, head, final))) {
    log.debug({ height: head.Height }, 'A lighter head is not followed');
    return null;
  }
  const reached = own?.height ?? startHeight;
  const belowFinal = head.Height - reached > FOLLOW_EPOCHS && final.height > reached;
  const target = belowFinal ? final.tipset : head;
  const fork = own && (await forkPoint(node, db, target, { head: own, finalHeight, startHeight }));
  return { target, fork, final, belowFinal };
}

/**
 * A head is followed when it stands on the index's own or is at least as heavy; and whatever its
 * weight when what the node takes for final is on its branch and not on the index's.
 */
async function isWorthFollowing(
  { db, startHeight }: GoalContext,
  ownHeight: number,
  head: TipsetJson,
  final: Final,
): Promise<boolean> {
  const own = await db
    .selectFrom('tipset')
    .select(['parent_weight', 'win_count', 'key'])
    .where('height', '=', ownHeight)
    .executeTakeFirstOrThrow();
  const [first] = head.Blocks;
  if (first && equalBytes(own.key, keyBytes(first.Parents))) return true;
  const comparable = final.height >= startHeight && final.height <= ownHeight;
  if (comparable && !(await isCanonical(db, final))) return true;
  const state = await db
    .selectFrom('network_state')
    .select('quality_adj_power')
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  const power = BigInt(state?.quality_adj_power ?? 0);
  const ours = { parentWeight: BigInt(own.parent_weight), winCount: own.win_count };
  const theirs = {
    parentWeight: BigInt(first?.ParentWeight ?? 0),
    winCount: head.Blocks.reduce((sum, block) => sum + winsOf(block), 0),
  };
  return weightOf(theirs, power) >= weightOf(ours, power);
}
