/** Transfers of tokens, and what tokens are called beside them. */
import { z } from 'zod';
import {
  addressSchema,
  countSchema,
  endsShape,
  idAddressSchema,
  integerTextSchema,
} from '../wire.ts';

/** What a token is called: the contract's own words, bounded; null where it has none or could not be asked. */
export const tokenWordsShape = {
  name: z.string().nullable(),
  symbol: z.string().nullable(),
  decimals: z.number().int().nullable(),
};

/**
 * The same beside each transfer, where strict clients expect a text and a number: empty where there is
 * none, and 0 decimals for what has none to tell (an NFT, or a contract that is silent).
 */
const tokenRowWordsShape = {
  name: z.string(),
  symbol: z.string(),
  decimals: z.number().int(),
};

export const tokenTypeSchema = z
  .enum(['ERC20', 'ERC721', 'ERC1155', 'Unknown'])
  .meta({ description: 'Standard, by what the contract emits; Unknown until it shows one' });

/** `tokenId` is of an NFT. */
export const tokenActorIdSchema = idAddressSchema.meta({
  description: 'The token’s contract as an id address (f0…)',
});

export const tokenTransferShape = {
  ...endsShape,
  value: integerTextSchema.meta({
    description: 'Smallest units of an ERC-20; of an NFT its token id, as in `tokenId`',
  }),
  tokenId: integerTextSchema.optional().meta({ description: 'Of an NFT' }),
  amount: integerTextSchema.meta({ description: 'Smallest units, or pieces of an NFT' }),
  type: tokenTypeSchema,
  logIndex: countSchema,
  fnsName: z.string().optional().meta({ description: 'Of a name service’s NFT' }),
};

export const tokenTransferSchema = z
  .object({
    ...tokenTransferShape,
    token: addressSchema,
    tokenActorId: tokenActorIdSchema,
    ...tokenRowWordsShape,
  })
  .meta({ id: 'TokenTransfer' });

export type TokenTransfer = z.infer<typeof tokenTransferSchema>;
