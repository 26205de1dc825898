import { z } from 'zod';
import { finalitySchema } from '../finality/schema.ts';
import { offerSchema } from '../mempool/offerSchema.ts';
import { searchedSchema } from '../searched.ts';
import { tokenTransferSchema } from '../token/transferSchema.ts';
import {
  actorKindSchema,
  addressSchema,
  amountSchema,
  cidSchema,
  countSchema,
  endsShape,
  heightSchema,
  hexSchema,
  idAddressSchema,
  int64Schema,
  methodNumberSchema,
  nextSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';
import { calledShape, decodedShape, revertSchema } from './payloadSchema.ts';

export const evmMethodShape = {
  evmMethod: z.string().meta({
    description:
      'Of a call to a contract: the function’s signature, or its selector when unknown; else empty',
  }),
  evmMethodGuessed: z.boolean().optional().meta({
    description:
      'True where no verified ABI of the contract has the function: the signature is a known one with the same selector',
  }),
};

export const plainTransferSchema = z.boolean().optional().meta({
  description:
    'True of InvokeContract without params to an account that is no contract: the value is moved, nothing is called',
});

export const callShape = {
  method: z.string().meta({ description: 'Display name, e.g. Send, `Unknown (77)`' }),
  methodNumber: methodNumberSchema,
  plainTransfer: plainTransferSchema,
  ...evmMethodShape,
};

export const listReceiptSchema = z
  .object({
    exitCode: int64Schema,
    return: hexSchema,
    exitCodeName: z.string().meta({ description: 'e.g. OK, SysErrOutOfGas (7)' }),
    refused: z.boolean().optional().meta({
      description: 'True of a message that was refused before it ran: nothing of it took effect',
    }),
  })
  .meta({ id: 'ListReceipt' });

export const messageListItemSchema = z
  .object({
    cid: cidSchema,
    height: heightSchema,
    timestamp: timestampSchema,
    ...endsShape,
    nonce: uint64Schema,
    value: amountSchema,
    ...callShape,
    params: hexSchema,
    receipt: listReceiptSchema
      .optional()
      .meta({ description: 'Absent while the message has not been executed' }),
  })
  .meta({ id: 'MessageListItem' });

/** Names that the method filter takes for this list, most frequent first. */
const methodsShape = z.array(z.string()).meta({
  description:
    'Methods in this list, for its filter; most frequent first, at most 200. Of an account with more than 1,000, all that exist are looked at, and some of the numbers that no actor knows',
});

export const messageListSchema = z
  .object({
    totalCount: countSchema,
    messages: z.array(messageListItemSchema),
    methods: methodsShape,
    searched: searchedSchema.optional(),
    next: nextSchema,
  })
  .meta({ id: 'MessageList' });

export const receiptSchema = z
  .object({
    exitCode: int64Schema,
    return: hexSchema,
    gasUsed: uint64Schema,
    exitCodeName: z.string(),
  })
  .meta({ id: 'Receipt' });

/** One of the times that a message was executed. */
export const messageExecutionSchema = receiptSchema
  .extend({
    height: heightSchema,
    timestamp: timestampSchema,
    refused: z.boolean().meta({
      description:
        'Whether it was refused before it ran: nothing moved but the penalty of the block’s miner, and it may run later',
    }),
  })
  .meta({ id: 'MessageExecution' });

export const feeSchema = z
  .object({
    baseFeeBurn: amountSchema,
    overEstimationBurn: amountSchema,
    minerPenalty: amountSchema,
    minerTip: amountSchema,
    refund: amountSchema,
    totalCost: amountSchema.meta({ description: 'Burns and tip: what the sender paid' }),
    gasBurned: uint64Schema.meta({
      description: 'Gas charged beyond the gas used, because the limit was too high',
    }),
    miner: idAddressSchema.meta({ description: 'Miner who earned the tip' }),
    minerId: idAddressSchema,
  })
  .meta({ id: 'Fee' });

export const messageTransferSchema = z
  .object({
    ...endsShape,
    value: amountSchema.meta({ description: 'attoFIL, unsigned' }),
    type: z.string(),
  })
  .meta({ id: 'MessageTransfer' });

/** A block that includes the message. */
export const inclusionSchema = z
  .object({
    cid: cidSchema,
    height: heightSchema,
    miner: idAddressSchema,
    minerId: idAddressSchema,
    orphaned: z.boolean(),
  })
  .meta({ id: 'Inclusion' });

/** What a message did, in the terms of a sentence. */
export const messageDetailEntrySchema = z
  .object({
    type: z.enum(['transfer', 'create-account']),
    sender: addressSchema.optional(),
    senderId: idAddressSchema.optional(),
    receiver: addressSchema.optional(),
    receiverId: idAddressSchema.nullish(),
    value: amountSchema,
    createBy: addressSchema.optional(),
    idAddress: idAddressSchema.optional(),
    address: addressSchema.optional(),
    actor: actorKindSchema.optional(),
  })
  .meta({ id: 'MessageDetailEntry' });

export const messageDetailSchema = z
  .object({
    cid: cidSchema,
    height: heightSchema.nullable().meta({
      description: 'Tipset that includes it on the canonical chain; null when none does',
    }),
    timestamp: timestampSchema.nullable(),
    confirmations: countSchema.meta({ description: 'Head’s height minus its own' }),
    status: z
      .enum(['pending', 'included', 'skipped', 'executed', 'final', 'orphaned', 'dropped'])
      .meta({
        description:
          'pending: in no block yet; included: in the head, not yet run; skipped: in the chain, but its tipset ran another message of its sender and nonce, from another block; executed; final: executed, no longer reverted; orphaned: only in blocks that are not on the canonical chain; dropped: left the pool without a block',
      }),
    finality: finalitySchema.nullable().meta({
      description: 'Of the tipset that includes it; null when none does',
    }),
    blocks: z.array(cidSchema).meta({ description: 'Canonical blocks that include it' }),
    inclusions: z
      .array(inclusionSchema)
      .meta({ description: 'All blocks that include it, orphaned ones marked' }),
    version: uint64Schema,
    ...endsShape,
    fromActor: actorKindSchema.nullable(),
    toActor: actorKindSchema.nullable(),
    ...calledShape,
    nonce: uint64Schema,
    value: amountSchema,
    gasLimit: uint64Schema,
    gasFeeCap: amountSchema,
    gasPremium: amountSchema,
    ...callShape,
    methodFamily: z.string().meta({
      description: 'transfer, contract, proof, market, multisig, system or other',
    }),
    params: hexSchema,
    receipt: receiptSchema.nullable(),
    ...decodedShape,
    revert: revertSchema.nullable().meta({
      description: 'Why a contract reverted; null when none did',
    }),
    size: countSchema.meta({ description: 'Bytes on the chain' }),
    signatureType: z.enum(['secp256k1', 'bls', 'delegated']),
    error: z.string().meta({ description: 'The node’s error text; empty when there is none' }),
    baseFee: amountSchema.nullable(),
    fee: feeSchema.nullable(),
    executions: z.array(messageExecutionSchema).meta({
      description:
        'Every time that it was executed, newest first (at most 100): the rest of the answer is of the newest. More than one only where it was refused before it ran',
    }),
    transfers: z.array(messageTransferSchema),
    transfersTruncated: z.boolean().meta({
      description: 'Whether there are more transfers than the answer carries',
    }),
    tokenTransfers: z.array(tokenTransferSchema),
    tokenTransfersTruncated: z.boolean(),
    ethTransactionHash: z.string().meta({
      description:
        'Of a message that no Ethereum wallet signed: its CID’s digest, as nodes give it',
    }),
    eventLogCount: countSchema,
    subcallCount: countSchema,
    replaced: z.boolean().optional().meta({
      description: 'True when `oldCid` was requested: this message replaced it',
    }),
    oldCid: cidSchema.optional(),
    replaces: z.array(cidSchema).optional().meta({
      description: 'Messages of the same sender and nonce whose place it took in the pool',
    }),
    replacedBy: cidSchema.optional().meta({
      description:
        'Of an orphaned message, or one that its tipset passed over: the one that was executed in its place',
    }),
    createTimestamp: timestampSchema.optional().meta({
      description: 'Of a message that is not on the chain: when this index first heard of it',
    }),
    nonceGap: uint64Schema.optional().meta({
      description: 'Of a pending message: how many of its sender’s are missing before its turn',
    }),
    feeTooLow: z.boolean().optional().meta({
      description: 'Of a pending message: whether its fee cap lies below the head’s base fee',
    }),
    maxFee: amountSchema.optional().meta({
      description: 'Of a pending message: the most that it can cost',
    }),
    offer: offerSchema.optional().meta({
      description: 'Of a message in the mempool: its rank there, and what would replace it',
    }),
    ownerBefore: z
      .object({
        isSender: z.boolean().meta({ description: 'Whether the sender was the owner' }),
        hasProposed: z.boolean().meta({ description: 'Whether it had proposed another owner' }),
      })
      .optional()
      .meta({
        description:
          'Of ChangeOwnerAddress of a storage provider: its owner before the message’s tipset, of a pending message now; left out where the index does not know. An owner that names itself withdraws what it proposed',
      }),
    details: z.array(messageDetailEntrySchema),
  })
  .meta({ id: 'MessageDetail' });

export const messageOthersSchema = z
  .object({
    version: uint64Schema,
    nonce: uint64Schema,
    gasFeeCap: amountSchema,
    gasPremium: amountSchema,
    gasLimit: uint64Schema,
    receipt: receiptSchema.nullable(),
    baseFee: amountSchema.nullable(),
    baseFeeBurn: amountSchema.nullable(),
    overEstimationBurn: amountSchema.nullable(),
    minerTip: amountSchema.nullable(),
    penalty: amountSchema.nullable(),
    error: z.string(),
    params: hexSchema,
    decodedParams: decodedShape.decodedParams,
    decodedReturnValue: decodedShape.decodedReturnValue,
  })
  .meta({ id: 'MessageOthers' });

export type MessageListItem = z.infer<typeof messageListItemSchema>;
export type MessageList = z.infer<typeof messageListSchema>;
export type Receipt = z.infer<typeof receiptSchema>;
export type ListReceipt = z.infer<typeof listReceiptSchema>;
export type MessageExecution = z.infer<typeof messageExecutionSchema>;
export type Fee = z.infer<typeof feeSchema>;
export type MessageTransfer = z.infer<typeof messageTransferSchema>;
export type MessageDetailEntry = z.infer<typeof messageDetailEntrySchema>;
export type MessageDetail = z.infer<typeof messageDetailSchema>;
export type MessageOthers = z.infer<typeof messageOthersSchema>;
