/** The way that a simulated node's head takes: where it begins, which forks it follows, when the indexer is killed. */
import { Random } from './random.ts';
import { branchOf, type Tip, type Tree } from './tree.ts';

/** A part of a recorded chain, and what node tells it. */
export interface Stretch {
  readonly chain: 'state' | 'demo';
  /** Heights. */
  readonly from: number;
  readonly to: number;
  /**
   * Since when all states are there as objects, which prove what the node says of them: from the
   * beginning, once the index has come to the course's first head, or never.
   */
  readonly proven: 'always' | 'later' | 'never';
  /** Passes for a live node. */
  readonly live: boolean;
  /** Calls that the node does not have. */
  readonly without: readonly string[];
}

/**
 * Each has forks of its own; some begin at a null round. Of heights 2 to 4 of the chain with objects
 * a few objects are not recorded.
 */
export const STRETCHES: readonly Stretch[] = [
  { chain: 'state', from: 0, to: 150, proven: 'later', live: true, without: [] },
  { chain: 'state', from: 464, to: 600, proven: 'always', live: false, without: [] },
  { chain: 'state', from: 888, to: 1_080, proven: 'always', live: true, without: [] },
  { chain: 'state', from: 1_236, to: 1_400, proven: 'always', live: true, without: [] },
  { chain: 'state', from: 1_940, to: 2_100, proven: 'always', live: true, without: [] },
  {
    chain: 'demo',
    from: 15_100,
    to: 15_290,
    proven: 'never',
    live: false,
    without: ['ChainReadObj'],
  },
  { chain: 'demo', from: 19_557, to: 19_640, proven: 'never', live: false, without: [] },
];

export interface Step {
  readonly head: Tip;
  readonly final: Tip;
  /** Whether the index is brought there before the next step. */
  readonly settled: boolean;
  /** The indexer is killed after so many statements of the database; null: it is not. */
  readonly kill: number | null;
}

export interface Course {
  readonly stretch: Stretch;
  /** Configured start of the index. */
  readonly startHeight: number;
  readonly steps: readonly Step[];
  readonly end: Tip;
  /** Tipsets that are left again at the deepest fork, and of all of the way. */
  readonly deepest: number;
  readonly tipsets: number;
}

interface Detour {
  /** Place of the fork on the chain that wins. */
  readonly base: number;
  /** What is followed from there, oldest first. */
  readonly branch: readonly Tip[];
  /** Place to which the head returns. */
  readonly back: number;
}

/** Tipsets that are there at the beginning, at least and at most. */
const FIRST = [10, 24] as const;
/** Forks of at least so many tipsets are made for some seeds. */
const DEEP = 35;
const KILLS = [2, 3] as const;
/** Statements of a few tipsets. */
const STATEMENTS = 150;

export function courseOf(seed: number, stretch: Stretch, tree: Tree): Course {
  const random = new Random(seed, 'course');
  const final = tree.final(stretch.from, stretch.to);
  const begin = random.int(...FIRST);
  const detours = detoursOf(random, tree, final, begin);
  const heads: { head: Tip; place: number }[] = [];
  let place = begin;
  const go = (to: number): void => {
    while (place < to) {
      place = Math.min(to, place + random.int(1, 7));
      heads.push({ head: tipAt(final, place), place });
    }
  };
  heads.push({ head: tipAt(final, begin), place });
  for (const { base, branch, back } of detours) {
    go(base);
    for (let at = -1; at < branch.length - 1;) {
      at = Math.min(branch.length - 1, at + random.int(1, 9));
      heads.push({ head: tipAt(branch, at), place: base });
    }
    place = back;
    heads.push({ head: tipAt(final, back), place });
  }
  go(final.length - 1);
  const kills = new Map<number, number>();
  const wanted = random.int(...KILLS);
  while (kills.size < wanted) kills.set(random.int(0, heads.length - 1), random.int(1, STATEMENTS));
  const steps = heads.map(({ head, place: at }, index): Step => {
    const ahead = detours.filter(({ base }) => base >= at).map(({ base }) => base);
    return {
      head,
      final: tipAt(final, Math.max(0, Math.min(at - 3, ...ahead))),
      // Before a fork is left it has been followed.
      settled:
        random.next() < 0.5 ||
        heads[index + 1]?.head.parent !== head ||
        (index === 0 && stretch.proven === 'later'),
      kill: kills.get(index) ?? null,
    };
  });
  return {
    stretch,
    startHeight: stretch.from,
    steps,
    end: tipAt(final, final.length - 1),
    deepest: Math.max(0, ...detours.map(({ branch }) => branch.length)),
    tipsets: final.length + detours.reduce((sum, { branch }) => sum + branch.length, 0),
  };
}

/** One or two of the recorded forks, and one that is made; in the order of the chain, one after another. */
function detoursOf(random: Random, tree: Tree, final: readonly Tip[], begin: number): Detour[] {
  const found: Detour[] = [];
  const place = new Map(final.map((tip, index) => [tip, index]));
  const lost = tree.lost(final.slice(begin, -4)).flatMap((tip): Detour[] => {
    let base = tip.parent;
    while (base !== null && !place.has(base)) base = base.parent;
    const at = base && place.get(base);
    if (base === null || at === null || at === undefined) return [];
    const back = final.findIndex(({ weight }, index) => index > at && weight > tip.weight);
    return back < 0 ? [] : [{ base: at, branch: branchOf(tip, base), back }];
  });
  const depth = random.next() < 0.4 ? random.int(DEEP, DEEP + 5) : random.int(1, 12);
  const length = Math.min(depth, final.length - begin - 6);
  const base = random.int(begin, final.length - length - 4);
  const stretch = final.slice(base + 1, base + 1 + length);
  const twins = tree.twins(stretch, random.int(1, 1_000));
  const made: Detour = { base, branch: twins, back: base + length + random.int(0, 3) };
  const candidates = [made];
  // The deeper a recorded one is, the likelier it is taken.
  const deep = lost.toSorted((a, b) => b.branch.length - a.branch.length);
  for (const each of deep.slice(0, 8)) if (random.next() < 0.5) candidates.push(each);
  for (const each of candidates)
    if (found.every((other) => each.base >= other.back || each.back <= other.base))
      found.push(each);
  return found.sort((a, b) => a.base - b.base);
}

function tipAt(tips: readonly Tip[], place: number): Tip {
  const tip = tips[place];
  if (!tip) throw new RangeError(`no tipset at place ${place}`);
  return tip;
}
