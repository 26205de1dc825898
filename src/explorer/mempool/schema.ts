import { z } from 'zod';
import { evmMethodShape, plainTransferSchema } from '../message/schema.ts';
import {
  amountSchema,
  cidSchema,
  countSchema,
  endsShape,
  heightSchema,
  methodNumberSchema,
  nextSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';

/** What holds of a message as long as it waits. */
const waitingShape = {
  nonceGap: uint64Schema.meta({
    description:
      'How many messages of the sender are missing before this one’s turn; 0 when it can run',
  }),
  feeTooLow: z.boolean().meta({
    description: 'Whether its gas fee cap lies below the head’s base fee',
  }),
  maxFee: amountSchema.meta({ description: 'The most that it can cost: fee cap × gas limit' }),
};

export const mempoolMessageSchema = z
  .object({
    cid: cidSchema,
    ...endsShape,
    nonce: uint64Schema,
    value: amountSchema,
    gasLimit: uint64Schema,
    gasFeeCap: amountSchema,
    gasPremium: amountSchema,
    method: z.string().meta({ description: 'Display name, e.g. Send' }),
    methodNumber: methodNumberSchema,
    plainTransfer: plainTransferSchema,
    ...evmMethodShape,
    size: countSchema.meta({ description: 'Bytes' }),
    createTimestamp: timestampSchema.meta({
      description: 'When this index first heard of it, Unix seconds by the chain’s clock',
    }),
    ...waitingShape,
  })
  .meta({ id: 'MempoolMessage' });

const heldShape = {
  next: nextSchema,
  snapshot: z.string().meta({
    description: 'Value of `head` that gives further pages of this same state of the pool',
  }),
};

export const mempoolListSchema = z
  .object({
    totalCount: countSchema,
    messages: z.array(mempoolMessageSchema),
    methods: z.array(z.string()).meta({
      description: 'Methods in the pool, for the filter; most frequent first',
    }),
    ...heldShape,
  })
  .meta({ id: 'MempoolList' });

/** What the live channel tells of the pool. */
export const mempoolChangeSchema = z
  .object({
    totalCount: countSchema,
    added: z.array(mempoolMessageSchema).meta({ description: 'Oldest first' }),
    removed: z.array(cidSchema),
    replaced: z
      .array(z.object({ cid: cidSchema, by: cidSchema }))
      .meta({ description: 'Which of the removed were replaced by which message' }),
  })
  .meta({ id: 'MempoolChange' });

export const mempoolOfAddressSchema = z
  .object({
    totalCount: countSchema,
    messages: z.array(mempoolMessageSchema).meta({ description: 'Oldest first' }),
    methods: z.array(z.string()).meta({ description: 'Of these; most frequent first' }),
    ...heldShape,
  })
  .meta({ id: 'MempoolOfAddress' });

/** Of an account: in the pool, or in the head and not executed yet. */
export const pendingMessageSchema = mempoolMessageSchema
  .extend({
    createTimestamp: timestampSchema.nullable().meta({
      description: 'Null when it was never seen in the pool',
    }),
    height: heightSchema.nullable().meta({
      description: 'Of the head when that includes it; null while it is in the pool only',
    }),
  })
  .meta({ id: 'PendingMessage' });

export const pendingMessagesSchema = z
  .object({
    totalCount: countSchema,
    messages: z.array(pendingMessageSchema),
    methods: z.array(z.string()).meta({ description: 'Of these; most frequent first' }),
    ...heldShape,
  })
  .meta({ id: 'PendingMessages' });

export type MempoolMessage = z.infer<typeof mempoolMessageSchema>;
export type MempoolList = z.infer<typeof mempoolListSchema>;
export type MempoolChange = z.infer<typeof mempoolChangeSchema>;
export type MempoolOfAddress = z.infer<typeof mempoolOfAddressSchema>;
export type PendingMessage = z.infer<typeof pendingMessageSchema>;
export type PendingMessages = z.infer<typeof pendingMessagesSchema>;
