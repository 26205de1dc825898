import { z } from 'zod';
import {
  amountSchema,
  bandsSchema,
  cidSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  powerSchema,
  timestampSchema,
} from '../wire.ts';

export const infoSchema = z.object({ height: heightSchema }).meta({ id: 'Info' });

/** What the derived figures of the overview are computed from. What is not known is null. */
export const overviewInputsSchema = z
  .object({
    epochs: countSchema.meta({ description: 'Of the window: 2,880, or all of a younger chain' }),
    epochReward: amountSchema.nullable().meta({ description: 'Of this epoch, for all its wins' }),
    filVested: amountSchema.nullable(),
    filMined: amountSchema.nullable(),
    filMinedBefore: amountSchema.nullable().meta({ description: 'Before the window' }),
    filReserveDisbursed: amountSchema.nullable(),
    filLocked: amountSchema.nullable(),
    baselinePower: powerSchema.nullable(),
    tipsets: countSchema.nullable().meta({ description: 'Of the window that ends with the head' }),
    blocks: countSchema.nullable(),
    wins: countSchema.nullable(),
    rewards: amountSchema.nullable().meta({
      description: 'Block rewards and tips of the window that ends below the head',
    }),
    meanQualityAdjPower: powerSchema.nullable(),
    sealFees: amountSchema.nullable().meta({ description: 'Of pre-commits and prove-commits' }),
    sealedBytes: powerSchema.nullable().meta({ description: 'Raw bytes that they committed' }),
    unknownMultisigs: z.array(idAddressSchema).meta({
      description:
        'Multisigs that are as old as the index or older and whose vesting schedule nothing has told yet, the first ten: totalMultisigLockedBalance is null while there are any',
    }),
  })
  .meta({ id: 'OverviewInputs' });

/** Figures of the network at the head. What is not known is null, never 0. Windows are 2,880 epochs. */
export const overviewSchema = z
  .object({
    height: heightSchema,
    timestamp: timestampSchema,
    totalRawBytePower: powerSchema.nullable(),
    totalQualityAdjPower: powerSchema.nullable(),
    totalRawBytePowerDelta: powerSchema.nullable(),
    totalQualityAdjPowerDelta: powerSchema.nullable(),
    accounts: countSchema.nullable(),
    activeMiners: countSchema.nullable().meta({ description: 'Providers with raw power' }),
    activeMinersGrowth: z.number().int().nullable(),
    totalMaxSupply: amountSchema.nullable(),
    totalSupply: amountSchema.nullable(),
    circulatingSupply: amountSchema.nullable(),
    burntSupply: amountSchema.nullable(),
    totalPledgeCollateral: amountSchema.nullable(),
    totalMultisigLockedBalance: amountSchema.nullable(),
    totalMarketPledge: amountSchema.nullable(),
    blockReward: amountSchema.nullable().meta({ description: 'Per win' }),
    dailyMessages: countSchema.nullable(),
    dailyCoinsMined: amountSchema.nullable(),
    averageTipsetInterval: z.number().nullable().meta({ description: 'Seconds' }),
    averageTipsetBlocks: z.number().nullable(),
    averageTipsetWeightedBlocks: z.number().nullable(),
    baseFee: amountSchema.nullable(),
    lowestBaseFee: amountSchema.nullable().meta({ description: 'Of the last 120 epochs' }),
    highestBaseFee: amountSchema.nullable().meta({ description: 'Of the last 120 epochs' }),
    averageRewardPerByte: z
      .number()
      .nullable()
      .meta({ description: 'attoFIL per byte of quality-adjusted power and epoch' }),
    estimatedInitialPledgeCollateral: z
      .number()
      .nullable()
      .meta({ description: 'Of a new 32 GiB sector without deals, attoFIL per byte' }),
    sealCost: z
      .number()
      .refine(Number.isInteger)
      .nullable()
      .meta({ description: 'Fees of pre-commits and prove-commits, attoFIL per GiB committed' }),
    price: z.number().nullable().meta({
      description:
        'Of 1 FIL: the last known at the head’s time, not older than six hours, else null',
    }),
    priceChangePercentage: z
      .number()
      .nullable()
      .meta({ description: 'Within a day; 0.02 is 2 % up' }),
    networkVersion: countSchema.nullable(),
    inputs: overviewInputsSchema.meta({ description: 'What the derived figures are made of' }),
  })
  .meta({ id: 'Overview' });

