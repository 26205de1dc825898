import { CONTINENTS } from '#content/schema.ts';
import { z } from 'zod';
import { countSchema, idAddressSchema, powerSchema } from '../wire.ts';

const rate = z.number().nullable();

/** Results of the space race, as its organisers told them; figures of rewards are FIL. */
export const spaceRaceSchema = z.object({
  source: z.string(),
  ended: z.number().int().meta({ description: 'Unix seconds' }),
  totalPower: powerSchema,
  activeMiners: countSchema,
  entityCount: countSchema,
  regions: z.array(
    z.object({
      id: z.enum(CONTINENTS),
      totalPower: powerSchema,
      activeMiners: countSchema,
      entityCount: countSchema,
    }),
  ),
  entities: z.array(
    z.object({
      rank: countSchema.meta({ description: 'By raw power, in the region that was asked for' }),
      name: z.string().nullable(),
      miners: z.array(idAddressSchema),
      region: z.enum(CONTINENTS),
      power: powerSchema,
      storeSuccess: rate,
      retrieveSuccess: rate,
      globalReward: z.number(),
      regionReward: z.number(),
      blockReward: z.number(),
      smallMinerReward: z.number(),
      totalReward: z.number(),
    }),
  ),
});

export type SpaceRace = z.infer<typeof spaceRaceSchema>;
export type Continent = (typeof CONTINENTS)[number];
