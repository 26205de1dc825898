import { CONTINENTS, type SpaceRace as Told } from '#content/schema.ts';
import type { Access } from '../access.ts';
import { BadInput } from '../errors.ts';
import type { Answer } from '../wire.ts';
import type { Continent, SpaceRace } from './schema.ts';

export interface RaceReads {
  /** Null where there was no space race, or nothing is known of it. `region`: only its entities. */
  get(region?: string): Promise<Answer<SpaceRace | null>>;
}

export function raceReads({ readOr }: Access): RaceReads {
  return {
    get: async (region = '') => {
      const wanted = CONTINENTS.find((known) => known === region);
      if (wanted === undefined && region !== '')
        throw new BadInput('badContinent', { known: CONTINENTS.join(', ') });
      return readOr(
        null,
        async ({ content }) => content.spaceRace && standing(content.spaceRace, wanted),
      );
    },
  };
}

type Entity = Told['entities'][number];

function standing(told: Told, region: Continent | undefined): SpaceRace {
  const ranked = [...told.entities].sort((a, b) => compare(BigInt(b.power), BigInt(a.power)));
  const totals = (entities: readonly Entity[]) => ({
    totalPower: entities.reduce((sum, { power }) => sum + BigInt(power), 0n).toString(),
    activeMiners: entities.reduce((sum, { miners }) => sum + miners.length, 0),
    entityCount: entities.length,
  });
  return {
    source: told.source,
    ended: Date.parse(told.ended) / 1000,
    ...totals(ranked),
    regions: CONTINENTS.map((id) => ({
      id,
      ...totals(ranked.filter((entity) => entity.region === id)),
    })).filter(({ entityCount }) => entityCount > 0),
    entities: ranked
      .filter((entity) => region === undefined || entity.region === region)
      .map(({ rewards, ...entity }, index) => ({
        rank: index + 1,
        name: entity.name ?? null,
        miners: entity.miners,
        region: entity.region,
        power: entity.power,
        storeSuccess: entity.storeSuccess ?? null,
        retrieveSuccess: entity.retrieveSuccess ?? null,
        globalReward: rewards.global,
        regionReward: rewards.region,
        blockReward: rewards.block,
        smallMinerReward: rewards.small,
        totalReward: rewards.global + rewards.region + rewards.block + rewards.small,
      })),
  };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
