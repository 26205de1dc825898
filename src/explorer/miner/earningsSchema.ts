import { z } from 'zod';
import { amountSchema, countSchema, heightSchema } from '../wire.ts';

export const minerEarningsSchema = z
  .object({
    days: z.array(
      z.object({
        day: z.iso.date().meta({ description: 'UTC' }),
        startHeight: heightSchema.meta({ description: 'Its first epoch' }),
        endHeight: heightSchema.meta({
          description: 'Its last epoch; of the newest day the one before the head',
        }),
        complete: z.boolean().meta({ description: 'False for the day of the head' }),
        blocksMined: countSchema,
        weightedBlocksMined: countSchema.meta({ description: 'Wins' }),
        totalRewards: amountSchema.meta({ description: 'Block rewards and tips' }),
        totalFees: amountSchema,
        totalPenalties: amountSchema,
        net: amountSchema.meta({ description: 'Rewards less fees and penalties; signed' }),
      }),
    ),
  })
  .meta({ id: 'MinerEarnings' });

export type MinerEarnings = z.infer<typeof minerEarningsSchema>;
