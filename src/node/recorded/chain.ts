import type { Catalogue, RecordedTipset } from './catalogue.ts';

/** The tree of recorded tipsets and the branch that won. */
export interface Chain {
  tipset(place: number): RecordedTipset;
  /** Place on the final chain counted from its beginning, −1 for a tipset that lost. */
  finalPosition(place: number): number;
  /** Places of the final chain's tipsets, the oldest first. */
  readonly final: readonly number[];
  /** Whether it begins with the genesis. */
  readonly whole: boolean;
  /** The newest ancestor-or-self of `head` at or below `height`; −1 below the first one. */
  atOrBelow(head: number, height: number): number;
  /** The oldest ancestor-or-self of `head` at or above `height`; −1 above the head. */
  atOrAbove(head: number, height: number): number;
  /** Whether `ancestor` is `place` or on its branch. */
  isAncestor(ancestor: number, place: number): boolean;
  /** Of what was recorded at several tipsets, the one at the highest. */
  newest<T>(places: ReadonlyMap<number, T> | undefined): readonly [place: number, T] | undefined;
}

/** @param last the tipset at which the recording's final chain ends */
export function buildChain(catalogue: Catalogue, last: number): Chain {
  const { tipsets } = catalogue;
  const tipset = (place: number): RecordedTipset => {
    const found = tipsets[place];
    if (found === undefined) throw new Error(`No tipset at place ${place}.`);
    return found;
  };
  const final: number[] = [];
  for (let at = last; at >= 0; at = tipset(at).parent) final.push(at);
  final.reverse();
  const position = new Int32Array(tipsets.length).fill(-1);
  final.forEach((place, index) => (position[place] = index));
  const finalPosition = (place: number): number => position[place] ?? -1;

  /** How many tipsets of the final chain lie at or below `height`. */
  const countUpTo = (height: number): number => {
    let low = 0;
    let high = final.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tipset(final[middle] ?? 0).height <= height) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const atOrBelow = (head: number, height: number): number => {
    let at = head;
    while (at >= 0 && tipset(at).height > height) {
      if (finalPosition(at) >= 0) {
        const count = countUpTo(height);
        return count === 0 ? -1 : (final[count - 1] ?? -1);
      }
      at = tipset(at).parent;
    }
    return at;
  };
  return {
    tipset,
    finalPosition,
    final,
    whole: tipset(final[0] ?? 0).height === 0,
    atOrBelow,
    atOrAbove(head, height) {
      if (tipset(head).height < height) return -1;
      let at = head;
      for (;;) {
        if (finalPosition(at) >= 0) return final[countUpTo(height - 1)] ?? -1;
        const { parent } = tipset(at);
        if (parent < 0 || tipset(parent).height < height) return at;
        at = parent;
      }
    },
    isAncestor(ancestor, place) {
      return atOrBelow(place, tipset(ancestor).height) === ancestor;
    },
    newest<T>(places: ReadonlyMap<number, T> | undefined) {
      let found: readonly [number, T] | undefined;
      for (const entry of places ?? [])
        if (found === undefined || tipset(entry[0]).height > tipset(found[0]).height) found = entry;
      return found;
    },
  };
}
