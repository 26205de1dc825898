import { languageSchema } from '../editorial/schema.ts';
import { z } from 'zod';
import { evmMethodShape } from '../message/schema.ts';
import { searchedSchema } from '../searched.ts';
import {
  addressSchema,
  cidSchema,
  countSchema,
  fnsNameSchema,
  heightSchema,
  idAddressSchema,
  integerTextSchema,
  nextSchema,
  tagSchema,
  timestampSchema,
} from '../wire.ts';
import {
  tokenActorIdSchema,
  tokenTransferSchema,
  tokenTransferShape,
  tokenTypeSchema,
  tokenWordsShape,
} from './transferSchema.ts';

const supplySchema = integerTextSchema
  .nullable()
  .meta({ description: 'Minted minus burnt, by its events; null when that is not known' });

/** Why its figures are to be taken with care. */
export const tokenFlagSchema = z
  .enum(['malformed', 'mixed', 'negative', 'denied', 'partial'])
  .meta({
    description:
      'malformed: emitted events of no standard’s shape; mixed: of several standards; negative: a holder gave more than it had; denied: its balanceOf contradicts its events; partial: older than this index',
  });

const tokenShape = {
  address: addressSchema,
  id: idAddressSchema,
  ethAddress: z.string(),
  tag: tagSchema.nullish(),
  type: tokenTypeSchema,
  ...tokenWordsShape,
  totalSupply: supplySchema,
  transferCount: countSchema,
  holderCount: countSchema.nullable(),
  flags: z.array(tokenFlagSchema),
  status: z
    .enum(['active', 'destroyed'])
    .meta({ description: 'destroyed: the contract is gone; it stays listed' }),
};

export const tokenListItemSchema = z
  .object({
    ...tokenShape,
    totalValue: supplySchema.optional().meta({ description: 'Of NFTs: as totalSupply' }),
  })
  .meta({ id: 'TokenListItem' });

/** Most transfers first; pages are of one head. */
export const tokenListSchema = z
  .object({ totalCount: countSchema, tokens: z.array(tokenListItemSchema), next: nextSchema })
  .meta({ id: 'TokenList' });

export const tokenDetailSchema = z
  .object({
    ...tokenShape,
    exchangeCount: countSchema.meta({ description: 'Transfers, as transferCount' }),
    itemCount: countSchema.meta({ description: 'NFTs ever minted, by their ids' }),
    minted: integerTextSchema,
    burned: integerTextSchema,
    contractSupply: integerTextSchema
      .nullable()
      .meta({ description: 'What its totalSupply() returned when it was last asked' }),
    wrapped: z.boolean().meta({ description: 'Takes and gives FIL one for one' }),
    checked: countSchema
      .nullable()
      .meta({ description: 'Balances last compared with its balanceOf; null when none could be' }),
    verified: z.boolean().meta({ description: 'Whether its source is known' }),
    about: z
      .object({
        paragraphs: z.array(z.object({ text: z.string(), language: languageSchema })),
        website: z.string().meta({ description: 'Empty where there is none' }),
      })
      .nullable()
      .meta({ description: 'What editors say of it; null where nobody has written anything' }),
  })
  .meta({ id: 'TokenDetail' });

const listedShape = {
  height: heightSchema,
  timestamp: timestampSchema,
  message: cidSchema,
  method: z.string(),
  ...evmMethodShape,
};

export const tokenPageTransferSchema = z
  .object({ ...listedShape, ...tokenTransferShape })
  .meta({ id: 'TokenPageTransfer' });

/** Transfers of one token, newest first. */
export const tokenTransfersSchema = z
  .object({
    totalCount: countSchema,
    tokenType: tokenTypeSchema,
    ...tokenWordsShape,
    userBalance: integerTextSchema
      .optional()
      .meta({ description: 'What `userAddress` has: units, or how many NFTs' }),
    transfers: z.array(tokenPageTransferSchema),
    next: nextSchema,
  })
  .meta({ id: 'TokenTransfers' });

export const tokenHolderSchema = z
  .object({
    rank: countSchema.meta({ description: 'From 1' }),
    address: addressSchema,
    id: idAddressSchema.nullable(),
    tag: tagSchema.nullish(),
    fnsName: fnsNameSchema.optional(),
    balance: integerTextSchema,
    percentage: z.number().meta({ description: 'Share of the supply, 0 to 1' }),
  })
  .meta({ id: 'TokenHolder' });

