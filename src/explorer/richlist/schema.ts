import { z } from 'zod';
import {
  actorKindSchema,
  addressSchema,
  amountSchema,
  countSchema,
  fnsNameSchema,
  heightSchema,
  idAddressSchema,
  nextSchema,
  tagSchema,
  timestampSchema,
} from '../wire.ts';

export const richListEntrySchema = z
  .object({
    rank: countSchema,
    address: addressSchema,
    id: idAddressSchema,
    tag: tagSchema.nullish(),
    fnsName: fnsNameSchema.optional(),
    actor: actorKindSchema,
    balance: amountSchema,
    availableBalance: amountSchema
      .optional()
      .meta({ description: 'Of storage providers: without what is locked or pledged' }),
    createHeight: heightSchema,
    createTimestamp: timestampSchema,
    lastSeenHeight: heightSchema,
    lastSeenTimestamp: timestampSchema,
  })
  .meta({ id: 'RichListEntry' });

/** The accounts with the largest balances, at most 10,000 of them, as of one head. */
export const richListSchema = z
  .object({
    totalCount: countSchema,
    totalSupply: amountSchema.nullable(),
    richList: z.array(richListEntrySchema),
    next: nextSchema,
  })
  .meta({ id: 'RichList' });

export type RichList = z.infer<typeof richListSchema>;
