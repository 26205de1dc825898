/** Shapes that many answers share. Everything here is as it stands in JSON. */
import { DECODE_REASONS, type Json } from '#filecoin/actors/decode.ts';
import { z } from 'zod';

const text = z.string();

/** attoFIL. */
export const amountSchema = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ description: 'attoFIL, a decimal string', examples: ['1000000000000000000'] });

/** Another exact integer that may exceed 2^53: a power, a weight. */
export const integerTextSchema = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ description: 'An exact integer as a decimal string' });

export const powerSchema = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ description: 'Power in bytes, a decimal string' });

export const heightSchema = z
  .number()
  .int()
  .nonnegative()
  .meta({ description: 'Height (epoch) of a tipset' });

/** What a figure was between the sample before and this one: over all epochs there, null rounds included. */
export const bandSchema = z
  .object({
    first: text.meta({ description: 'At the first epoch after the sample before' }),
    last: text.meta({ description: 'At the sample' }),
    min: text,
    minHeight: heightSchema.meta({ description: 'The first at which it was so low' }),
    max: text,
    maxHeight: heightSchema.meta({ description: 'The first at which it was so high' }),
    mean: text.meta({
      description:
        'Of the tipsets, rounded down; of histories of an account, of what DeFi holds, of pledge and rewards per byte, of the epochs',
    }),
  })
  .meta({
    id: 'Band',
    description:
      'A figure over all epochs after the sample before up to this one, decimal strings in its unit',
  });
export type Band = z.infer<typeof bandSchema>;

/** Bands of some fields of a sample. */
export const bandsSchema = <Name extends string>(...names: Name[]) =>
  z
    .object(
      Object.fromEntries(names.map((name) => [name, bandSchema.nullable()])) as Record<
        Name,
        z.ZodNullable<typeof bandSchema>
      >,
    )
    .meta({
      description: 'By field; null where the index does not know all of the time (yet)',
    });

export const timestampSchema = z.number().int().meta({ description: 'Unix seconds' });

export const countSchema = z.number().int().nonnegative();

/** What senders choose may have 64 bits: nonces, method numbers, gas limits. */
/** What is said of integers of 64 bits. */
export const WIDE = 'A number; beyond 2^53 a decimal string';

export const uint64Schema = z
  .union([z.number().int().nonnegative(), z.string().regex(/^\d{16,20}$/)])
  .meta({ description: WIDE });

export const int64Schema = z
  .union([z.number().int(), z.string().regex(/^-?\d{16,19}$/)])
  .meta({ description: WIDE });

export const methodNumberSchema = uint64Schema.meta({
  description: 'A number; where it is above 2^53 (nobody’s method) a decimal string',
});

export const cidSchema = text.meta({ description: 'CID, base32' });

export const addressSchema = text.meta({
  description:
    'Address in the form in which the account is shown: f4 or the robust form where there is one; f0 for storage providers and built-in actors',
});

export const idAddressSchema = text.meta({
  description: 'The same account as an id address (f0…)',
});

/** "" when empty. */
export const hexSchema = z
  .string()
  .regex(/^(0x([0-9a-f]{2})*)?$/)
  .meta({ description: '0x hex; an empty string when there is nothing' });

export const actorKindSchema = text.meta({
  description: 'Kind of actor, e.g. account, evm, multisig, storageminer',
});

/** What an account is called; given by whoever runs the site or by the account's owner. */
export const tagSchema = z
  .object({
    name: z.string().meta({ description: 'In the requested language' }),
    signed: z.boolean().meta({ description: 'Whether the account’s owner signed for it' }),
    merchant: z.string().optional().meta({ description: 'Key of the merchant that it belongs to' }),
    fullName: z.string().optional().meta({ description: 'A longer form of a signed name' }),
    signedBy: z.string().optional().meta({ description: 'Address of the owner’s key that signed' }),
    signedAt: timestampSchema.optional().meta({ description: 'When it was signed, Unix seconds' }),
  })
  .meta({ id: 'Tag' });

/** Name of a name service that an account gave itself and that points back to it. */
export const fnsNameSchema = text.meta({
  description: 'Reverse name of the account, e.g. kelp.fil; its forward record points back',
});

/** What a decoder gave: any JSON. Amounts and other large integers are decimal strings. */
export const decodedSchema: z.ZodType<Json> = z
  .json()
  .meta({ description: 'Decoded by the actor’s own types' });

/** Why bytes are not decoded, where there are any that a call that succeeded (or was not made yet) carries. */
export const undecodedSchema = z.enum(['unknown-actor', ...DECODE_REASONS]).meta({
  description: 'Why these bytes are not decoded, where there are any and they are not',
});

/** Where to go on: the value of `before` that gives the following rows, null after the last one. */
/** Both ends of a message, transfer or call, in both forms. */
export const endsShape = {
  from: addressSchema,
  fromId: idAddressSchema.nullable(),
  fromTag: tagSchema.nullish(),
  fromFnsName: fnsNameSchema.optional(),
  to: addressSchema,
  toId: idAddressSchema.nullable().meta({ description: 'Null when no actor has the address' }),
  toTag: tagSchema.nullish(),
  toFnsName: fnsNameSchema.optional(),
};

export const nextSchema = z
  .string()
  .nullable()
  .meta({ description: 'Value of `before` for the rows that follow; null when there are none' });

/** An answer of the explorer: what goes on the wire, and the head that it was made for. */
export interface Answer<T> {
  /** Null while the index is empty. */
  head: HeadRef | null;
  data: T;
  /** True when no new head and no fork can change this answer any more: it may be kept for ever. */
  final?: boolean;
  /** True when it may change without a new head: it must not be kept. */
  fresh?: boolean;
}

export interface HeadRef {
  height: number;
  /** As `?head=` takes it and `X-Head` gives it: `<height>:<first 32 hex digits of its key’s hash>`. */
  token: string;
}

export type Tag = z.infer<typeof tagSchema>;
export type Undecoded = z.infer<typeof undecodedSchema>;
