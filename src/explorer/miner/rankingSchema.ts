/** Rankings of storage providers. */
import { z } from 'zod';
import {
  addressSchema,
  amountSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  nextSchema,
  powerSchema,
  tagSchema,
  timestampSchema,
} from '../wire.ts';
import { locationSchema } from '../place.ts';
import { ratioSchema } from './schema.ts';

/** One provider of a ranking. Figures are of the ranking's window. */
export const rankedMinerSchema = z
  .object({
    rank: countSchema,
    address: addressSchema,
    id: idAddressSchema,
    tag: tagSchema.nullable(),
    location: locationSchema.nullable(),
    rawBytePower: powerSchema,
    qualityAdjPower: powerSchema,
    blocksMined: countSchema,
    weightedBlocksMined: countSchema,
    totalRewards: amountSchema,
    rewardPerByte: ratioSchema,
    rawBytePowerDelta: powerSchema,
    qualityAdjPowerDelta: powerSchema,
    rawBytePowerGrowth: powerSchema,
    qualityAdjPowerGrowth: powerSchema,
    luckyValue: ratioSchema,
    equivalentMiners: z.number(),
  })
  .meta({ id: 'RankedMiner' });

const totals = {
  totalRawBytePower: powerSchema.nullable(),
  totalQualityAdjPower: powerSchema.nullable(),
  totalRewards: amountSchema.meta({ description: 'Of all providers in the window' }),
  weightedBlockCount: countSchema.meta({ description: 'Wins of all providers in the window' }),
  durationPercentage: z.number().meta({ description: 'Share of the window that the index has' }),
};

export const topMinersSchema = z
  .object({
    height: heightSchema,
    timestamp: timestampSchema,
    miners: z.array(rankedMinerSchema),
    ...totals,
  })
  .meta({ id: 'TopMiners' });

export const minerRankingSchema = z
  .object({
    totalCount: countSchema,
    height: heightSchema,
    timestamp: timestampSchema,
    miners: z.array(rankedMinerSchema),
    ...totals,
    maxQualityAdjPower: powerSchema,
    maxWeightedBlocksMined: countSchema,
    maxQualityAdjPowerGrowth: powerSchema,
    next: nextSchema,
  })
  .meta({ id: 'MinerRanking' });

export const topMinersBriefSchema = z
  .object({
    miners: z.array(
      z.object({
        address: addressSchema,
        id: idAddressSchema,
        tag: tagSchema.nullable(),
        qualityAdjPower: powerSchema,
      }),
    ),
    totalQualityAdjPower: powerSchema.nullable(),
  })
  .meta({ id: 'TopMinersBrief' });

export const growthStatsSchema = z.array(
  z
    .object({
      height: heightSchema,
      timestamp: timestampSchema,
      miners: z.array(
        z.object({
          address: addressSchema,
          id: idAddressSchema,
          tag: tagSchema.nullable(),
          qualityAdjPower: powerSchema,
          powerGrowth: powerSchema.meta({ description: 'The same as `qualityAdjPowerGrowth`' }),
          rawBytePowerGrowth: powerSchema,
          qualityAdjPowerGrowth: powerSchema,
          qualityAdjPowerDelta: powerSchema,
        }),
      ),
    })
    .meta({ id: 'GrowthSample' }),
);

export type RankedMiner = z.infer<typeof rankedMinerSchema>;
export type TopMiners = z.infer<typeof topMinersSchema>;
export type MinerRanking = z.infer<typeof minerRankingSchema>;
export type TopMinersBrief = z.infer<typeof topMinersBriefSchema>;
export type GrowthStats = z.infer<typeof growthStatsSchema>;
