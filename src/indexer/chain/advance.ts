/** Brings the index from its head to a tipset of the node: reads ahead, decodes, writes in stretches. */
import { isTooLong } from '#node/errors.ts';
import type { NodeClient, TipsetJson } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { digest, tipsetKeyOf } from '../decode/ids.ts';
import { InvariantError } from '../errors.ts';
import { NOTHING_OLDER } from '../fold/older.ts';
import type { Migration } from '../opening/migrated.ts';
import { PARTS } from '../parts/index.ts';
import type { ExecutedFacts, TipsetFacts } from '../types.ts';
import type { ChainUnit } from '../parts/part.ts';
import type { Checkpoint, CanonicalTipset } from '../write/checkpoint.ts';
import type { Revert } from '../write/revert.ts';
import { writeStretch } from '../write/writer.ts';
import { Ahead } from './ahead.ts';
import type { Arrival } from './arrivals.ts';
import { branch } from './branch.ts';
import type { Execution, Gatherer } from './gather.ts';
import { mapOrdered, unlessAborted } from './ordered.ts';
import type { Pace } from './pace.ts';
import { prepare } from './prepare.ts';
import { alone, cut, RUNS_AT_ONCE, type Gathering, type Run } from './run.ts';

/**
 * A transaction holds at most so many tipsets, messages and rows: what is read ahead stays in memory. The
 * more it holds, the less often the same state is read and written; a slow node's tipsets do not
 * wait for others longer than this.
 */
const STRETCH_TIPSETS = 600;
const STRETCH_MESSAGES = 5_000;
const STRETCH_ROWS = 500_000;
const STRETCH_MS = 5_000;
/** What an execution brings counts as a row for each so many bytes too. */
const ROW_BYTES = 1 << 10;

export interface AdvanceContext {
  node: NodeClient;
  store: Store;
  gatherer: Gatherer;
  /** Who gathers what is written. */
  gathering: Gathering;
  startHeight: number;
  /** The upgrade that made allocations; null where the index meets none. */
  migration: Migration | null;
  /** Sectors of one older provider that are read at once. */
  room: number;
  pace: Pace;
  signal: AbortSignal;
  /** After each commit. */
  onWritten(written: WrittenStretch): Promise<void>;
}

export interface WrittenStretch {
  checkpoint: Checkpoint;
  /** Newest tipset. */
  head: TipsetFacts;
  units: readonly ChainUnit[];
  rows: number;
  revert: Revert | null;
  /** Tipsets that were taken back. */
  reverted: number;
}

export interface Goal {
  target: TipsetJson;
  /** The stored tipset to build on: the head, or a fork below it; null for a new index. */
  fork: CanonicalTipset | null;
  final: { height: number; id: string } | null;
  /** Whether the target is final itself. */
  belowFinal: boolean;
}

interface Step {
  arrival: TipsetFacts;
  /** Execution of the tipset before it; null when that is done, or not part of the index. */
  unit: ChainUnit | null;
  /** Set on the first step of another branch. */
  revert: Revert | null;
}

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

/** What an execution brings, about: messages, calls, events and transfers, long ones as several. */
export function rowsOf({ executions, transfers }: ExecutedFacts): number {
  return executions.reduce((rows, { subcallCount, events, trace, return: value }) => {
    const bytes = events.reduce((sum, { entries }) => sum + entries.length, 0);
    const long = (bytes + (trace?.length ?? 0) + (value?.length ?? 0)) / ROW_BYTES;
    return rows + 1 + subcallCount + events.length + Math.floor(long);
  }, transfers.length);
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

/** Gathers steps into stretches and writes one while the next is gathered. */
class Sink {
  checkpoint: Checkpoint;
  readonly #context: AdvanceContext;
  readonly #goal: Goal;
  #steps: Step[] = [];
  #messages = 0;
  #rows = 0;
  #since = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: AdvanceContext, checkpoint: Checkpoint, goal: Goal) {
    this.#context = context;
    this.checkpoint = checkpoint;
    this.#goal = goal;
  }

  /** Whether the steps at hand begin with a reorganisation. */
  get reverting(): boolean {
    return this.#steps[0]?.revert != null;
  }

  async take(step: Step): Promise<void> {
    if (this.#steps.length === 0) this.#since = performance.now();
    this.#steps.push(step);
    this.#messages += step.unit?.executed.executions.length ?? 0;
    this.#rows += step.unit ? rowsOf(step.unit.executed) : 0;
    if (this.#full()) await this.#flush();
  }

  #full(): boolean {
    if (this.#steps.length >= STRETCH_TIPSETS || this.#messages >= STRETCH_MESSAGES) return true;
    if (this.#rows >= STRETCH_ROWS) return true;
    return !this.reverting && performance.now() - this.#since >= STRETCH_MS;
  }

  /** Waits for what is being written, and writes the rest if `rest` says so. */
  async close(rest: boolean): Promise<void> {
    if (rest && this.#steps.length > 0) await this.#flush();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const steps = this.#steps;
    this.#steps = [];
    this.#messages = 0;
    this.#rows = 0;
    this.#writing = this.#write(steps);
    // It is awaited before the next one; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }

  async #write(steps: readonly Step[]): Promise<void> {
    try {
      await this.#writeAll(steps);
    } catch (error) {
      if (!(error instanceof InvariantError) || steps[0]?.revert) throw error;
      // Up to the tipset in doubt all is well.
      const sound = steps.filter(
        ({ unit }) => unit === null || unit.tipset.height < error.tipset.height,
      );
      if (sound.length > 0) await this.#writeAll(sound);
      throw error;
    }
  }

  async #writeAll(steps: readonly Step[]): Promise<void> {
    const { store, node, gatherer, startHeight, migration, room, signal, pace, onWritten } =
      this.#context;
    const head = steps.at(-1)?.arrival;
    if (!head) return;
    const units = steps.map(({ unit }) => unit).filter((unit) => unit !== null);
    const revert = steps[0]?.revert ?? null;
    const forkHeight = revert && revert.forkHeight - (revert.unexecuteFork ? 1 : 0);
    const child = tipsetKeyOf(head.key);
    const { db } = store;
    await prepare({ node, db, gatherer, startHeight, migration, room, forkHeight }, units, child);
    signal.throwIfAborted();
    const { checkpoint, rows, reverted } = await writeStretch(store, this.checkpoint, {
      revert,
      units,
      arrivals: steps.map(({ arrival }) => arrival),
      final: this.#goal.final,
      belowFinal: this.#goal.belowFinal,
      startHeight,
      pace,
    });
    this.checkpoint = checkpoint;
    await onWritten({ checkpoint, head, units, rows, revert, reverted });
  }
}
