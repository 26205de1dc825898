import {
  MINER_COSTS,
  MINER_FEES,
  MINER_PENALTIES,
  type MinerCost,
} from '#filecoin/actors/minercosts.ts';
import { z } from 'zod';
import {
  addressSchema,
  amountSchema,
  bandsSchema,
  cidSchema,
  countSchema,
  fnsNameSchema,
  heightSchema,
  idAddressSchema,
  int64Schema,
  nextSchema,
  powerSchema,
  tagSchema,
  timestampSchema,
} from '../wire.ts';
import { locationSchema } from '../place.ts';

export const ratioSchema = z.number().nullable();
const costKindSchema = z.enum(MINER_COSTS);
const partySchema = z
  .object({
    address: addressSchema,
    id: idAddressSchema,
    tag: tagSchema.nullable(),
    fnsName: fnsNameSchema.optional(),
    balance: amountSchema.nullable(),
  })
  .meta({ id: 'MinerParty' });

/** Fees or penalties in a window. */
export const costSumsSchema = z
  .object({
    total: amountSchema,
    count: countSchema,
    kinds: z.array(z.object({ kind: costKindSchema, amount: amountSchema, count: countSchema })),
  })
  .meta({ id: 'CostSums' });

const costsByKind = (kinds: readonly MinerCost[]) =>
  z.object(Object.fromEntries(kinds.map((kind) => [kind, amountSchema])));

export const miningStatsSchema = z
  .object({
    rawBytePowerGrowth: powerSchema.meta({
      description: 'Power added: what sectors raised, without what recovered; losses not taken off',
    }),
    qualityAdjPowerGrowth: powerSchema,
    rawBytePowerDelta: powerSchema.meta({ description: 'At the end minus at the start; signed' }),
    qualityAdjPowerDelta: powerSchema,
    blocksMined: countSchema,
    weightedBlocksMined: countSchema.meta({ description: 'Wins' }),
    totalRewards: amountSchema.meta({ description: 'Block rewards and tips' }),
    networkTotalRewards: amountSchema,
    equivalentMiners: z.number().meta({
      description:
        'Reference machines (7 sectors of 32 GiB per 330 minutes) that would have sealed the growth',
    }),
    rewardPerByte: ratioSchema.meta({ description: 'attoFIL per byte of mean power and epoch' }),
    windowedPoStFeePerByte: ratioSchema.meta({
      description: 'attoFIL per byte of mean raw power and epoch',
    }),
    luckyValue: ratioSchema.meta({ description: 'Wins ÷ expected wins; null without power' }),
    durationPercentage: z.number().meta({
      description: 'Share of the window in which the provider existed, at most 1',
    }),
    fees: costsByKind(MINER_FEES).meta({
      description: 'Paid for its messages, whoever sent them, by kind',
    }),
    totalFees: amountSchema,
    penalties: costsByKind(MINER_PENALTIES).meta({
      description: 'Burnt out of its own balance, by kind',
    }),
    totalPenalties: amountSchema,
    inputs: z
      .object({
        epochs: countSchema.meta({ description: 'Of the window that the index has' }),
        meanRawBytePower: powerSchema,
        meanQualityAdjPower: powerSchema,
        expectedWins: z
          .number()
          .meta({ description: '5 · own share of the power, epoch by epoch' }),
        referenceSectors: z
          .number()
          .meta({ description: 'What the reference machine seals in the window' }),
        windowedPoStFees: amountSchema,
      })
      .meta({ id: 'MiningInputs', description: 'What the derived figures are made of' }),
  })
  .meta({ id: 'MiningStats' });

const sectorsSchema = z
  .object({
    live: countSchema.nullable(),
    active: countSchema.nullable(),
    faulty: countSchema.nullable(),
    recovering: countSchema.nullable(),
  })
  .meta({ id: 'MinerSectors', description: 'Null where the node could not tell' });

const beneficiaryTermSchema = z.object({
  quota: amountSchema,
  usedQuota: amountSchema,
  expiration: int64Schema,
});

/** What an account's answer says of a storage provider. */
export const minerDetailSchema = z
  .object({
    owner: partySchema,
    worker: partySchema,
    beneficiary: partySchema,
    controlAddresses: z.array(partySchema),
    newWorker: partySchema.nullable().meta({ description: 'Pending worker' }),
    workerChangeEpoch: int64Schema.nullable(),
    pendingOwner: partySchema.nullable(),
    beneficiaryTerm: beneficiaryTermSchema,
    pendingBeneficiary: z
      .object({
        beneficiary: partySchema,
        quota: amountSchema,
        expiration: int64Schema,
        approvedByBeneficiary: z.boolean(),
        approvedByNominee: z.boolean(),
      })
      .nullable(),
    peerId: z.string().optional().meta({ description: 'Absent where it named none' }),
    multiAddresses: z.array(z.string()),
    location: locationSchema.nullable(),
    sectorSize: countSchema,
    windowPoStProofType: z.number().int(),
    consensusFaultElapsed: int64Schema.nullable(),
    rawBytePower: powerSchema,
    qualityAdjPower: powerSchema,
    hasMinPower: z.boolean(),
    networkRawBytePower: powerSchema.nullable(),
    networkQualityAdjPower: powerSchema.nullable(),
    totalQualityAdjPower: powerSchema
      .nullable()
      .meta({ description: 'The same as `networkQualityAdjPower`' }),
    blocksMined: countSchema,
    weightedBlocksMined: countSchema,
    totalRewards: amountSchema,
    sectors: sectorsSchema,
    preCommitDeposits: amountSchema,
    vestingFunds: amountSchema.meta({ description: 'Locked rewards' }),
    vestedFunds: amountSchema.meta({
      description:
        'What of `vestingFunds` has vested and is not unlocked yet: part of `availableBalance`',
    }),
    initialPledgeRequirement: amountSchema,
    availableBalance: amountSchema.meta({
      description:
        'What could be withdrawn: the balance less pledge, deposits, locked rewards and debt, and `vestedFunds`. Negative: fee debt',
    }),
    sectorPledgeBalance: amountSchema,
    pledgeBalance: amountSchema.meta({ description: 'Initial pledge and pre-commit deposits' }),
    feeDebt: amountSchema,
    rawBytePowerRank: countSchema.nullable(),
    qualityAdjPowerRank: countSchema.nullable(),
    miningStats: miningStatsSchema.optional().meta({ description: 'Of the last 24 hours' }),
  })
  .meta({ id: 'MinerDetail' });

