import { ADDRESS_FORMS, FORM_CREDITS, FORM_USES } from '#filecoin/passport.ts';
import { z } from 'zod';
import { accountEventSchema } from '../message/eventSchema.ts';
import { messageListSchema } from '../message/schema.ts';
import { minerDetailSchema } from '../miner/schema.ts';
import { tokenTypeSchema, tokenWordsShape } from '../token/transferSchema.ts';
import { searchedSchema } from '../searched.ts';
import { pendingToldSchema } from '../wallet/schema.ts';
import {
  actorKindSchema,
  addressSchema,
  amountSchema,
  bandsSchema,
  cidSchema,
  countSchema,
  endsShape,
  heightSchema,
  idAddressSchema,
  int64Schema,
  nextSchema,
  fnsNameSchema,
  tagSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';

export const multisigSchema = z
  .object({
    signers: z.array(addressSchema),
    signerIds: z.array(idAddressSchema),
    approvalsThreshold: countSchema,
    initialBalance: amountSchema.meta({ description: 'Amount under the vesting schedule' }),
    availableBalance: amountSchema.meta({
      description: 'Balance minus what is locked at the head',
    }),
    lockingBalance: amountSchema.meta({ description: 'Locked at the head by the schedule' }),
    unlockDuration: int64Schema.meta({ description: 'Epochs; 0 when nothing vests' }),
    unlockStartEpoch: int64Schema.nullable(),
    unlockStartTimestamp: timestampSchema.nullable(),
    unlockEndTimestamp: timestampSchema.nullable(),
    nextTxnId: countSchema,
    pendingTold: pendingToldSchema,
  })
  .meta({ id: 'Multisig' });

export const addressFormSchema = z
  .object({
    form: z.enum(ADDRESS_FORMS).meta({
      description: 'key: f1 or f3; actor: f2; delegated: f4; masked: 0xff, zeros and the id',
    }),
    text: z.string(),
    uses: z.array(z.enum(FORM_USES)).meta({ description: 'Whom the form suits' }),
    credit: z.enum(FORM_CREDITS).nullable().meta({
      description:
        'What comes of FIL sent to it without call data: by a Filecoin wallet, by an Ethereum wallet for eth and masked. quiet: arrives, no code runs; code: the contract decides; other: arrives, but tokens are booked for another account; stuck: arrives for good; refused and missing: fails',
    }),
  })
  .meta({ id: 'AddressForm' });

/**
 * An account of any kind. A valid address that no actor has yet is answered too: `status` is
 * `absent`, `actor` and `id` are null.
 */
export const accountDetailSchema = z
  .object({
    id: idAddressSchema.nullable(),
    address: addressSchema,
    robust: addressSchema
      .optional()
      .meta({ description: 'f1, f2, f3 or f4 address; absent where there is none' }),
    robustAddress: addressSchema.optional().meta({ description: 'The same as `robust`' }),
    delegatedAddress: addressSchema.nullable(),
    ethAddress: z.string().nullable(),
    forms: z
      .array(addressFormSchema)
      .meta({ description: 'All forms of the address that there are, as they are now' }),
    tag: tagSchema.nullable(),
    fnsName: fnsNameSchema.optional(),
    actor: actorKindSchema.nullable(),
    actorCode: z.string().nullable().meta({ description: 'CID of the actor’s code, as it is now' }),
    status: z.enum(['active', 'deleted', 'absent']).meta({
      description: 'absent: no actor has this address yet (to be created)',
    }),
    nonce: uint64Schema,
    createHeight: heightSchema.nullable(),
    createTimestamp: timestampSchema.nullable(),
    createMessage: cidSchema.nullable(),
    deleteHeight: heightSchema.optional(),
    deleteTimestamp: timestampSchema.optional(),
    lastSeenHeight: heightSchema.nullable(),
    lastSeenTimestamp: timestampSchema.nullable(),
    balance: amountSchema,
    messageCount: countSchema,
    transferCount: countSchema,
    tokenTransferCount: countSchema,
    tokens: countSchema.meta({ description: 'Tokens of which it has something; at most 1,000' }),
    nftCount: countSchema.meta({ description: 'NFTs that it has' }),
    proposalCount: countSchema.meta({ description: 'Proposals of a multisig that are known here' }),
    pendingProposalCount: countSchema.meta({
      description: 'Those of them that wait for approvals',
    }),
    channelCount: countSchema.meta({
      description: 'Payment channels that it pays into or is paid from; of a channel: 1',
    }),
    dealCount: countSchema.meta({ description: 'Market deals, as client or as provider' }),
    pieceCount: countSchema.meta({ description: 'Pieces in sectors, as client or as provider' }),
    dataCapCount: countSchema.meta({
      description: 'Length of its DataCap history, as verifier and as client',
    }),
    tokenInfo: z
      .object({
        address: addressSchema,
        id: idAddressSchema,
        ...tokenWordsShape,
        type: tokenTypeSchema,
      })
      .optional()
      .meta({ description: 'Of a contract that is a token' }),
    eventLogCount: countSchema,
    contractUserCount: countSchema
      .optional()
      .meta({ description: 'Of a contract: distinct senders of messages to it' }),
    contractName: z
      .string()
      .optional()
      .meta({ description: 'Of a contract: the name in its verified source' }),
    contractVerified: z
      .boolean()
      .optional()
      .meta({ description: 'Of a contract: whether its source is verified' }),
    creator: addressSchema.optional().meta({ description: 'Of a contract: who made it' }),
    creatorId: idAddressSchema.optional(),
    timestamp: timestampSchema.meta({ description: 'Of the tipset that the figures are of' }),
    ownedMiners: z.array(idAddressSchema),
    workerMiners: z.array(idAddressSchema),
    benefitedMiners: z.array(idAddressSchema),
    multisig: multisigSchema.optional(),
    miner: minerDetailSchema.optional(),
    height: heightSchema.optional().meta({
      description:
        'Where one was asked for: balance and provider are those of the state at it, counts and relations those of the head',
    }),
  })
  .meta({ id: 'AccountDetail' });

export const accountMessagesSchema = messageListSchema.meta({ id: 'AccountMessages' });

export const accountTransferSchema = z
  .object({
    height: heightSchema,
    timestamp: timestampSchema,
    message: z.string().meta({
      description: 'CID; empty where no message caused it, as strict clients take a text only',
    }),
    ...endsShape,
    value: amountSchema.meta({ description: 'Signed: what the account gained' }),
    type: z.string(),
  })
  .meta({ id: 'AccountTransfer' });

export const accountTransfersSchema = z
  .object({
    totalCount: countSchema,
    transfers: z.array(accountTransferSchema),
    types: z.array(z.string()).meta({ description: 'Types in this list, for its filter' }),
    searched: searchedSchema.optional(),
    next: nextSchema,
  })
  .meta({ id: 'AccountTransfers' });

export const accountEventsSchema = z
  .object({
    totalCount: countSchema,
    eventLogs: z.array(accountEventSchema),
    next: nextSchema,
  })
  .meta({ id: 'AccountEvents' });

export const balanceSampleSchema = z
  .object({
    height: heightSchema,
    timestamp: timestampSchema,
    balance: amountSchema,
    availableBalance: amountSchema.optional().meta({ description: 'Of storage providers' }),
    sectorPledgeBalance: amountSchema.optional(),
    vestingFunds: amountSchema.optional(),
    preCommitDeposits: amountSchema.optional(),
    feeDebt: amountSchema.optional(),
    bands: bandsSchema(
      'balance',
      'availableBalance',
      'sectorPledgeBalance',
      'vestingFunds',
      'preCommitDeposits',
      'feeDebt',
    )
      .partial()
      .meta({
        description: 'By field; null where the account changed too often to look through it all',
      }),
  })
  .meta({ id: 'BalanceSample' });

/** Oldest first, on an even grid that ends at the head. */
export const balanceStatsSchema = z.array(balanceSampleSchema);

export type AddressFormItem = z.infer<typeof addressFormSchema>;
export type Multisig = z.infer<typeof multisigSchema>;
export type AccountDetail = z.infer<typeof accountDetailSchema>;
export type AccountMessages = z.infer<typeof accountMessagesSchema>;
export type AccountTransfer = z.infer<typeof accountTransferSchema>;
export type AccountTransfers = z.infer<typeof accountTransfersSchema>;
export type AccountEvents = z.infer<typeof accountEventsSchema>;
export type BalanceStats = z.infer<typeof balanceStatsSchema>;
