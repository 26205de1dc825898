import { PROXY_KINDS, PROXY_SLOT_NAMES } from '#filecoin/evm/proxies.ts';
import { z } from 'zod';
import {
  actorKindSchema,
  addressSchema,
  amountSchema,
  cidSchema,
  countSchema,
  fnsNameSchema,
  heightSchema,
  hexSchema,
  idAddressSchema,
  nextSchema,
  tagSchema,
  timestampSchema,
} from '../wire.ts';

/** An amount in the wrapper that clients of the reference know. */
const wrappedSchema = z
  .object({ $numberDecimal: amountSchema })
  .meta({ id: 'WrappedAmount', description: 'attoFIL in a wrapper' });

/** How many actors of the FEVM's kinds there are and what they hold. */
export const fevmAddressSchema = z
  .object({
    totalAddressCount: countSchema,
    totalBalance: amountSchema,
    addressStates: z.array(
      z.object({ actor: actorKindSchema, count: countSchema, balance: wrappedSchema }),
    ),
  })
  .meta({ id: 'FevmAddressStats' });

export const contractListItemSchema = z
  .object({
    rank: countSchema,
    address: addressSchema,
    id: idAddressSchema,
    ethAddress: z.string(),
    tag: tagSchema.nullish(),
    contractName: z.string().nullable().meta({ description: 'Of a verified source' }),
    contractVerified: z.boolean(),
    invokeCount: countSchema.meta({ description: 'Messages to it in the window' }),
    userCount: countSchema.meta({ description: 'Distinct senders of those messages' }),
    balance: wrappedSchema,
    totalFee: wrappedSchema.meta({ description: 'What those messages paid in burns and tips' }),
  })
  .meta({ id: 'ContractListItem' });

export const contractListSchema = z
  .object({
    totalCount: countSchema.meta({
      description: 'Contracts that messages called in the window; all of them by balance',
    }),
    contractCount: countSchema.meta({ description: 'Contracts that there are, called or not' }),
    contractList: z.array(contractListItemSchema),
    next: nextSchema,
  })
  .meta({ id: 'ContractList' });

export const fevmDaySchema = z
  .object({
    date: z.string().meta({ description: 'UTC, YYYY-MM-DD' }),
    createContractCount: countSchema,
    accumulateCreateContractCount: countSchema,
    invokeCount: countSchema.meta({ description: 'Messages to contracts' }),
    accumulateInvokeCount: countSchema,
    gasFee: amountSchema.meta({ description: 'What those messages paid in burns and tips' }),
    accumulateGasFee: amountSchema,
  })
  .meta({ id: 'FevmDay' });

/** Oldest first, one for each day of the index in the range. */
export const fevmDaysSchema = z.array(fevmDaySchema);

const matchSchema = z.enum(['full', 'partial']).meta({
  description: 'full: the metadata are equal too, and with them every letter of the sources',
});
const matchedBySchema = z.enum(['creation', 'runtime']).meta({
  description: 'runtime: by what it runs, as nobody knows what it was created with',
});

export const verifiedContractsSchema = z
  .object({
    totalCount: countSchema,
    verifiedContractList: z.array(
      z.object({
        address: addressSchema,
        name: z.string(),
        contractName: z.string(),
        language: z.string(),
        compiler: z.string(),
        optimize: z.boolean(),
        optimizeRuns: countSchema,
        license: z.string(),
        match: matchSchema,
        by: matchedBySchema,
        timestamp: timestampSchema.meta({ description: 'When the source was submitted' }),
      }),
    ),
    next: nextSchema,
  })
  .meta({ id: 'VerifiedContracts' });

const upgradeSchema = z.object({
  height: heightSchema,
  timestamp: timestampSchema,
  message: cidSchema.nullable(),
  kind: z.enum(PROXY_SLOT_NAMES),
  address: z.string().meta({ description: 'What it was set to, 0x' }),
});

export const proxySchema = z
  .object({
    kind: z.enum(PROXY_KINDS).meta({
      description:
        'beacon: a proxy that asks a beacon; source: itself a beacon of others, by its events or by what it answers; EIP-2535: a diamond',
    }),
    implementation: z.string().nullable().meta({ description: '0x' }),
    implementationName: z
      .string()
      .nullable()
      .meta({ description: 'Of the implementation’s verified source' }),
    facets: z
      .array(
        z.object({
          address: z.string().meta({ description: '0x' }),
          name: z.string().nullable().meta({ description: 'Of its verified source' }),
          selectors: z.array(z.string()).meta({ description: 'What the diamond asks it for' }),
        }),
      )
      .meta({ description: 'Of a diamond, as it last listed them' }),
    facetsAbi: z.string().nullable().meta({
      description: 'What a diamond’s verified facets offer together, JSON as text',
    }),
    facetsDocs: z.string().nullable().meta({
      description: 'What their sources say of it (NatSpec), JSON as text',
    }),
    beacon: z.string().nullable(),
    askedBy: z
      .object({
        count: countSchema.meta({ description: 'At most 1,000' }),
        more: z.boolean().meta({ description: 'There are more than were counted' }),
      })
      .nullable()
      .meta({ description: 'Of a beacon: proxies of this index that ask it' }),
    admin: z.string().nullable(),
    upgradeCount: countSchema,
    upgrades: z.array(upgradeSchema).meta({ description: 'Newest first, at most 100' }),
  })
  .meta({ id: 'Proxy' });