/** Largest first; pages are of one head. Empty for a token older than the index. */
export const tokenHoldersSchema = z
  .object({ totalCount: countSchema, holders: z.array(tokenHolderSchema), next: nextSchema })
  .meta({ id: 'TokenHolders' });

export const tokenNftSchema = z
  .object({
    tokenId: integerTextSchema,
    supply: integerTextSchema.meta({ description: 'Items; 0 when it is burnt' }),
    owner: addressSchema.nullable().meta({ description: 'Of an ERC-721; null when it is burnt' }),
    ownerId: idAddressSchema.nullable(),
    ownerTag: tagSchema.nullish(),
    ownerFnsName: fnsNameSchema.optional(),
    uri: z.string().nullable().meta({ description: 'As a URI event gave it' }),
    height: heightSchema.meta({ description: 'First appearance' }),
    fnsName: z.string().optional(),
  })
  .meta({ id: 'TokenNft' });

/** NFTs of a contract, newest first. */
export const tokenNftsSchema = z
  .object({
    totalCount: countSchema,
    tokenType: tokenTypeSchema,
    ...tokenWordsShape,
    nfts: z.array(tokenNftSchema),
    next: nextSchema,
  })
  .meta({ id: 'TokenNfts' });

export const accountTokenTransferSchema = tokenTransferSchema
  .extend(listedShape)
  .meta({ id: 'AccountTokenTransfer' });

export const accountTokenTransfersSchema = z
  .object({
    totalCount: countSchema,
    transfers: z.array(accountTokenTransferSchema),
    types: z.array(tokenTypeSchema).meta({ description: 'Standards in this list' }),
    searched: searchedSchema.optional(),
    next: nextSchema,
  })
  .meta({ id: 'AccountTokenTransfers' });

const holdingSchema = z
  .object({
    tokenAddress: addressSchema,
    tokenActorId: tokenActorIdSchema,
    tokenEthAddress: z.string(),
    type: tokenTypeSchema,
    ...tokenWordsShape,
    balance: integerTextSchema.meta({ description: 'Units, or how many NFTs' }),
  })
  .meta({ id: 'TokenHolding' });

const holdingsSchema = z.object({
  tokenCount: countSchema,
  tokenList: z.array(holdingSchema),
});

/** What an account has of all tokens, at most 1,000 of them. */
export const tokenHoldingsSchema = z
  .object({ ercTwentyList: holdingsSchema, nftList: holdingsSchema })
  .meta({ id: 'TokenHoldings' });

export const accountNftSchema = z
  .object({
    token: addressSchema,
    tokenActorId: tokenActorIdSchema,
    tokenEthAddress: z.string(),
    type: tokenTypeSchema,
    ...tokenWordsShape,
    tokenId: integerTextSchema,
    amount: integerTextSchema,
    uri: z.string().nullable(),
    fnsName: z.string().optional(),
  })
  .meta({ id: 'AccountNft' });

/** NFTs of an account by contract and id; pages are of one head. */
export const accountNftsSchema = z
  .object({ totalCount: countSchema, nfts: z.array(accountNftSchema), next: nextSchema })
  .meta({ id: 'AccountNfts' });

export type TokenFlag = z.infer<typeof tokenFlagSchema>;
export type TokenListItem = z.infer<typeof tokenListItemSchema>;
export type TokenList = z.infer<typeof tokenListSchema>;
export type TokenDetail = z.infer<typeof tokenDetailSchema>;
export type TokenPageTransfer = z.infer<typeof tokenPageTransferSchema>;
export type TokenTransfers = z.infer<typeof tokenTransfersSchema>;
export type TokenHolders = z.infer<typeof tokenHoldersSchema>;
export type TokenNfts = z.infer<typeof tokenNftsSchema>;
export type AccountTokenTransfers = z.infer<typeof accountTokenTransfersSchema>;
export type TokenHoldings = z.infer<typeof tokenHoldingsSchema>;
export type AccountNfts = z.infer<typeof accountNftsSchema>;
