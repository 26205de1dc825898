import { z } from 'zod';
import {
  addressSchema,
  amountSchema,
  cidSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  nextSchema,
  tagSchema,
  timestampSchema,
} from '../wire.ts';

/** A party to a name, in all forms of its address. */
export const nameAccountSchema = z
  .object({
    address: addressSchema,
    id: idAddressSchema.nullable(),
    ethAddress: z.string(),
    tag: tagSchema.nullish(),
    fnsName: z.string().optional().meta({ description: 'What it calls itself, checked' }),
  })
  .meta({ id: 'NameAccount' });

const party = nameAccountSchema.nullable();

const timeSchema = z
  .union([z.number().int(), z.string().regex(/^\d{16,78}$/)])
  .nullable()
  .meta({ description: 'Unix seconds; above 2^53 a decimal string' });

const nameShape = {
  name: z
    .string()
    .nullable()
    .meta({ description: 'Null when its label was never published; bounded, any text' }),
  tokenId: z.string().meta({ description: 'keccak-256 of the label, 0x' }),
  owner: party.meta({ description: 'Registrant: who holds the token' }),
  expires: timeSchema,
};

export const nameStatusSchema = z.enum(['active', 'grace', 'expired']).meta({
  description: 'grace: expired, but only its registrant may renew it yet',
});

export const nameActionSchema = z
  .object({
    type: z.enum([
      'registered',
      'renewed',
      'transferred',
      'controller',
      'resolver',
      'record',
      'reverse',
    ]),
    height: heightSchema,
    timestamp: timestampSchema,
    message: cidSchema.nullable(),
    transactionHash: z.string().nullable(),
    name: nameShape.name,
    tokenId: nameShape.tokenId.nullable(),
    account: party,
    other: party.meta({
      description: 'Who gave it, or which controller or resolver it was set to',
    }),
    text: z.string().nullable().meta({ description: 'key=value of a record; the reverse name' }),
    expires: nameShape.expires,
    cost: amountSchema.nullable().meta({ description: 'Price that was paid' }),
  })
  .meta({ id: 'NameAction' });

/** `expires` is the name's own here, as `/name/{name}` has it. */
export const nameRegistrationSchema = nameActionSchema
  .extend({
    expires: nameShape.expires.meta({
      description:
        'When the name expires, renewals since then included; what was paid for where the name was registered anew since',
    }),
    registeredUntil: nameShape.expires.meta({ description: 'What the registration paid for' }),
    status: nameStatusSchema
      .nullable()
      .meta({ description: 'Of the name; null where it was registered anew since' }),
  })
  .meta({ id: 'NameRegistration' });

export const nameRegistrationsSchema = z
  .object({ totalCount: countSchema, actions: z.array(nameRegistrationSchema), next: nextSchema })
  .meta({ id: 'NameRegistrations' });

export const nameActionsSchema = z
  .object({ totalCount: countSchema, actions: z.array(nameActionSchema), next: nextSchema })
  .meta({ id: 'NameActions' });

export const nameItemSchema = z
  .object({ ...nameShape, status: nameStatusSchema })
  .meta({ id: 'NameItem' });

/** Names that an account holds, expired ones included; and what it calls itself. */
export const accountNamesSchema = z
  .object({
    totalCount: countSchema,
    names: z.array(nameItemSchema),
    fnsName: z.string().nullable().meta({ description: 'Reverse name that points back' }),
    next: z.string().nullable(),
  })
  .meta({ id: 'AccountNames' });

export const nameDetailSchema = z
  .object({
    ...nameShape,
    status: nameStatusSchema,
    service: z.string().meta({ description: 'Which name service' }),
    node: z.string(),
    controller: party.meta({ description: 'Who may change its records' }),
    resolver: party,
    resolvedAddress: addressSchema.nullable(),
    resolvedId: idAddressSchema.nullable(),
    records: z.array(
      z.object({
        kind: z.enum(['address', 'text', 'contenthash', 'name']),
        key: z.string(),
        value: z.string(),
      }),
    ),
    graceUntil: timeSchema,
    registerHeight: heightSchema.nullable(),
    registerTimestamp: timestampSchema.nullable(),
    registerMessage: cidSchema.nullable(),
    actionCount: countSchema,
  })
  .meta({ id: 'NameDetail' });

export type NameAccount = z.infer<typeof nameAccountSchema>;
export type NameAction = z.infer<typeof nameActionSchema>;
export type NameRegistration = z.infer<typeof nameRegistrationSchema>;
export type NameRegistrations = z.infer<typeof nameRegistrationsSchema>;
export type NameActions = z.infer<typeof nameActionsSchema>;
export type AccountNames = z.infer<typeof accountNamesSchema>;
export type NameDetail = z.infer<typeof nameDetailSchema>;
export type NameStatus = z.infer<typeof nameStatusSchema>;
