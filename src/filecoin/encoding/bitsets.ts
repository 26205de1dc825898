/**
 * Sets of sector numbers as run lengths (`Runs` of bitfield.ts), and their algebra. Work and memory
 * follow the number of runs, never that of the sectors: a provider with 600,000 sectors in a row is
 * one run.
 */
import { rangesOfRuns, runsFromNumbers, type Runs } from './bitfield.ts';

/** The empty set. */
export const NO_RUNS: Runs = [];

/** The set of numbers in any order. @throws BitfieldError */
export function runsOf(numbers: Iterable<number>): Runs {
  return runsFromNumbers([...new Set(numbers)].sort((a, b) => a - b));
}

function combine(a: Runs, b: Runs, keep: (inA: boolean, inB: boolean) => boolean): Runs {
  const result: number[] = [];
  let atA = 0;
  let atB = 0;
  let leftA = a[0] ?? Infinity;
  let leftB = b[0] ?? Infinity;
  let set = false;
  let run = 0;
  for (;;) {
    // A first run may be empty; no other is.
    while (leftA === 0) leftA = a[++atA] ?? Infinity;
    while (leftB === 0) leftB = b[++atB] ?? Infinity;
    const step = Math.min(leftA, leftB);
    const kept = keep(atA < a.length && atA % 2 === 1, atB < b.length && atB % 2 === 1);
    if (step === Infinity) {
      if (set) result.push(run);
      return result;
    }
    if (kept !== set) {
      result.push(run);
      set = kept;
      run = 0;
    }
    run += step;
    leftA -= step;
    leftB -= step;
  }
}

/** What is in either set. */
export function unionRuns(a: Runs, b: Runs): Runs {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return combine(a, b, (inA, inB) => inA || inB);
}

/** What is in any of the sets, joined two by two: a large one is not gone through for each small one. */
export function unionOfRuns(sets: readonly Runs[]): Runs {
  let level = sets.filter((set) => set.length > 0);
  while (level.length > 1) {
    const pairs: Runs[] = [];
    for (let at = 0; at < level.length; at += 2)
      pairs.push(unionRuns(level[at] ?? NO_RUNS, level[at + 1] ?? NO_RUNS));
    level = pairs;
  }
  return level[0] ?? NO_RUNS;
}

/** What is in both sets. */
export function intersectRuns(a: Runs, b: Runs): Runs {
  if (a.length === 0 || b.length === 0) return NO_RUNS;
  return combine(a, b, (inA, inB) => inA && inB);
}

/** What is in `a` and not in `b`. */
export function subtractRuns(a: Runs, b: Runs): Runs {
  if (a.length === 0 || b.length === 0) return a;
  return combine(a, b, (inA, inB) => inA && !inB);
}

export function equalRuns(a: Runs, b: Runs): boolean {
  return a.length === b.length && a.every((run, at) => run === b[at]);
}

export function runsHave(runs: Runs, number: number): boolean {
  let end = 0;
  for (let at = 0; at < runs.length; at++) {
    end += runs[at] ?? 0;
    if (number < end) return at % 2 === 1;
  }
  return false;
}

/** Members by their place in the ascending set, `from` inclusive to `to` exclusive. */
export function sliceRuns(runs: Runs, from: number, to: number): number[] {
  const members: number[] = [];
  let place = 0;
  for (const range of rangesOfRuns(runs)) {
    const size = range.to - range.from + 1;
    if (place >= to) break;
    for (let at = Math.max(from, place); at < Math.min(to, place + size); at++)
      members.push(range.from + at - place);
    place += size;
  }
  return members;
}
