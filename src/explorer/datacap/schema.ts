import { z } from 'zod';
import {
  addressSchema,
  cidSchema,
  countSchema,
  heightSchema,
  idAddressSchema,
  nextSchema,
  tagSchema,
  timestampSchema,
  uint64Schema,
} from '../wire.ts';
import { partiesShape } from '../deal/schema.ts';

const idSchema = z.number().int().nonnegative();
const epochSchema = z.number().int().meta({ description: 'Epoch' });
const bytesSchema = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ description: 'DataCap in bytes, a decimal string', examples: ['34359738368'] });

const account = {
  address: addressSchema,
  id: idAddressSchema,
  tag: tagSchema.nullable(),
};

const OLDER = 'Where it was made; null when it is older than the index';

const seen = {
  height: heightSchema
    .nullable()
    .meta({ description: 'Where it was first seen; null when it is older than the index' }),
  timestamp: timestampSchema.nullable(),
};

export const verifierSchema = z
  .object({
    ...account,
    allowance: bytesSchema
      .nullable()
      .meta({ description: 'What it may still grant; null when older than the index' }),
    granted: bytesSchema.meta({ description: 'What it granted since the index began' }),
    ...seen,
    removedHeight: heightSchema.nullable(),
    removedTimestamp: timestampSchema.nullable(),
  })
  .meta({ id: 'Verifier' });

export const verifierListSchema = z
  .object({ totalCount: countSchema, verifiers: z.array(verifierSchema), next: nextSchema })
  .meta({ id: 'VerifierList' });

export const verifierChangeSchema = z
  .object({
    height: heightSchema,
    timestamp: timestampSchema,
    message: cidSchema.nullable(),
    type: z.enum(['set', 'give', 'remove']),
    allowance: bytesSchema.nullable().meta({ description: 'What it had left afterwards' }),
    amount: bytesSchema.nullable().meta({ description: 'What it granted' }),
    client: addressSchema.nullable(),
    clientId: idAddressSchema.nullable(),
    clientTag: tagSchema.nullable(),
  })
  .meta({ id: 'VerifierChange' });

export const verifierDetailSchema = verifierSchema
  .extend({
    totalCount: countSchema,
    changes: z.array(verifierChangeSchema).meta({ description: 'Newest first' }),
    next: nextSchema,
  })
  .meta({ id: 'VerifierDetail' });

export const dataCapClientSchema = z
  .object({
    ...account,
    balance: bytesSchema
      .nullable()
      .meta({ description: 'DataCap that it has; null when older than the index' }),
    granted: bytesSchema.meta({ description: 'Given by verifiers since the index begins' }),
    allocated: bytesSchema.meta({ description: 'Allocated to pieces' }),
    returned: bytesSchema.meta({ description: 'Given back by allocations that nobody claimed' }),
    removed: bytesSchema.meta({ description: 'Taken away or burnt' }),
    allocationCount: countSchema,
    claimCount: countSchema,
    ...seen,
  })
  .meta({ id: 'DataCapClient' });

export const dataCapClientListSchema = z
  .object({ totalCount: countSchema, clients: z.array(dataCapClientSchema), next: nextSchema })
  .meta({ id: 'DataCapClientList' });

export const dataCapChangeSchema = z
  .object({
    height: heightSchema,
    timestamp: timestampSchema,
    message: cidSchema.nullable(),
    type: z.enum(['genesis', 'grant', 'allocate', 'return', 'send', 'receive', 'destroy']),
    amount: bytesSchema.meta({ description: 'Signed: what the account gained' }),
    balance: bytesSchema.nullable().meta({ description: 'Afterwards' }),
    other: addressSchema
      .nullable()
      .meta({ description: 'The verifier of a grant, the other end of a transfer' }),
    otherId: idAddressSchema.nullable(),
    otherTag: tagSchema.nullable(),
  })
  .meta({ id: 'DataCapChange' });

const changes = {
  totalCount: countSchema,
  changes: z.array(dataCapChangeSchema).meta({ description: 'Newest first' }),
  next: nextSchema,
};

export const dataCapClientDetailSchema = dataCapClientSchema
  .extend(changes)
  .meta({ id: 'DataCapClientDetail' });

export const accountDataCapSchema = z
  .object({
    verifier: verifierSchema.nullable(),
    client: dataCapClientSchema.nullable(),
    ...changes,
  })
  .meta({ id: 'AccountDataCap' });

export const allocationSchema = z
  .object({
    id: idSchema,
    ...partiesShape,
    pieceCid: cidSchema,
    size: uint64Schema.meta({ description: 'Padded bytes; above 2^53 a decimal string' }),
    termMin: countSchema.meta({ description: 'Least epochs for which a sector must keep it' }),
    termMax: countSchema.meta({ description: 'Most epochs for which it counts' }),
    expiration: epochSchema.meta({ description: 'Epoch by which a sector must claim it' }),
    expirationTimestamp: timestampSchema,
    status: z.enum(['open', 'claimed', 'removed', 'expired']),
    height: heightSchema.nullable().meta({ description: OLDER }),
    timestamp: timestampSchema.nullable(),
    message: cidSchema.nullable(),
    endedHeight: heightSchema.nullable().meta({ description: 'Where it was claimed or removed' }),
    endedTimestamp: timestampSchema.nullable(),
  })
  .meta({ id: 'Allocation' });

export const allocationListSchema = z
  .object({ totalCount: countSchema, allocations: z.array(allocationSchema), next: nextSchema })
  .meta({ id: 'AllocationList' });

export const claimSchema = z
  .object({
    id: idSchema.meta({ description: 'Number of the allocation that was claimed' }),
    ...partiesShape,
    pieceCid: cidSchema,
    size: uint64Schema.meta({ description: 'Padded bytes; above 2^53 a decimal string' }),
    termMin: countSchema.nullable(),
    termMax: countSchema.nullable(),
    termStart: epochSchema,
    termStartTimestamp: timestampSchema,
    sector: uint64Schema,
    extensions: countSchema.meta({ description: 'How often its term was extended' }),
    status: z.enum(['active', 'expired', 'removed']).meta({
      description: 'expired: its longest term is over',
    }),
    height: heightSchema.nullable().meta({ description: OLDER }),
    timestamp: timestampSchema.nullable(),
    message: cidSchema.nullable(),
    removedHeight: heightSchema.nullable(),
    removedTimestamp: timestampSchema.nullable(),
  })
  .meta({ id: 'Claim' });

export const claimListSchema = z
  .object({ totalCount: countSchema, claims: z.array(claimSchema), next: nextSchema })
  .meta({ id: 'ClaimList' });

export type Verifier = z.infer<typeof verifierSchema>;
export type VerifierList = z.infer<typeof verifierListSchema>;
export type VerifierDetail = z.infer<typeof verifierDetailSchema>;
export type DataCapClient = z.infer<typeof dataCapClientSchema>;
export type DataCapClientList = z.infer<typeof dataCapClientListSchema>;
export type DataCapClientDetail = z.infer<typeof dataCapClientDetailSchema>;
export type AccountDataCap = z.infer<typeof accountDataCapSchema>;
export type Allocation = z.infer<typeof allocationSchema>;
export type AllocationList = z.infer<typeof allocationListSchema>;
export type Claim = z.infer<typeof claimSchema>;
export type ClaimList = z.infer<typeof claimListSchema>;
