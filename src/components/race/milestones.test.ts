import { describe, expect, it } from 'vitest';
import { milestonesOf, progress } from './milestones.ts';

const PIB = 2n ** 50n;

describe('the bar of milestones', () => {
  const world = milestonesOf(null);

  it.each([
    [0n, 0],
    [5n * PIB, 0.07],
    [(15n * PIB) / 2n, 0.105],
    [150n * PIB, 0.83],
    [200n * PIB, 1],
    [900n * PIB, 1],
  ])('has %s bytes at %s', (power, at) => {
    expect(progress(power, world)).toBeCloseTo(at, 10);
  });

  it.each([null, 'AS'] as const)('rises from stop to stop (%s)', (region) => {
    const stops = milestonesOf(region);
    for (const [index, stop] of stops.entries()) {
      const before = stops[index - 1] ?? { power: 0n, reward: 0, at: 0 };
      expect(stop.power > before.power).toBe(true);
      expect(stop.reward).toBeGreaterThan(before.reward);
      expect(stop.at).toBeGreaterThan(before.at);
    }
    expect(stops.at(-1)?.at).toBe(1);
  });
});