/** A contract. What only a verified source tells is null until there is one. */
export const contractDetailSchema = z
  .object({
    verified: z.boolean(),
    verifiedMatch: matchSchema.nullable(),
    verifiedBy: matchedBySchema.nullable(),
    verifiedTimestamp: timestampSchema.nullable(),
    broughtBy: z.object({ name: z.string(), address: addressSchema.nullable() }).nullable().meta({
      description:
        'With which contract it was verified: a factory brings its children along; of contracts of the same code the one is named that the source was handed in for, where nobody knows that the oldest',
    }),
    contractName: z.string().nullable(),
    contractFile: z.string().nullable().meta({ description: 'The source file that contains it' }),
    language: z.string().nullable(),
    compiler: z.string().nullable(),
    optimize: z.boolean().nullable(),
    optimizeRuns: countSchema.nullable(),
    evmVersion: z.string().nullable(),
    viaIR: z.boolean().nullable(),
    license: z.string().nullable(),
    sourceFiles: z.array(z.object({ name: z.string(), content: z.string() })),
    settings: z.string().nullable().meta({ description: 'The compiler’s, JSON as text' }),
    abi: z.string().nullable().meta({ description: 'JSON as text' }),
    docs: z
      .string()
      .nullable()
      .meta({ description: 'userdoc and devdoc of NatSpec, JSON as text' }),
    libraries: z.array(z.object({ file: z.string(), name: z.string(), address: z.string() })).meta({
      description: 'Whose addresses were taken from the chain’s code',
    }),
    initCode: hexSchema.nullable().meta({ description: 'With the constructor’s arguments' }),
    parameters: hexSchema.nullable().meta({ description: 'The constructor’s arguments' }),
    proxyImpl: z.string().nullable().meta({ description: 'What it delegates to, 0x' }),
    byteCode: hexSchema.nullable().meta({
      description:
        'Runtime code; 0x of a contract that had none when the index began, null where the node could not tell it',
    }),
    codeHash: z.string().nullable().meta({ description: 'keccak-256 of the runtime code' }),
    creator: addressSchema.nullable().meta({ description: 'The account or contract that made it' }),
    creatorId: idAddressSchema.nullable(),
    creatorTag: tagSchema.nullish(),
    creatorFnsName: fnsNameSchema.optional(),
    createHeight: heightSchema.nullable(),
    createTimestamp: timestampSchema.nullable(),
    createMessage: cidSchema.nullable(),
    destroyHeight: heightSchema.nullable(),
    destroyTimestamp: timestampSchema.nullable(),
    destroyMessage: cidSchema.nullable(),
    invokeCount: countSchema,
    userCount: countSchema,
    totalFee: amountSchema,
    createdContracts: countSchema,
    proxy: proxySchema.nullable(),
  })
  .meta({ id: 'ContractDetail' });

export const createdContractSchema = z
  .object({
    address: addressSchema,
    id: idAddressSchema,
    tag: tagSchema.nullish(),
    height: heightSchema,
    timestamp: timestampSchema,
    message: cidSchema.nullable(),
  })
  .meta({ id: 'CreatedContract' });

export const createdContractsSchema = z
  .object({
    totalCount: countSchema,
    contracts: z.array(createdContractSchema),
    next: nextSchema,
  })
  .meta({ id: 'CreatedContracts' });

export const contractCallsSchema = z
  .object({
    messageCount: countSchema.meta({ description: 'Messages of the contract, ever' }),
    countedMessages: countSchema.meta({
      description: 'The newest so many of them are what is counted here; at most 1,000',
    }),
    methods: z
      .array(
        z.object({
          method: z.string(),
          selector: hexSchema.nullable(),
          evmMethod: z.string().meta({
            description: 'The function’s signature, its selector where none is known, else empty',
          }),
          evmMethodGuessed: z
            .literal(true)
            .optional()
            .meta({ description: 'It is no function of a verified ABI of the contract' }),
          callCount: countSchema,
          failedCount: countSchema,
          lastHeight: heightSchema,
          lastTimestamp: timestampSchema,
        }),
      )
      .meta({ description: 'Most called first, at most 50' }),
    callers: z
      .array(
        z.object({
          address: addressSchema,
          id: idAddressSchema,
          tag: tagSchema.optional(),
          fnsName: fnsNameSchema.optional(),
          callCount: countSchema,
          lastHeight: heightSchema,
          lastTimestamp: timestampSchema,
        }),
      )
      .meta({ description: 'Senders of those messages, most frequent first, at most 20' }),
  })
  .meta({ id: 'ContractCalls' });

export type FevmAddressStats = z.infer<typeof fevmAddressSchema>;
export type ContractList = z.infer<typeof contractListSchema>;
export type FevmDays = z.infer<typeof fevmDaysSchema>;
export type VerifiedContracts = z.infer<typeof verifiedContractsSchema>;
export type ContractDetail = z.infer<typeof contractDetailSchema>;
export type Proxy = z.infer<typeof proxySchema>;
export const contractCallersSchema = contractCallsSchema
  .omit({ methods: true })
  .meta({ id: 'ContractCallers' });
export type ContractCallers = z.infer<typeof contractCallersSchema>;
export type ContractCalls = z.infer<typeof contractCallsSchema>;
export type CreatedContracts = z.infer<typeof createdContractsSchema>;
