import { z } from 'zod';
import {
  addressSchema,
  amountSchema,
  countSchema,
  idAddressSchema,
  powerSchema,
  tagSchema,
} from '../wire.ts';
import { languageSchema } from '../editorial/schema.ts';

const property = z.object({ key: z.string(), value: z.string() });

/** Who sells storage machines: as editors tell of it, with the figures of its storage providers. */
export const merchantSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    language: languageSchema,
    icon: z.string().optional(),
    website: z.string().optional(),
    totalQualityAdjPower: powerSchema,
    networkQualityAdjPower: powerSchema.nullable(),
    totalQualityAdjPowerDelta: powerSchema,
    durationPercentage: z.number().meta({ description: 'Share of the 30 days that the index has' }),
    equivalentMiners: z.number(),
    totalBlocksMined: countSchema,
    totalWeightedBlocksMined: countSchema,
    networkWeightedBlocksMined: countSchema,
    totalRewards: amountSchema,
    miners: z.array(
      z.object({
        address: addressSchema,
        id: idAddressSchema,
        tag: tagSchema.nullish(),
        qualityAdjPower: powerSchema,
        qualityAdjPowerDelta: powerSchema,
        totalRewards: amountSchema,
        weightedBlocksMined: countSchema,
      }),
    ),
    miningMachines: z.array(
      z.object({
        name: z.string(),
        price: z.string().optional(),
        transparencyRating: z
          .number()
          .min(0)
          .max(5)
          .meta({ description: 'Published indicators ÷ all indicators × 5' }),
        link: z.string().optional(),
        supportingServices: z.array(property),
        hardwareParameters: z.array(property),
      }),
    ),
  })
  .meta({
    id: 'Merchant',
    description: 'Deltas, wins, blocks and rewards are those of the last 30 days',
  });

export const merchantListSchema = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    language: languageSchema,
  }),
);

export type Merchant = z.infer<typeof merchantSchema>;
export type MerchantList = z.infer<typeof merchantListSchema>;
