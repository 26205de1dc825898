import { spaceRaceFile } from '#content/schema.ts';
import { describe, expect, it } from 'vitest';
import { standing } from './standing.ts';
import { spaceRaceSchema } from './schema.ts';

const TIB = 2 ** 40;
const rewards = { global: 1, region: 2, block: 4, small: 8 };
const miner = (id: number, tib: number) => ({
  address: `f0${id}`,
  power: String(tib * TIB),
  blocks: id,
});
const told = spaceRaceFile.parse({
  source: 'https://race.example',
  ended: '2020-09-14T22:00:00Z',
  entities: [
    {
      region: 'EU',
      miners: [miner(1, 2)],
      lifecycle: true,
      storeSuccess: 0.9,
      retrieveSuccess: 0.9,
      rewards,
    },
    {
      region: 'AS',
      miners: [miner(2, 1), miner(3, 4)],
      lifecycle: true,
      storeSuccess: 0.8,
      retrieveSuccess: 1,
      rewards,
    },
    {
      region: 'EU',
      miners: [miner(4, 9)],
      lifecycle: true,
      storeSuccess: 0.81,
      retrieveSuccess: 1,
      growth: String(7 * 32 * 2 ** 30),
      rewards,
    },
    { region: 'EU', miners: [miner(5, 3)], storeSuccess: 1, retrieveSuccess: 1, rewards },
  ],
});

describe('how the race stands', () => {
  const race = standing(told);

  it('has the shape of its schema', () => {
    expect(spaceRaceSchema.parse(race)).toEqual(race);
  });

  it('places the qualified by raw power, the others without a place between them', () => {
    expect(race.entities.map(({ rank, miners }) => [rank, miners[0]?.address])).toEqual([
      [1, 'f04'],
      [null, 'f02'],
      [null, 'f05'],
      [2, 'f01'],
    ]);
  });

  it('counts places within a continent', () => {
    expect(standing(told, 'EU').entities.map(({ rank }) => rank)).toEqual([1, null, 2]);
  });

  it('adds up what entities have', () => {
    expect(race.all).toEqual({
      totalPower: String(19 * TIB),
      activeMiners: 5,
      eligibleMiners: 2,
      entityCount: 4,
    });
    expect(race.regions.find(({ id }) => id === 'AS')?.totalPower).toBe(String(5 * TIB));
    expect(race.regions.find(({ id }) => id === 'AF')?.entityCount).toBe(0);
    expect(race.entities[1]).toMatchObject({ blocksMined: 5, totalReward: 15 });
  });

  it('says how many machines would have added what came: 7 sectors in 330 minutes', () => {
    expect(race.entities[0]?.equivalentMiners).toBeCloseTo(330 / 1440, 10);
    expect(race.entities[1]?.equivalentMiners).toBeNull();
  });
});
