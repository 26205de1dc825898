/** Runs of tipsets: what is gathered together, here or in a thread of its own. */
import type { TipsetJson } from '#node/types.ts';
import type { TipsetFacts } from '../types.ts';
import type { Execution, ExecutionPlace, Gatherer } from './gather.ts';

/** Tipsets of a branch, oldest first, each the parent of the next. */
export interface Run {
  /** Parent of the first, when its execution is wanted too. */
  before: TipsetJson | null;
  /** Height of the parent of the first that is executed; null where the index does not have it. */
  parentHeight: number | null;
  tipsets: readonly TipsetJson[];
  /** Whether the index begins with the first execution. */
  opening: boolean;
  /** Whether much is gathered beside it: a trace that is long then rejects (`isTooLong`). */
  ahead: boolean;
}

/** One tipset of a run by itself. */
export function alone({ before, parentHeight, tipsets, opening }: Run, index: number): Run {
  const parents = [before, ...tipsets];
  const isFirst = index === (before === null ? 1 : 0);
  return {
    before: parents[index] ?? null,
    parentHeight: isFirst ? parentHeight : (parents[index - 1]?.Height ?? null),
    tipsets: tipsets.slice(index, index + 1),
    opening: opening && isFirst,
    ahead: false,
  };
}

export interface Gathered {
  facts: TipsetFacts;
  /** Of the tipset before it; null for the first of a run without `before`. */
  execution: Execution | null;
}

/** One is gathered while the next is asked for. */
export const RUNS_AT_ONCE = 2;

/** Who gathers runs. */
export interface Gathering {
  /** So many runs keep it busy. */
  readonly runs: number;
  /** One promise per tipset of the run. What rejects counts for its tipset only, and need not be awaited. */
  gather(run: Run): readonly Promise<Gathered>[];
}

/** Gathers on this thread. */
export class GatheringHere implements Gathering {
  readonly runs = RUNS_AT_ONCE;
  readonly #gatherer: Gatherer;

  constructor(gatherer: Gatherer) {
    this.#gatherer = gatherer;
  }

  gather(run: Run): readonly Promise<Gathered>[] {
    const all = run.tipsets.map((json, index) => {
      const { before, parentHeight, opening } = alone(run, index);
      return this.#gathered(before, json, { opening, parentHeight, ahead: run.ahead });
    });
    for (const each of all) each.catch(() => undefined);
    return all;
  }

  async #gathered(
    parent: TipsetJson | null,
    json: TipsetJson,
    place: ExecutionPlace,
  ): Promise<Gathered> {
    const [before, now] = await Promise.all([
      parent && this.#gatherer.arrival(parent),
      this.#gatherer.arrival(json),
    ]);
    const execution = before && (await this.#gatherer.execution(before, now, place));
    return { facts: now.facts, execution };
  }
}

/** Cuts a stream into runs of so many; what came before an error is handed out first. */
export async function* cut<T>(source: AsyncIterable<T>, length: () => number): AsyncGenerator<T[]> {
  let run: T[] = [];
  try {
    for await (const item of source) {
      run.push(item);
      if (run.length < length()) continue;
      yield run;
      run = [];
    }
  } catch (error) {
    if (run.length > 0) yield run;
    throw error;
  }
  if (run.length > 0) yield run;
}
