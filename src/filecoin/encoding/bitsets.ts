/**
 * Sets of sector numbers as run lengths (`Runs` of bitfield.ts), and their algebra. Work and memory
 * follow the number of runs, never that of the sectors: a provider with 600,000 sectors in a row is
 * one run.
 */
import { rangesOfRuns, runsFromNumbers, type Runs } from './bitfield.ts';
import { addIntegers, compareIntegers, subtractIntegers, type Integer } from './integers.ts';

/** The empty set. */
export const NO_RUNS: Runs = [];

/** The set of numbers in any order. @throws BitfieldError */
export function runsOf(numbers: Iterable<Integer>): Runs {
  return runsFromNumbers([...new Set(numbers)].sort(compareIntegers));
}

/** Numbers at which the set begins and, in turns, ends: these only need to be compared, however large. */
function edgesOf(runs: Runs): Integer[] {
  let edge: Integer = 0;
  return runs.map((run) => (edge = addIntegers(edge, run)));
}

function combine(a: Runs, b: Runs, keep: (inA: boolean, inB: boolean) => boolean): Runs {
  const edgesA = edgesOf(a);
  const edgesB = edgesOf(b);
  const result: Integer[] = [];
  let atA = 0;
  let atB = 0;
  let last: Integer = 0;
  for (;;) {
    const nextA = edgesA[atA];
    const nextB = edgesB[atB];
    if (nextA === undefined && nextB === undefined) return result;
    const edge = nextB === undefined || (nextA !== undefined && nextA < nextB) ? nextA : nextB;
    if (edge === undefined) return result;
    if (nextA === edge) atA++;
    if (nextB === edge) atB++;
    // What is counted so far ends with unset bits, or with set ones.
    if (keep(atA % 2 === 1, atB % 2 === 1) === (result.length % 2 === 1)) continue;
    result.push(subtractIntegers(edge, last));
    last = edge;
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

export function runsHave(runs: Runs, number: Integer): boolean {
  let end: Integer = 0;
  for (let at = 0; at < runs.length; at++) {
    end = addIntegers(end, runs[at] ?? 0);
    if (number < end) return at % 2 === 1;
  }
  return false;
}

/** Members by their place in the ascending set, `from` inclusive to `to` exclusive. */
export function sliceRuns(runs: Runs, from: number, to: number): Integer[] {
  const members: Integer[] = [];
  let place: Integer = 0;
  for (const range of rangesOfRuns(runs)) {
    const first = subtractIntegers(range.from, place);
    const end = addIntegers(place, addIntegers(subtractIntegers(range.to, range.from), 1));
    if (place >= to) break;
    const start = place > from ? Number(place) : from;
    for (let at = start; at < to && at < end; at++) members.push(addIntegers(first, at));
    place = end;
  }
  return members;
}
