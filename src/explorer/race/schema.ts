import { CONTINENTS } from '#content/schema.ts';
import { z } from 'zod';
import { countSchema, idAddressSchema, nextSchema, powerSchema } from '../wire.ts';

const rate = z.number().nullable();
const fil = z.number().meta({ description: 'FIL' });

/** Entities together: those of a continent, or all. */
const standingSchema = z.object({
  totalPower: powerSchema,
  activeMiners: countSchema,
  eligibleMiners: countSchema.meta({ description: 'Providers of qualified entities' }),
  entityCount: countSchema,
});

const raceEntitySchema = z.object({
  rank: countSchema
    .nullable()
    .meta({ description: 'By raw power, among the qualified of what was requested' }),
  name: z.string().nullable(),
  miners: z.array(
    z.object({
      address: idAddressSchema,
      id: idAddressSchema,
      power: powerSchema,
      blocksMined: countSchema,
    }),
  ),
  region: z.enum(CONTINENTS),
  power: powerSchema,
  powerGrowth: powerSchema.nullable().meta({ description: 'Of the last day' }),
  equivalentMiners: z.number().nullable(),
  blocksMined: countSchema,
  storeSuccess: rate,
  retrieveSuccess: rate,
  storageLifecycle: z.boolean(),
  globalReward: fil,
  regionReward: fil,
  blockReward: fil,
  smallMinerReward: fil,
  totalReward: fil,
});

/** Entities of the space race by raw power, those of one continent or all. */
export const raceEntitiesSchema = z.object({
  totalCount: countSchema,
  entities: z.array(raceEntitySchema),
  next: nextSchema,
});

/** The space race, as its organisers told it. */
export const spaceRaceSchema = z.object({
  source: z.string(),
  ended: z.number().int().meta({ description: 'Unix seconds' }),
  qualifyingRate: z.number().meta({ description: 'Both success rates have to be above it' }),
  all: standingSchema,
  regions: z.array(standingSchema.extend({ id: z.enum(CONTINENTS) })),
  entities: z
    .array(raceEntitySchema)
    .meta({ description: 'A page of what was requested, by raw power' }),
});

export type SpaceRace = z.infer<typeof spaceRaceSchema>;
export type RaceStanding = z.infer<typeof standingSchema>;
export type RaceEntity = z.infer<typeof raceEntitySchema>;
export type Continent = (typeof CONTINENTS)[number];
