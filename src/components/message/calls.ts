/** Call trees made ready for a page: bounded, and with what came to nothing marked. */

/** The part of a subcall that this module looks at. */
interface Call<Self> {
  receipt: { exitCode: number | string };
  subcalls: readonly Self[];
}

export interface ShownCall<T> {
  call: T;
  /** A call above it failed, so whatever it did was undone. */
  undone: boolean;
  /** Place among all calls of the tree, from 0, in the order in which they began. */
  index: number;
  /** How deep it is called: 1 by the message itself. */
  depth: number;
  subcalls: ShownCall<T>[];
}

/** Calls nest a thousand deep at most, pages so deep: what is called below stands in one list. */
export const NESTED = 6;

export interface ShownTree<T> {
  calls: ShownCall<T>[];
  /** How many calls are in `calls`, at all depths. */
  shown: number;
  /** How many there are. */
  total: number;
}

/**
 * The first `limit` calls of a tree, in the order in which they began, keeping their nesting down to
 * `NESTED`. `rootFailed`: the message itself failed, so that everything in the tree was undone.
 */
export function boundCalls<T extends Call<T>>(
  calls: readonly T[],
  limit: number,
  rootFailed: boolean,
): ShownTree<T> {
  let total = 0;
  let shown = 0;
  const take = (list: readonly T[], undone: boolean, depth: number): ShownCall<T>[] => {
    const taken: ShownCall<T>[] = [];
    for (const call of list) {
      const index = total;
      total += 1;
      const entry: ShownCall<T> = { call, undone, index, depth, subcalls: [] };
      if (index < limit) {
        shown += 1;
        taken.push(entry);
      }
      const below = take(call.subcalls, undone || call.receipt.exitCode !== 0, depth + 1);
      if (depth < NESTED) entry.subcalls = below;
      else for (const deeper of below) taken.push(deeper);
    }
    return taken;
  };
  return { calls: take(calls, rootFailed, 1), shown, total };
}
