import { CONTINENTS, type SpaceRace as Told } from '#content/schema.ts';
import { compareIntegers } from '#filecoin/encoding/integers.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { referenceSectorsIn } from '../miner/figures.ts';
import { SECTOR_BYTES } from '../network/states.ts';
import { ratio } from '../network/sums.ts';
import type { Continent } from '../place.ts';
import type { RaceEntity, RaceStanding, SpaceRace } from './schema.ts';

/** Both success rates of a qualified entity are above it. */
const QUALIFYING_RATE = 0.8;

type Entity = Told['entities'][number];

/** The whole race, the entities of one continent or all of them by raw power. */
export function standing(told: Told, region: Continent | null = null): SpaceRace {
  const sorted = [...told.entities].sort((a, b) => compareIntegers(powerOf(b), powerOf(a)));
  let rank = 0;
  return {
    source: told.source,
    ended: Date.parse(told.ended) / 1000,
    qualifyingRate: QUALIFYING_RATE,
    all: together(sorted),
    regions: CONTINENTS.map((id) => ({
      id,
      ...together(sorted.filter((entity) => entity.region === id)),
    })),
    entities: sorted
      .filter((entity) => region === null || entity.region === region)
      .map((entity) => ({ rank: isQualified(entity) ? (rank += 1) : null, ...shown(entity) })),
  };
}

function shown(entity: Entity): Omit<RaceEntity, 'rank'> {
  const { rewards, growth } = entity;
  return {
    name: entity.name ?? null,
    miners: entity.miners.map(({ blocks, ...miner }) => ({
      ...miner,
      id: miner.address,
      blocksMined: blocks,
    })),
    region: entity.region,
    power: powerOf(entity).toString(),
    powerGrowth: growth ?? null,
    equivalentMiners:
      growth === undefined
        ? null
        : ratio(BigInt(growth), SECTOR_BYTES) / referenceSectorsIn(EPOCHS_PER_DAY),
    blocksMined: entity.miners.reduce((sum, { blocks }) => sum + blocks, 0),
    storeSuccess: entity.storeSuccess ?? null,
    retrieveSuccess: entity.retrieveSuccess ?? null,
    storageLifecycle: entity.lifecycle,
    globalReward: rewards.global,
    regionReward: rewards.region,
    blockReward: rewards.block,
    smallMinerReward: rewards.small,
    totalReward: rewards.global + rewards.region + rewards.block + rewards.small,
  };
}

function together(entities: readonly Entity[]): RaceStanding {
  const providers = (of: readonly Entity[]): number =>
    of.reduce((sum, { miners }) => sum + miners.length, 0);
  return {
    totalPower: entities.reduce((sum, entity) => sum + powerOf(entity), 0n).toString(),
    activeMiners: providers(entities),
    eligibleMiners: providers(entities.filter(isQualified)),
    entityCount: entities.length,
  };
}

function isQualified({ lifecycle, storeSuccess = 0, retrieveSuccess = 0 }: Entity): boolean {
  return lifecycle && storeSuccess > QUALIFYING_RATE && retrieveSuccess > QUALIFYING_RATE;
}

function powerOf({ miners }: Entity): bigint {
  return miners.reduce((sum, { power }) => sum + BigInt(power), 0n);
}
