import { CONTINENTS, type SpaceRace as Told } from '#content/schema.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import type { Access } from '../access.ts';
import { referenceSectorsIn } from '../miner/figures.ts';
import { SECTOR_BYTES } from '../network/states.ts';
import { ratio } from '../network/sums.ts';
import { headOf, wholePage } from '../ordered.ts';
import type { Past } from '../view.ts';
import { parseContinent, type Continent } from '../place.ts';
import { parseLimit, parseOffset, type OffsetPageInput } from '../input.ts';
import type { Answer } from '../wire.ts';
import type { RaceEntities, RaceEntity, RaceStanding, SpaceRace } from './schema.ts';

export interface RaceInput {
  /** Only its entities; empty: all. */
  region?: string;
  /** Counted from 0. */
  page?: number;
  pageSize?: number;
}

export interface RaceEntitiesInput extends OffsetPageInput {
  /** Only those of it; empty: all. */
  continent?: string | undefined;
}

export interface RaceReads {
  /** Null where there was no space race, or nothing is known of it. */
  get(input?: RaceInput): Promise<Answer<SpaceRace | null>>;
  /** None where there was no space race. */
  entities(input?: RaceEntitiesInput): Promise<Answer<RaceEntities>>;
}

/** Both success rates of a qualified entity are above it. */
const QUALIFYING_RATE = 0.8;

export function raceReads({ readOr }: Access, past: Past): RaceReads {
  return {
    get: async ({ region, page = 0, pageSize = 20 } = {}) => {
      const wanted = parseContinent(region);
      return readOr(null, async ({ content }) => {
        if (content.spaceRace === null) return null;
        const race = standing(content.spaceRace, wanted);
        return { ...race, entities: race.entities.slice(page * pageSize, (page + 1) * pageSize) };
      });
    },
    entities: async ({ continent, limit, offset, before, head } = {}) => {
      const wanted = parseContinent(continent);
      const asked = { size: parseLimit(limit), skip: parseOffset(offset), before, head };
      return readOr({ totalCount: 0, entities: [], next: null }, async (view) => {
        const { spaceRace } = view.content;
        const entities = spaceRace === null ? [] : standing(spaceRace, wanted).entities;
        const page = wholePage(await headOf(past, view, asked), entities, asked);
        return { totalCount: entities.length, entities: [...page.rows], next: page.next };
      });
    },
  };
}

type Entity = Told['entities'][number];

/** The whole race, the entities of one continent or all of them by raw power. */
export function standing(told: Told, region: Continent | null = null): SpaceRace {
  const sorted = [...told.entities].sort((a, b) => compare(powerOf(b), powerOf(a)));
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

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
