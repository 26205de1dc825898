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
    ethAddress: z
      .string()
      .optional()
      .meta({ description: 'The same as Ethereum writes it (0x…), of accounts of the EVM' }),
    id: idAddressSchema,
    tag: tagSchema.nullish(),
    fnsName: fnsNameSchema.optional(),
    actor: actorKindSchema,
    balance: amountSchema,
    availableBalance: amountSchema.optional().meta({
      description:
        'What can be taken out: of storage providers without what is locked or pledged, of multisigs without what is locked by schedule; absent of the network’s own actors, of what is burnt, and of what the node could not tell',
    }),
    createHeight: heightSchema,
    createTimestamp: timestampSchema,
    lastSeenHeight: heightSchema,
    lastSeenTimestamp: timestampSchema,
  })
  .meta({ id: 'RichListEntry' });

/** The accounts with the largest balances, as of one head. */
export const richListSchema = z
  .object({
    totalCount: countSchema,
    totalSupply: amountSchema.nullable(),
    richList: z.array(richListEntrySchema),
    next: nextSchema,
  })
  .meta({ id: 'RichList' });

export type RichList = z.infer<typeof richListSchema>;
