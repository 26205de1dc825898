/** Even grids of heights for charts. */
import { epochsOf, type SampleInput } from './parameters.ts';
import type { View } from './view.ts';

/**
 * Heights of the samples, oldest first: they divide the duration evenly and end at the head.
 * Heights before the index's beginning are left out.
 */
export function gridOf(view: View, input: SampleInput): number[] {
  const { samples } = input;
  const epochs = epochsOf(input.duration);
  const heights: number[] = [];
  for (let i = samples - 1; i >= 0; i--) {
    const height = view.head.height - Math.floor((i * epochs) / samples);
    if (height >= view.network.startHeight) heights.push(height);
  }
  return heights;
}
