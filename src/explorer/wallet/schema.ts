/** Multisigs' proposals and payment channels, on the wire. */
import { PROPOSAL_STATUS } from '#filecoin/actors/facts/multisig.ts';
import { z } from 'zod';
import { calledShape, decodedShape } from '../message/payloadSchema.ts';
import { evmMethodShape } from '../message/schema.ts';
import {
  actorKindSchema,
  addressSchema,
  amountSchema,
  cidSchema,
  countSchema,
  heightSchema,
  hexSchema,
  idAddressSchema,
  int64Schema,
  methodNumberSchema,
  nextSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';

export const pendingToldSchema = z.boolean().meta({
  description:
    'False for a multisig that is older than the index when the node could not tell what was pending then',
});

const older = 'Null when it is older than the index';

const signerSchema = z.object({ address: addressSchema, id: idAddressSchema });

export const proposalSchema = z
  .object({
    id: countSchema.meta({ description: 'The wallet’s own number for it, from 0' }),
    status: z.enum(PROPOSAL_STATUS),
    proposer: signerSchema.nullable().meta({
      description:
        'Null, like all that was proposed, when it is older than the index and the node could not tell it',
    }),
    to: addressSchema.nullable(),
    toId: idAddressSchema.nullable(),
    toActor: actorKindSchema.nullable(),
    value: amountSchema.nullable(),
    method: z.string().nullable().meta({ description: 'Display name, e.g. Send' }),
    methodNumber: methodNumberSchema.nullable(),
    ...evmMethodShape,
    ...calledShape,
    params: hexSchema,
    ...decodedShape,
    approvals: z.array(signerSchema).meta({ description: 'Who approves it, the proposer first' }),
    approvalsMissing: countSchema.nullable().meta({
      description:
        'How many more approvals carry it out; 0: the next call of Approve by any signer does. Null when it does not wait, or the wallet’s threshold is not known',
    }),
    missing: z.array(signerSchema).meta({
      description: 'Present signers who have not approved it; empty when it does not wait',
    }),
    height: heightSchema.nullable().meta({ description: older }),
    timestamp: timestampSchema.nullable(),
    message: cidSchema.nullable(),
    settledHeight: heightSchema.nullable(),
    settledTimestamp: timestampSchema.nullable(),
    settledMessage: cidSchema.nullable(),
    exitCode: int64Schema.nullable().meta({
      description: 'Of the proposed call; null until it was made',
    }),
    exitCodeName: z.string().nullable(),
    return: hexSchema,
  })
  .meta({ id: 'Proposal' });

export const proposalsSchema = z
  .object({
    totalCount: countSchema,
    pendingCount: countSchema.meta({
      description: 'Proposals of the wallet that wait for approvals',
    }),
    approvalsThreshold: countSchema
      .nullable()
      .meta({ description: 'Approvals that carry one out' }),
    pendingTold: pendingToldSchema,
    settledBefore: countSchema.nullable().meta({
      description:
        'Proposals that were settled before the index began and are not listed; null when not known',
    }),
    proposals: z.array(proposalSchema).meta({ description: 'Newest first' }),
    next: nextSchema,
  })
  .meta({ id: 'Proposals' });

export const channelSchema = z
  .object({
    address: addressSchema,
    id: idAddressSchema,
    status: z.enum(['open', 'settling', 'collected']),
    from: addressSchema,
    fromId: idAddressSchema,
    to: addressSchema,
    toId: idAddressSchema,
    balance: amountSchema,
    toSend: amountSchema.meta({ description: 'What the receiver gets when it collects' }),
    settlingAt: int64Schema.nullable().meta({
      description: 'Epoch from which it can be collected; null while nobody settles it',
    }),
    minSettleHeight: int64Schema,
    lanes: z.array(z.object({ lane: int64Schema, nonce: uint64Schema, redeemed: amountSchema })),
    lanesTold: z.boolean().meta({
      description:
        'False for a channel that is older than the index when the node could not tell its lanes: those told are of vouchers since then',
    }),
    height: heightSchema.nullable().meta({ description: older }),
    timestamp: timestampSchema.nullable(),
    message: cidSchema.nullable(),
    collectedHeight: heightSchema.nullable(),
    collectedTimestamp: timestampSchema.nullable(),
    actions: z
      .array(
        z.object({
          type: z.enum(['create', 'voucher', 'settle', 'collect']),
          height: heightSchema,
          timestamp: timestampSchema,
          message: cidSchema.nullable(),
          by: addressSchema,
          byId: idAddressSchema,
          lane: int64Schema.nullable(),
          amount: amountSchema.nullable(),
        }),
      )
      .meta({ description: 'The newest ones, newest first' }),
  })
  .meta({ id: 'Channel' });

export const channelsSchema = z
  .object({
    totalCount: countSchema,
    channels: z.array(channelSchema).meta({ description: 'Newest first' }),
    next: nextSchema,
  })
  .meta({ id: 'Channels' });

export type Proposal = z.infer<typeof proposalSchema>;
export type Proposals = z.infer<typeof proposalsSchema>;
export type Channel = z.infer<typeof channelSchema>;
export type Channels = z.infer<typeof channelsSchema>;
