import { z } from 'zod';
import { LEVELS } from '../gas/levels.ts';
import { inclusionSchema } from '../gas/schema.ts';
import { amountSchema, countSchema, uint64Schema } from '../wire.ts';

/** What a pending message offers beside the others, what it lacks, and what would take its place. */
export const offerSchema = z
  .object({
    premium: amountSchema.meta({
      description:
        'What it leaves its miner per unit of gas at the head’s base fee, attoFIL: min(gas premium, gas fee cap − base fee); below zero no miner gains by it',
    }),
    rank: countSchema.meta({ description: 'Its place among the pool’s offers, the best first' }),
    of: countSchema.meta({ description: 'How many messages the pool has' }),
    gasAhead: z.string().meta({
      description: 'Sum of the gas limits of better offers; a block has room for 10^10',
    }),
    level: z.enum(LEVELS).nullable().meta({
      description: 'The highest suggestion that it reaches (`/stats/gas/suggestion`); null: none',
    }),
    inclusion: z.array(inclusionSchema).meta({
      description: 'How soon messages at or above that suggestion got in; empty without one',
    }),
    earlier: countSchema.meta({
      description:
        'How many nonces below its own the pool has of the same sender: these messages have to be included first',
    }),
    missingNonces: z
      .array(z.object({ from: uint64Schema, to: uint64Schema }))
      .meta({ description: 'Missing nonces that have to arrive first, as ranges; at most 20' }),
    replacement: z
      .object({
        premium: amountSchema,
        feeCap: amountSchema,
        maxFee: amountSchema.meta({ description: 'The most that it can cost' }),
      })
      .nullable()
      .meta({
        description:
          'Per unit of gas, attoFIL, of a message of the same sender and nonce that nodes would take instead: its premium at least 1.25 times this one’s and 1 attoFIL (Lotus takes 1.1 times), and the typical suggestion. Null while nonces are missing: nodes refuse it then',
      }),
  })
  .meta({ id: 'PendingOffer' });

export type Offer = z.infer<typeof offerSchema>;
