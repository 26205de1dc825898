/** Sectors of storage providers, on the wire. */
import { SECTOR_EVENTS, SECTOR_SETS } from '#filecoin/mining/sectors.ts';
import { z } from 'zod';
import {
  amountSchema,
  cidSchema,
  countSchema,
  heightSchema,
  nextSchema,
  powerSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';

export const sectorStatusSchema = z.enum(SECTOR_SETS).meta({
  description:
    'precommitted: not proven yet; live: proven or to be proven, not faulty; faulty; recovering: faulty, and declared to be proven again; expired; terminated; lapsed: pre-committed and never proven',
});

const bytesSchema = powerSchema.meta({ description: 'Bytes, a decimal string' });

export const sectorSchema = z
  .object({
    number: uint64Schema,
    status: sectorStatusSchema,
    sealProof: z.number().int().nullable().meta({ description: 'Registered seal proof' }),
    size: z.number().int().nullable().meta({ description: 'Bytes' }),
    sealedCid: cidSchema.nullable().meta({ description: 'CommR' }),
    preCommitHeight: heightSchema.nullable(),
    preCommitTimestamp: timestampSchema.nullable(),
    preCommitMessage: cidSchema.nullable(),
    activationHeight: z.number().int().nullable(),
    activationTimestamp: timestampSchema.nullable(),
    activationMessage: cidSchema.nullable().meta({
      description: 'Null where cron activated it, and for sectors older than the index',
    }),
    expiration: heightSchema.nullable().meta({ description: 'Epoch after which it expires' }),
    expirationTimestamp: timestampSchema.nullable(),
    qualityAdjPower: powerSchema.nullable(),
    verifiedSize: bytesSchema
      .nullable()
      .meta({ description: 'Padded bytes of pieces under a verified claim' }),
    dealSize: bytesSchema.nullable().meta({ description: 'Padded bytes of other pieces' }),
    initialPledge: amountSchema.nullable(),
    updateHeight: heightSchema.nullable().meta({ description: 'Last replica update' }),
    endHeight: heightSchema.nullable(),
    endTimestamp: timestampSchema.nullable(),
    deadline: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Null until a message or a missed proof shows where it is' }),
    partition: z.number().int().nullable(),
  })
  .meta({ id: 'Sector' });

export const sectorsSchema = z
  .object({
    totalCount: countSchema,
    counts: z.record(sectorStatusSchema, countSchema),
    unexplained: z.number().int().nullable().meta({
      description:
        'Live sectors that the index has beyond those that the node counts; 0 when they agree, null when the node does not count',
    }),
    sectors: z.array(sectorSchema).meta({ description: 'Highest number first' }),
    next: nextSchema,
  })
  .meta({ id: 'Sectors' });

export const sectorEventSchema = z
  .object({
    type: z.enum(SECTOR_EVENTS),
    height: heightSchema,
    timestamp: timestampSchema,
    message: cidSchema.nullable().meta({ description: 'Null: cron did it' }),
    count: countSchema.meta({ description: 'Sectors' }),
    ranges: z
      .array(z.object({ from: uint64Schema, to: uint64Schema }))
      .meta({ description: 'Their numbers, both ends included; the first 100 ranges' }),
    more: z.boolean().meta({ description: 'Whether there are more ranges' }),
    deadline: z.number().int().nullable(),
    partition: z.number().int().nullable(),
    oldExpiration: heightSchema.nullable().meta({ description: 'Of one sector’s own history' }),
    expiration: heightSchema.nullable(),
    expirationTimestamp: timestampSchema.nullable(),
    pieceSize: bytesSchema
      .nullable()
      .meta({ description: 'Padded bytes of the pieces that came in' }),
  })
  .meta({ id: 'SectorEvent' });

export const sectorEventsSchema = z
  .object({
    totalCount: countSchema,
    events: z.array(sectorEventSchema).meta({ description: 'Newest first' }),
    next: nextSchema,
  })
  .meta({ id: 'SectorEvents' });

const lastProofSchema = z.object({
  height: heightSchema,
  timestamp: timestampSchema,
  message: cidSchema.nullable(),
});

export const deadlinesSchema = z
  .object({
    provingPeriodStart: z.number().int().nullable(),
    currentDeadline: z.number().int().nullable(),
    unplaced: countSchema.meta({
      description: 'Live sectors whose deadline no message or missed proof has shown',
    }),
    deadlines: z
      .array(
        z.object({
          index: countSchema,
          open: z
            .number()
            .int()
            .meta({ description: 'First epoch of its window at the head, or of the next one' }),
          openTimestamp: timestampSchema,
          close: z.number().int(),
          closeTimestamp: timestampSchema,
          current: z.boolean(),
          partitions: countSchema.meta({ description: 'Partitions that messages named' }),
          sectors: countSchema.meta({ description: 'Live sectors known to be in it' }),
          faulty: countSchema,
          recovering: countSchema,
          lastProof: lastProofSchema.nullable(),
        }),
      )
      .meta({ description: 'All 48, or none for a provider that never stored' }),
  })
  .meta({ id: 'Deadlines' });

export const windowProofsSchema = z
  .object({
    totalCount: countSchema,
    proofs: z
      .array(
        z.object({
          height: heightSchema,
          timestamp: timestampSchema,
          message: cidSchema.nullable(),
          deadline: countSchema,
          partitions: z.array(countSchema),
          skipped: countSchema.meta({
            description: 'Sectors that were left out and became faulty',
          }),
        }),
      )
      .meta({ description: 'Newest first' }),
    next: nextSchema,
  })
  .meta({ id: 'WindowProofs' });

export const expirySchema = z
  .object({
    days: z.array(
      z.object({
        date: z.string().meta({ description: 'YYYY-MM-DD, UTC' }),
        timestamp: timestampSchema,
        sectors: countSchema,
        rawBytePower: powerSchema.nullable(),
        qualityAdjPower: powerSchema.nullable(),
        initialPledge: amountSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'SectorExpiry' });

export type Sector = z.infer<typeof sectorSchema>;
export type Sectors = z.infer<typeof sectorsSchema>;
export type SectorStatus = z.infer<typeof sectorStatusSchema>;
export type SectorEvents = z.infer<typeof sectorEventsSchema>;
export type SectorEventItem = z.infer<typeof sectorEventSchema>;
export type Deadlines = z.infer<typeof deadlinesSchema>;
export type WindowProofs = z.infer<typeof windowProofsSchema>;
export type SectorExpiry = z.infer<typeof expirySchema>;
