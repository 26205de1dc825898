import { z } from 'zod';
import { finalitySchema } from '../finality/schema.ts';
import { messageListItemSchema } from '../message/schema.ts';
import {
  amountSchema,
  cidSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  nextSchema,
  tagSchema,
  timestampSchema,
} from '../wire.ts';

/** A block as its tipset shows it. */
export const tipsetBlockSchema = z
  .object({
    cid: cidSchema,
    miner: idAddressSchema,
    minerId: idAddressSchema,
    minerTag: tagSchema.nullish(),
    messageCount: countSchema.meta({ description: 'Messages in this block' }),
    winCount: countSchema,
    reward: amountSchema.nullable().meta({
      description: 'Block reward and tips together; null until the tipset is executed',
    }),
    blockReward: amountSchema
      .nullable()
      .meta({ description: 'Won reward times wins, without tips' }),
    tips: amountSchema.nullable().meta({ description: 'Tips of the messages it included first' }),
    penalty: amountSchema.nullable().meta({ description: 'What the miner was charged' }),
  })
  .meta({ id: 'TipsetBlock' });

const summary = z.object({
  height: heightSchema,
  timestamp: timestampSchema,
  messageCount: countSchema.meta({ description: 'Distinct messages of all its blocks' }),
  blocks: z.array(tipsetBlockSchema),
  executed: z.boolean().meta({
    description: 'Whether its messages have run; false for the head, whose child runs them',
  }),
  final: z.boolean().meta({ description: 'Whether it can no longer be reverted' }),
  nullRounds: countSchema.meta({ description: 'Null rounds between its parent and it' }),
});

export const tipsetSummarySchema = summary.meta({ id: 'TipsetSummary' });

export const tipsetRecentSchema = z.array(tipsetSummarySchema);

export const tipsetListSchema = z
  .object({
    totalCount: countSchema,
    tipsets: z.array(tipsetSummarySchema),
    next: nextSchema,
  })
  .meta({ id: 'TipsetList' });

/**
 * What is at a height. A null round has no blocks: `nullRound` is true, `blocks` is empty and the
 * timestamp is that of the epoch.
 */
export const tipsetDetailSchema = summary
  .extend({
    nullRound: z.boolean(),
    key: z.array(cidSchema).meta({ description: 'CIDs of its blocks, in order' }),
    parentKey: z.array(cidSchema),
    parentHeight: heightSchema.nullable(),
    previousHeight: heightSchema
      .nullable()
      .meta({ description: 'Nearest canonical tipset below; null at the index’s beginning' }),
    nextHeight: heightSchema
      .nullable()
      .meta({ description: 'Nearest canonical tipset above; null at the head' }),
    baseFee: amountSchema.nullable(),
    parentWeight: z.string().nullable(),
    stateRoot: cidSchema.nullable().meta({ description: 'State before its messages ran' }),
    winCount: countSchema,
    reward: amountSchema.nullable().meta({ description: 'Sum of its blocks’ rewards' }),
    finality: finalitySchema,
    passed: z.string().optional().meta({
      description:
        'Where sums did not add up at this height and the operator let it pass all the same: which; what was left over are transfers of type rebalance',
    }),
    orphans: z.array(tipsetBlockSchema).meta({
      description: 'Blocks at this height that are not on the canonical chain',
    }),
  })
  .meta({ id: 'TipsetDetail' });

export const tipsetMessagesSchema = z
  .object({
    totalCount: countSchema,
    messages: z.array(messageListItemSchema),
    gasUsed: z.string(),
    gasLimit: z.string().meta({ description: 'Sum of their gas limits' }),
    fill: z.number().meta({ description: 'gasLimit ÷ (blocks × 10^10)' }),
    next: nextSchema,
  })
  .meta({ id: 'TipsetMessages' });

export type TipsetMessages = z.infer<typeof tipsetMessagesSchema>;
export type TipsetBlock = z.infer<typeof tipsetBlockSchema>;
export type TipsetSummary = z.infer<typeof tipsetSummarySchema>;
export type TipsetRecent = z.infer<typeof tipsetRecentSchema>;
export type TipsetList = z.infer<typeof tipsetListSchema>;
export type TipsetDetail = z.infer<typeof tipsetDetailSchema>;
