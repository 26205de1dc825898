import { z } from 'zod';
import {
  amountSchema,
  bandsSchema,
  countSchema,
  heightSchema,
  powerSchema,
  timestampSchema,
} from '../wire.ts';

const sample = { height: heightSchema, timestamp: timestampSchema };

/** Power of the network, oldest first; the deltas are to the sample before. */
export const powerStatsSchema = z.array(
  z
    .object({
      ...sample,
      rawBytePower: powerSchema,
      qualityAdjPower: powerSchema,
      rawBytePowerDelta: powerSchema,
      qualityAdjPowerDelta: powerSchema,
      baselinePower: powerSchema.nullable(),
      bands: bandsSchema('rawBytePower', 'qualityAdjPower', 'baselinePower'),
    })
    .meta({ id: 'PowerSample' }),
);

/** Oldest first: each over the 2,880 epochs before it. */
export const rewardStatsSchema = z.array(
  z
    .object({
      ...sample,
      rewardPerByte: z.number().meta({ description: 'attoFIL per byte and epoch' }),
      bands: bandsSchema('rewardPerByte'),
    })
    .meta({ id: 'RewardSample' }),
);

/** Oldest first. */
export const pledgeStatsSchema = z.array(
  z
    .object({
      ...sample,
      initialPledge: z.number().meta({
        description: 'attoFIL per byte of a new sector without deals, as in the overview',
      }),
      sectorPledge: amountSchema.meta({ description: 'The same of 32 GiB, exactly' }),
      bands: bandsSchema('sectorPledge'),
    })
    .meta({ id: 'PledgeSample' }),
);

/** Messages executed in the last 2,880 epochs: all of them first (`method` ''), then by method, the highest total fee first. */
export const feeStatsSchema = z.array(
  z
    .object({
      method: z.string(),
      count: countSchema,
      gasPremium: amountSchema.meta({
        description: 'Mean, attoFIL per unit of gas, rounded down',
      }),
      gasLimit: z.number().meta({ description: 'Mean' }),
      gasUsed: z.number().meta({ description: 'Mean' }),
      fee: amountSchema.meta({ description: 'Mean of burns and tips, rounded down' }),
      totalFee: amountSchema,
    })
    .meta({ id: 'MethodFees' }),
);

/** What the peers of the node call themselves, the most frequent first. */
export const nodeVersionsSchema = z.array(
  z.object({ version: z.string(), count: countSchema }).meta({ id: 'NodeVersion' }),
);

/** Network versions by the height from which each was seen, oldest first: where the index begins, and past each upgrade. */
export const upgradesSchema = z.array(
  z
    .object({
      ...sample,
      networkVersion: countSchema,
      name: z.string().nullable().meta({ description: 'What the upgrade is called, e.g. Teep' }),
    })
    .meta({ id: 'NetworkUpgrade' }),
);

/** Hours (24h) or days (UTC) of the chain, oldest first; the newest goes on. */
export const activityStatsSchema = z.array(
  z
    .object({
      timestamp: timestampSchema.meta({ description: 'Its beginning' }),
      tipsets: countSchema,
      averageTipsetInterval: z
        .number()
        .nullable()
        .meta({ description: 'Seconds per tipset, null rounds included' }),
      blocks: countSchema,
      wins: countSchema,
      messages: countSchema.meta({ description: 'Executed' }),
      gasUsed: z.string().meta({ description: 'A decimal string' }),
      fees: amountSchema.meta({ description: 'Burns and tips' }),
      rewards: amountSchema.meta({ description: 'Block rewards and tips' }),
      penalties: amountSchema.meta({ description: 'What block rewards were charged' }),
      baseFee: z
        .object({ min: amountSchema, mean: amountSchema, max: amountSchema })
        .nullable()
        .meta({ description: 'Of its tipsets; null where there are none' }),
      accounts: countSchema.meta({ description: 'How many there were in the end' }),
      contracts: countSchema,
      activeMiners: countSchema.nullable().meta({ description: 'Providers with raw power' }),
      activeAddresses: countSchema
        .optional()
        .meta({ description: 'Distinct senders; of days only' }),
    })
    .meta({ id: 'Activity' }),
);

/** Figures of the network with bands. */
export const STATE_FIGURES = [
  'totalSupply',
  'circulatingSupply',
  'filVested',
  'filMined',
  'filReserveDisbursed',
  'filLocked',
  'burntSupply',
  'totalPledgeCollateral',
  'totalMarketPledge',
  'epochReward',
  'baselinePower',
] as const;
export const COUNT_FIGURES = ['accounts', 'contracts', 'activeMiners'] as const;
const NETWORK_FIGURES = [...COUNT_FIGURES, ...STATE_FIGURES] as const;

/** The state of the network, oldest first. What is not known at a height is null. */
export const networkStatsSchema = z.array(
  z
    .object({
      ...sample,
      accounts: countSchema.nullable(),
      contracts: countSchema.nullable(),
      activeMiners: countSchema.nullable().meta({ description: 'Providers with raw power' }),
      totalSupply: amountSchema.nullable().meta({
        description: 'Vested, mined and disbursed from the reserve',
      }),
      circulatingSupply: amountSchema.nullable().meta({
        description: 'The total supply without what is burnt and locked',
      }),
      filVested: amountSchema.nullable(),
      filMined: amountSchema.nullable(),
      filReserveDisbursed: amountSchema.nullable(),
      filLocked: amountSchema.nullable(),
      burntSupply: amountSchema.nullable(),
      totalPledgeCollateral: amountSchema.nullable(),
      totalMarketPledge: amountSchema.nullable(),
      epochReward: amountSchema.nullable().meta({ description: 'Of the epoch, for all its wins' }),
      blockReward: amountSchema.nullable().meta({ description: 'Per win' }),
      baselinePower: powerSchema.nullable(),
      bands: bandsSchema(...NETWORK_FIGURES),
    })
    .meta({ id: 'NetworkSample' }),
);

/** Hours (24h) or days (UTC), oldest first, each with the methods that ran most in all of them. */
export const methodStatsSchema = z.array(
  z
    .object({
      timestamp: timestampSchema.meta({ description: 'Its beginning' }),
      methods: z.array(
        z.object({
          method: z.string(),
          count: countSchema.meta({ description: 'Executed messages' }),
          gasUsed: z.string().meta({ description: 'A decimal string' }),
          totalFee: amountSchema.meta({ description: 'Burns and tips' }),
        }),
      ),
    })
    .meta({ id: 'MethodCounts' }),
);

export type PowerStats = z.infer<typeof powerStatsSchema>;
export type RewardStats = z.infer<typeof rewardStatsSchema>;
export type PledgeStats = z.infer<typeof pledgeStatsSchema>;
export type FeeStats = z.infer<typeof feeStatsSchema>;
export type NodeVersions = z.infer<typeof nodeVersionsSchema>;
export type Upgrades = z.infer<typeof upgradesSchema>;
export type ActivityStats = z.infer<typeof activityStatsSchema>;
export type NetworkStats = z.infer<typeof networkStatsSchema>;
export type MethodStats = z.infer<typeof methodStatsSchema>;
