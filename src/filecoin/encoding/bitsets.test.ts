import { describe, expect, it } from 'vitest';
import { countRuns, runsFromNumbers } from './bitfield.ts';
import {
  equalRuns,
  intersectRuns,
  runsHave,
  sliceRuns,
  subtractRuns,
  unionOfRuns,
  unionRuns,
} from './bitsets.ts';

/** All subsets of 0 … 5. */
const SETS = Array.from({ length: 64 }, (_, bits) =>
  [0, 1, 2, 3, 4, 5].filter((n) => (bits >> n) & 1),
);

describe('sets of numbers as runs', () => {
  it('are joined, met and taken away as sets of numbers are, in their one form', () => {
    for (const a of SETS)
      for (const b of SETS) {
        const [x, y] = [runsFromNumbers(a), runsFromNumbers(b)];
        const union = [...new Set([...a, ...b])].sort((p, q) => p - q);
        expect(unionRuns(x, y)).toEqual(runsFromNumbers(union));
        expect(intersectRuns(x, y)).toEqual(runsFromNumbers(a.filter((n) => b.includes(n))));
        expect(subtractRuns(x, y)).toEqual(runsFromNumbers(a.filter((n) => !b.includes(n))));
        expect(equalRuns(x, y)).toBe(a.join() === b.join());
      }
  });

  it('are joined many at a time', () => {
    for (let from = 0; from < SETS.length; from += 5)
      for (const count of [0, 1, 2, 5, 8]) {
        const sets = SETS.slice(from, from + count).map((set) => runsFromNumbers(set));
        expect(unionOfRuns(sets)).toEqual(sets.reduce(unionRuns, []));
      }
  });

  it('are counted and sliced by place', () => {
    for (const set of SETS) {
      const runs = runsFromNumbers(set);
      for (let n = 0; n <= 7; n++) {
        expect(runsHave(runs, n)).toBe(set.includes(n));
        for (let to = n; to <= 7; to++) expect(sliceRuns(runs, n, to)).toEqual(set.slice(n, to));
      }
    }
  });

  it('hold numbers of 64 bits', () => {
    const far = runsFromNumbers([3, 2n ** 63n - 1n]);
    const near = runsFromNumbers([3, 4]);
    expect(unionRuns(near, far)).toEqual(runsFromNumbers([3, 4, 2n ** 63n - 1n]));
    expect(intersectRuns(far, near)).toEqual(runsFromNumbers([3]));
    expect(subtractRuns(far, near)).toEqual(runsFromNumbers([2n ** 63n - 1n]));
    expect(runsHave(far, 2n ** 63n - 1n)).toBe(true);
    expect(runsHave(far, 2n ** 63n - 2n)).toBe(false);
    expect(sliceRuns(far, 1, 5)).toEqual([2n ** 63n - 1n]);
    expect(sliceRuns([0, 2n ** 64n - 1n], 2, 4)).toEqual([2, 3]);
  });

  it('stay small however many numbers they hold', () => {
    const many = [5, 600_000];
    const hole = [1_000, 2 ** 40];
    expect(unionRuns(many, hole)).toEqual([5, 2 ** 40 + 995]);
    expect(subtractRuns(many, hole)).toEqual([5, 995]);
    expect(countRuns(intersectRuns(many, hole))).toBe(599_005);
    expect(sliceRuns(many, 599_998, 600_100)).toEqual([600_003, 600_004]);
  });
});
