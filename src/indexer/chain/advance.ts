/** Brings the index from its head to a tipset of the node: reads ahead, decodes, writes in stretches. */
import { isTooLong } from '#node/errors.ts';
import type { TipsetJson } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { digest } from '../decode/ids.ts';
import { NOTHING_OLDER } from '../fold/older.ts';
import { PARTS } from '../parts/index.ts';
import type { TipsetFacts } from '../types.ts';
import type { ChainUnit } from '../parts/part.ts';
import type { Checkpoint, CanonicalTipset } from '../write/checkpoint.ts';
import type { Revert } from '../write/revert.ts';
import { Ahead } from './ahead.ts';
import type { Arrival } from './arrivals.ts';
import { branch } from './branch.ts';
import type { Execution } from './gather.ts';
import { mapOrdered, unlessAborted } from './ordered.ts';
import { alone, cut, RUNS_AT_ONCE, type Run } from './run.ts';
import { rowsOf, Sink, type AdvanceContext, type Goal, type Step } from './sink.ts';

/**
 * Writes all tipsets between the fork and the target, in order. Whatever stops it (the node, an
 * invariant), what came before is written; a reorganisation is either written up to the end of its
 * first stretch or not begun.
 */
export async function advance(
  context: AdvanceContext,
  checkpoint: Checkpoint,
  goal: Goal,
): Promise<Checkpoint> {
  const sink = new Sink(context, checkpoint, goal);
  try {
    for await (const step of steps(context, checkpoint, goal)) {
      context.signal.throwIfAborted();
      await sink.take(step);
    }
  } catch (error) {
    // A branch of which only a part is known may be lighter than the one that it would replace.
    await sink.close(!sink.reverting);
    throw error;
  }
  await sink.close(true);
  return sink.checkpoint;
}

/** A run, and what the first one of an advance begins with. */
interface Planned {
  run: Run;
  /** The stored tipset whose execution the run tells first. */
  below: TipsetFacts | null;
  revert: Revert | null;
}

async function* steps(
  { node, store, gatherer, gathering, startHeight, signal }: AdvanceContext,
  checkpoint: Checkpoint,
  { target, fork }: Goal,
): AsyncGenerator<Step> {
  const ahead = new Ahead();
  const length = (): number => ahead.tipsets() / RUNS_AT_ONCE;
  const stored = fork ? await storedFork(store, fork) : null;
  async function* planned(): AsyncGenerator<Planned> {
    let last: TipsetJson | null = null;
    /** Height of the tipset below `last`, or below the first one. */
    let parent = fork?.height ?? null;
    // The index opens with the execution of its first tipset.
    let opening = stored === null || stored.first;
    for await (const tipsets of cut(branch(node, target, fork, startHeight, signal), length)) {
      let below: Arrival | null = null;
      let revert: Revert | null = null;
      const [first] = tipsets;
      if (last === null && first && fork && stored) {
        const moved = checkpoint.head !== null && checkpoint.head.id !== fork.id;
        const kept = stored.executed && stored.childAgrees(first);
        // The first execution is done, and stays.
        if (kept) opening = false;
        if (moved) gatherer.leave();
        if (moved) revert = { forkHeight: fork.height, unexecuteFork: stored.executed && !kept };
        if (!kept) below = await gatherer.stored(fork);
      }
      const before: TipsetJson | null = below?.json ?? last;
      const parentHeight = (below ? stored?.parentHeight : parent) ?? null;
      yield {
        run: { before, parentHeight, tipsets, opening, ahead: last !== null },
        below: below?.facts ?? null,
        revert,
      };
      if (before !== null || tipsets.length > 1) opening = false;
      parent = (tipsets.at(-2) ?? before)?.Height ?? parent;
      last = tipsets.at(-1) ?? null;
    }
  }
  const begun = mapOrdered(
    planned(),
    () => gathering.runs,
    signal,
    (plan) => Promise.resolve({ ...plan, gathered: gathering.gather(plan.run) }),
  );
  let before: TipsetFacts | null = null;
  for await (const { run, below, revert, gathered } of begun)
    for (const [index, promise] of gathered.entries()) {
      const { facts, execution } = await unlessAborted(
        promise.catch((error: unknown) => {
          if (!run.ahead || !isTooLong(error)) throw error;
          // All before it is here: now it is the only one.
          return gathering.gather(alone(run, index))[0] ?? Promise.reject(error);
        }),
        signal,
      );
      ahead.arrived(facts.messages.length, execution && rowsOf(execution.executed));
      before ??= below;
      yield {
        arrival: facts,
        unit: execution && before && unitOf(before, execution),
        revert: index === 0 ? revert : null,
      };
      before = facts;
    }
}

function unitOf(tipset: TipsetFacts, { executed, parts }: Execution): ChainUnit {
  return {
    tipset,
    executed,
    older: NOTHING_OLDER,
    parts: PARTS.map((part, index) => part.bind(parts[index])),
  };
}

/**
 * Whether the fork's tipset is executed, whether the index begins with it, its parent's height if the
 * index has that, and whether a new child tells the same of its execution. What vests and what is asked
 * for after it goes by the child's height, so that one of another height does not.
 */
async function storedFork(
  { db }: Store,
  fork: CanonicalTipset,
): Promise<{
  executed: boolean;
  first: boolean;
  parentHeight: number | null;
  childAgrees(child: TipsetJson): boolean;
}> {
  const parent = await db
    .selectFrom('tipset')
    .select('height')
    .where('height', '<', fork.height)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('tipset')
    .select(['height', 'ordinal', 'executed', 'state_root', 'receipts_root'])
    .where('height', '>=', fork.height)
    .orderBy('height')
    .limit(2)
    .execute();
  const [own, child] = rows;
  return {
    executed: own?.executed ?? false,
    first: own?.ordinal === 0,
    parentHeight: parent?.height ?? null,
    childAgrees: ({ Height, Blocks: [first] }) =>
      child?.height === Height &&
      first !== undefined &&
      equalBytes(child.state_root, digest(first.ParentStateRoot)) &&
      equalBytes(child.receipts_root, digest(first.ParentMessageReceipts)),
  };
}
