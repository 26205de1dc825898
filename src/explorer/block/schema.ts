import { z } from 'zod';
import { messageListSchema } from '../message/schema.ts';
import {
  amountSchema,
  cidSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  integerTextSchema,
  tagSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';

export const blockDetailSchema = z
  .object({
    cid: cidSchema,
    height: heightSchema,
    timestamp: timestampSchema,
    miner: idAddressSchema,
    minerId: idAddressSchema,
    minerTag: tagSchema.nullish(),
    size: countSchema.meta({ description: 'Header and messages, bytes' }),
    messageCount: countSchema,
    winCount: countSchema,
    reward: amountSchema.nullable().meta({
      description: 'Block reward and tips together; null until executed, and for orphaned blocks',
    }),
    blockReward: amountSchema.nullable(),
    tips: amountSchema.nullable(),
    penalty: amountSchema.nullable(),
    parents: z.array(cidSchema),
    parentWeight: integerTextSchema,
    parentBaseFee: amountSchema,
    stateRoot: cidSchema.meta({ description: 'Before its tipset’s messages' }),
    parentStateRoot: cidSchema.meta({ description: 'The same, as the header calls it' }),
    receiptsRoot: cidSchema,
    messagesRoot: cidSchema,
    forkSignaling: uint64Schema,
    position: countSchema.meta({ description: 'Place within its tipset, from 0' }),
    orphaned: z.boolean(),
    executed: z.boolean(),
    final: z.boolean().meta({
      description: 'Whether it can no longer be reverted; false for orphaned blocks',
    }),
    /** Where the chain went on instead, for an orphaned block. */
    canonical: z
      .object({ height: heightSchema, key: z.array(cidSchema) })
      .nullable()
      .meta({
        description:
          'Canonical tipset at this height (for an orphaned block: what came instead); null when the height is a null round',
      }),
  })
  .meta({ id: 'BlockDetail' });

/**
 * Messages of a block in its own order. `receipt` is null of messages not yet executed, and of all in
 * an orphaned block: their results are of another block's making.
 */
export const blockMessagesSchema = messageListSchema.meta({ id: 'BlockMessages' });

export type BlockDetail = z.infer<typeof blockDetailSchema>;
export type BlockMessages = z.infer<typeof blockMessagesSchema>;