export const baseFeeSampleSchema = z
  .object({
    height: heightSchema,
    timestamp: timestampSchema,
    baseFee: amountSchema,
    bands: bandsSchema('baseFee'),
  })
  .meta({ id: 'BaseFeeSample' });

/** Oldest first, on an even grid that ends at the head. */
export const baseFeeStatsSchema = z.array(baseFeeSampleSchema);

/** How far the index is: for the banner on pages and for /health. */
export const indexStatusSchema = z
  .object({
    state: z.enum(['starting', 'backfilling', 'following', 'waiting', 'stopped', 'ended']),
    reason: z.string().nullable().meta({ description: 'Why it waits or has stopped' }),
    headHeight: heightSchema.nullable(),
    headKey: z.array(cidSchema).nullable(),
    executedHeight: heightSchema.nullable(),
    finalHeight: heightSchema.nullable(),
    certifiedHeight: heightSchema
      .nullable()
      .meta({ description: 'Up to here F3 has certified; null without its certificates' }),
    nodeHeight: heightSchema.nullable().meta({ description: 'The node’s head as last heard of' }),
    startHeight: heightSchema.nullable().meta({ description: 'First height of this index' }),
    opening: z
      .array(
        z.object({
          subject: z.string().meta({ description: 'Kind of thing: actors, providers, sectors' }),
          taken: countSchema.meta({ description: 'How many are taken over' }),
          done: z.boolean(),
          refused: z.string().nullable().meta({ description: 'Why the node could not tell' }),
        }),
      )
      .nullable()
      .meta({
        description:
          'How far what no message tells of is taken over, by kind: what was there before the index began, and allocations that the upgrade to network version 17 made; null for an index that has met neither',
      }),
    fromHeight: heightSchema.nullable().meta({ description: 'Where the running backfill began' }),
    targetHeight: heightSchema.nullable().meta({ description: 'Target of the running backfill' }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Share of the running backfill that is done; null when none runs' }),
    lagEpochs: countSchema
      .nullable()
      .meta({ description: 'How far the index is behind the chain’s clock (live) or its node' }),
    revision: countSchema.meta({ description: 'Rises with every change of the index' }),
    besideRevision: countSchema.meta({
      description: 'Rises with every name that an owner signs or loses',
    }),
    passed: z.array(z.object({ height: heightSchema, details: z.string() })).meta({
      description:
        'Tipsets whose sums did not add up and were let pass by the operator (the newest 20): their differences are transfers of type rebalance',
    }),
    recorded: z.boolean(),
    ended: z.boolean().meta({ description: 'Whether the recording is over' }),
    clock: z.object({
      now: timestampSchema.meta({ description: 'The chain’s clock, from which ages are counted' }),
      offset: z.number().int().meta({ description: '`now` minus the wall clock, seconds' }),
    }),
    updatedAt: timestampSchema.nullable(),
    price: z
      .object({
        at: timestampSchema.meta({ description: 'When its provider was last asked' }),
        error: z.string().nullable().meta({ description: 'Why it gave none; null when it did' }),
      })
      .nullable()
      .meta({ description: 'The price of FIL; null without a provider' }),
  })
  .meta({ id: 'IndexStatus' });

/** Which network this index is of. */
export const networkFactsSchema = z
  .object({
    name: z.string(),
    genesis: cidSchema,
    genesisTimestamp: timestampSchema,
    epochSeconds: z.number().int().positive(),
    chainId: z.number().int(),
    addressPrefix: z.enum(['f', 't']),
    currency: z.enum(['FIL', 'tFIL']),
    startHeight: heightSchema,
    recorded: z.boolean(),
  })
  .meta({ id: 'NetworkFacts' });

export type Info = z.infer<typeof infoSchema>;
export type OverviewInputs = z.infer<typeof overviewInputsSchema>;
export type Overview = z.infer<typeof overviewSchema>;
export type BaseFeeStats = z.infer<typeof baseFeeStatsSchema>;
export type IndexStatus = z.infer<typeof indexStatusSchema>;
export type NetworkFacts = z.infer<typeof networkFactsSchema>;
