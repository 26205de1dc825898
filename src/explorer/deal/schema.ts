import { z } from 'zod';
import { searchedSchema } from '../searched.ts';
import {
  addressSchema,
  amountSchema,
  cidSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  int64Schema,
  nextSchema,
  tagSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';

const idSchema = z.number().int().nonnegative();
const epochSchema = int64Schema.meta({ description: 'Epoch; beyond ±2^53 a decimal string' });

/** Client and provider, in both forms. */
export const partiesShape = {
  client: addressSchema,
  clientId: idAddressSchema,
  clientTag: tagSchema.nullable(),
  provider: idAddressSchema,
  providerId: idAddressSchema,
  providerTag: tagSchema.nullable(),
};

export const dealStatusSchema = z
  .enum(['published', 'active', 'completed', 'terminated', 'expired', 'slashed'])
  .meta({
    description:
      'published: waits for a sector; expired: no sector held it by its start; slashed: expired, and its provider’s collateral was burnt; terminated: its sector was given up before its end; completed: its end has passed',
  });

const deal = z.object({
  id: idSchema,
  height: heightSchema
    .nullable()
    .meta({ description: 'Where it was published; null for a deal older than the index' }),
  timestamp: timestampSchema.nullable(),
  ...partiesShape,
  pieceSize: uint64Schema.meta({ description: 'Padded bytes; above 2^53 a decimal string' }),
  verifiedDeal: z.boolean(),
  startEpoch: epochSchema,
  startTimestamp: timestampSchema.nullable(),
  endEpoch: epochSchema,
  endTimestamp: timestampSchema.nullable(),
  storagePrice: amountSchema.meta({ description: 'Price per epoch times epochs' }),
  stroagePrice: amountSchema.meta({ description: 'The same, by the name that clients know' }),
  status: dealStatusSchema,
  ddo: z.literal(false).meta({ description: 'A market deal; pieces onboarded directly: /pieces' }),
});

export const dealSummarySchema = deal.meta({ id: 'DealSummary' });

export const dealListSchema = z
  .object({
    totalCount: countSchema,
    deals: z.array(dealSummarySchema),
    searched: searchedSchema.optional(),
    next: nextSchema,
  })
  .meta({ id: 'DealList' });

export const dealDetailSchema = deal
  .extend({
    message: cidSchema
      .nullable()
      .meta({ description: 'Message that published it; null for the genesis’ deals' }),
    pieceCid: cidSchema,
    label: z.string().meta({ description: 'Chosen by the client: text, or 0x hex' }),
    labelEncoding: z.enum(['text', 'hex']),
    storagePricePerEpoch: amountSchema,
    clientCollateral: amountSchema,
    providerCollateral: amountSchema,
    sector: uint64Schema.nullable().meta({ description: 'Sector that holds it' }),
    activationHeight: heightSchema.nullable(),
    activationTimestamp: timestampSchema.nullable(),
    endedHeight: heightSchema
      .nullable()
      .meta({ description: 'Where it was terminated, slashed, or settled to its end' }),
    endedTimestamp: timestampSchema.nullable(),
    allocation: idSchema.nullable().meta({ description: 'Verified allocation of its piece' }),
  })
  .meta({ id: 'DealDetail' });

export const pieceSchema = z
  .object({
    pieceCid: cidSchema,
    pieceSize: countSchema.meta({ description: 'Padded bytes' }),
    ddo: z
      .boolean()
      .meta({ description: 'Onboarded directly: in a sector without a deal of the market' }),
    dealId: idSchema.nullable(),
    allocation: idSchema.nullable().meta({ description: 'Verified allocation that it claimed' }),
    client: addressSchema.nullable(),
    clientId: idAddressSchema.nullable(),
    clientTag: tagSchema.nullable(),
    provider: idAddressSchema,
    providerId: idAddressSchema,
    providerTag: tagSchema.nullable(),
    sector: uint64Schema,
    height: heightSchema,
    timestamp: timestampSchema,
    message: cidSchema.nullable(),
    expiration: epochSchema
      .nullable()
      .meta({ description: 'Epoch until which its sector is; null when it is not known' }),
    endedHeight: heightSchema
      .nullable()
      .meta({ description: 'Where its sector was terminated or expired' }),
    endedTimestamp: timestampSchema.nullable(),
  })
  .meta({ id: 'Piece' });

export const pieceListSchema = z
  .object({ totalCount: countSchema, pieces: z.array(pieceSchema), next: nextSchema })
  .meta({ id: 'PieceList' });

export type DealStatus = z.infer<typeof dealStatusSchema>;
export type DealSummary = z.infer<typeof dealSummarySchema>;
export type DealList = z.infer<typeof dealListSchema>;
export type DealDetail = z.infer<typeof dealDetailSchema>;
export type Piece = z.infer<typeof pieceSchema>;
export type PieceList = z.infer<typeof pieceListSchema>;