export const minerBriefSchema = z
  .object({
    address: addressSchema,
    id: idAddressSchema,
    tag: tagSchema.nullable(),
    rawBytePower: powerSchema,
    qualityAdjPower: powerSchema,
    blocksMined: countSchema,
    weightedBlocksMined: countSchema,
    totalRewards: amountSchema,
    liveSectors: countSchema.nullable(),
    activeSectors: countSchema.nullable(),
    faultySectors: countSchema.nullable(),
    recoveringSectors: countSchema.nullable(),
    availableBalance: amountSchema,
  })
  .meta({ id: 'MinerBrief' });

export const minerBlocksSchema = z
  .object({
    totalCount: countSchema,
    blocks: z.array(
      z.object({
        cid: cidSchema,
        height: heightSchema,
        timestamp: timestampSchema,
        messageCount: countSchema,
        reward: amountSchema.meta({ description: 'Block reward and tips' }),
        blockReward: amountSchema,
        tips: amountSchema,
        penalty: amountSchema,
        winCount: countSchema,
        size: countSchema.meta({ description: 'Bytes' }),
      }),
    ),
    next: nextSchema,
  })
  .meta({ id: 'MinerBlocks' });

export const minerFeesSchema = z
  .object({
    totalCount: countSchema,
    costs: z.array(
      z.object({
        height: heightSchema,
        timestamp: timestampSchema,
        message: cidSchema.nullable().meta({ description: 'Null where no message caused it' }),
        method: z.string().nullable(),
        kind: costKindSchema,
        penalty: z.boolean(),
        payer: addressSchema,
        payerId: idAddressSchema,
        value: amountSchema,
      }),
    ),
    fees: costSumsSchema,
    penalties: costSumsSchema,
    durationPercentage: z.number().meta({ description: 'Share of the window that the index has' }),
    next: nextSchema,
  })
  .meta({ id: 'MinerFees' });

export const minerPowerStatsSchema = z.array(
  z
    .object({
      height: heightSchema,
      timestamp: timestampSchema,
      rawBytePower: powerSchema,
      qualityAdjPower: powerSchema,
      rawBytePowerDelta: powerSchema,
      qualityAdjPowerDelta: powerSchema,
      bands: bandsSchema('rawBytePower', 'qualityAdjPower').optional().meta({
        description: 'Of a storage provider; of several together they are absent',
      }),
    })
    .meta({ id: 'MinerPowerSample' }),
);

/** Oldest first; null where the node could not tell. */
export const minerSectorStatsSchema = z.array(
  z
    .object({
      height: heightSchema,
      timestamp: timestampSchema,
      ...sectorsSchema.shape,
      bands: bandsSchema('live', 'active', 'faulty', 'recovering'),
    })
    .meta({ id: 'MinerSectorSample' }),
);

/** What of a provider's info is told when it changes, in the order of its page. */
export const INFO_FIELDS = [
  'owner',
  'pendingOwner',
  'worker',
  'newWorker',
  'controlAddresses',
  'beneficiary',
  'pendingBeneficiary',
  'peerId',
  'multiAddresses',
] as const;

export const infoChangesSchema = z.array(
  z
    .object({
      height: heightSchema.meta({ description: 'Of the tipset whose execution changed it' }),
      timestamp: timestampSchema,
      field: z.enum(INFO_FIELDS),
      from: z.array(z.string()).meta({ description: 'What it was; empty where there was nothing' }),
      fromIds: z.array(idAddressSchema).meta({ description: 'The same, of accounts' }),
      to: z
        .array(z.string())
        .meta({ description: 'What it is since; empty where nothing is left' }),
      toIds: z.array(idAddressSchema).meta({ description: 'The same, of accounts' }),
    })
    .meta({ id: 'InfoChange' }),
);

export const peerSchema = z
  .object({
    id: z.string(),
    miners: z.array(idAddressSchema),
    location: locationSchema.nullable(),
    multiAddresses: z.array(z.string()),
  })
  .meta({ id: 'Peer' });

export type CostSums = z.infer<typeof costSumsSchema>;
export type MiningStats = z.infer<typeof miningStatsSchema>;
export type MinerDetail = z.infer<typeof minerDetailSchema>;
export type MinerParty = z.infer<typeof partySchema>;
export type MinerBrief = z.infer<typeof minerBriefSchema>;
export type MinerBlocks = z.infer<typeof minerBlocksSchema>;
export type MinerFees = z.infer<typeof minerFeesSchema>;
export type MinerPowerStats = z.infer<typeof minerPowerStatsSchema>;
export type MinerSectorStats = z.infer<typeof minerSectorStatsSchema>;
export type InfoChanges = z.infer<typeof infoChangesSchema>;
export type Peer = z.infer<typeof peerSchema>;
