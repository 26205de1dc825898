/** The space race's rewards: the more raw power all entities together have, the more is shared out. */
import type { Continent } from '#explorer/race/schema.ts';

export interface Milestone {
  /** Raw bytes. */
  power: bigint;
  /** FIL shared out from there on. */
  reward: number;
  /** Its place on the bar, 0–1: later stops lie further apart in power than on the bar. */
  at: number;
}

const TIB = 2n ** 40n;
const PIB = 2n ** 50n;

const WORLD: readonly Milestone[] = [
  { power: 5n * PIB, reward: 100_000, at: 0.07 },
  { power: 10n * PIB, reward: 200_000, at: 0.14 },
  { power: 25n * PIB, reward: 300_000, at: 0.25 },
  { power: 50n * PIB, reward: 500_000, at: 0.45 },
  { power: 100n * PIB, reward: 1_000_000, at: 0.66 },
  { power: 200n * PIB, reward: 1_500_000, at: 1 },
];
const CONTINENT: readonly Milestone[] = [
  { power: 10n * TIB, reward: 25_000, at: 0.07 },
  { power: 100n * TIB, reward: 50_000, at: 0.14 },
  { power: PIB, reward: 100_000, at: 0.28 },
  { power: 5n * PIB, reward: 250_000, at: 0.5 },
  { power: 10n * PIB, reward: 500_000, at: 1 },
];

/** The stops of a continent, or of the world. */
export function milestonesOf(region: Continent | null): readonly Milestone[] {
  return region === null ? WORLD : CONTINENT;
}

/** How far along the bar so much raw power is, 0–1: evenly between two stops. */
export function progress(power: bigint, stops: readonly Milestone[]): number {
  let from: Pick<Milestone, 'power' | 'at'> = { power: 0n, at: 0 };
  for (const stop of stops) {
    if (power < stop.power) {
      const part = Number(power - from.power) / Number(stop.power - from.power);
      return from.at + part * (stop.at - from.at);
    }
    from = stop;
  }
  return 1;
}
