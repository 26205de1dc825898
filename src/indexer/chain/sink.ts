/** Gathers what an advance takes into stretches and writes them. */
import type { NodeClient, TipsetJson } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import { InvariantError } from '../errors.ts';
import type { Migration } from '../opening/migrated.ts';
import type { ChainUnit } from '../parts/part.ts';
import type { ExecutedFacts, TipsetFacts } from '../types.ts';
import type { CanonicalTipset, Checkpoint } from '../write/checkpoint.ts';
import type { Revert } from '../write/revert.ts';
import { writeStretch } from '../write/writer.ts';
import type { Gatherer } from './gather.ts';
import type { Pace } from './pace.ts';
import { prepare } from './prepare.ts';
import type { Gathering } from './run.ts';

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

/** A tipset that is taken, and what is written with it. */
export interface Step {
  arrival: TipsetFacts;
  /** Execution of the tipset before it; null when that is done, or not part of the index. */
  unit: ChainUnit | null;
  /** Set on the first step of another branch. */
  revert: Revert | null;
}

/** What an execution brings, about: messages, calls, events and transfers, long ones as several. */
export function rowsOf({ executions, transfers }: ExecutedFacts): number {
  return executions.reduce((rows, { subcallCount, events, trace, return: value }) => {
    const bytes = events.reduce((sum, { entries }) => sum + entries.length, 0);
    const long = (bytes + (trace?.length ?? 0) + (value?.length ?? 0)) / ROW_BYTES;
    return rows + 1 + subcallCount + events.length + Math.floor(long);
  }, transfers.length);
}

/** Gathers steps into stretches and writes one while the next is gathered. */
export class Sink {
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
