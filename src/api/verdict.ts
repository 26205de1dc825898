/** What `/contract/verify` answers: the answer of `/tools/verifyContract`, and why, for programs. */
import type { Cause } from '#contracts/match/explain.ts';
import { z } from 'zod';

const answerFields = {
  success: z.boolean(),
  errorCode: z.int().min(0).max(7).meta({
    description:
      '0 verified, 1 no source, 2 no code of a contract at the address, 3 the compiler cannot be had, 4 the code is another, 5 not Solidity, 6 verified before, 7 the compiler’s errors',
  }),
  contractName: z.string().optional(),
  initCode: z.string().optional().meta({ description: 'What the chain has, hex' }),
  byteCode: z.string().optional().meta({ description: 'What the sources compile to, hex' }),
  abi: z.array(z.unknown()).optional(),
  errorMsg: z.string().optional().meta({ description: 'In words where the code does not say all' }),
  message: z
    .string()
    .optional()
    .meta({ description: 'What is verified, and how it matches (`errorCode` 0 and 6)' }),
  verifiedAddress: z.string().optional().meta({
    description:
      'The contract that the answer is of, where it stands behind the one that was asked for: a proxy’s implementation, a diamond’s facet',
  }),
  nearestCompilers: z
    .array(z.string())
    .optional()
    .meta({ description: 'Versions next to the one that cannot be had (`errorCode` 3)' }),
};

const matchSchema = z
  .object({ kind: z.enum(['full', 'partial']), by: z.enum(['creation', 'runtime']) })
  .meta({ description: 'How what is verified matches: `full` with its metadata' });

export const answerSchema = z
  .object({ ...answerFields, match: matchSchema.optional() })
  .meta({ id: 'VerifyAnswer' });

const CAUSES = [
  'nothingCompiled',
  'noSuchContract',
  'otherContract',
  'proxy',
  'constructorArguments',
  'library',
  'compilerVersion',
  'metadataHash',
  'evmVersion',
  'viaIR',
  'optimizer',
  'runs',
  'immutable',
  'source',
] as const satisfies readonly Cause['kind'][];

const causeSchema = z
  .object({
    kind: z.enum(CAUSES),
    file: z.string().optional(),
    name: z.string().nullish(),
    fault: z.enum(['notOfTypes', 'notAsGiven']).optional(),
    address: z.string().nullish(),
    role: z.enum(['implementation', 'facet']).optional().meta({
      description: 'What the named contract is to the proxy or diamond at hand',
    }),
    now: z.boolean().optional().meta({ description: 'Verified by these sources, not before' }),
    facets: z.int().optional().meta({ description: 'Facets that the sources were held against' }),
    chain: z
      .union([z.string(), z.boolean()])
      .nullish()
      .meta({ description: 'What the chain’s code shows of that setting' }),
  })
  .meta({ id: 'VerifyCause' });

const differenceSchema = z.object({
  offset: z.int().meta({ description: 'Bytes from the beginning of the code' }),
  from: z.int().meta({ description: 'Where the bytes begin that are shown' }),
  wanted: z.string().meta({ description: 'Of the chain’s code, hex' }),
  got: z.string().meta({ description: 'Of the compiled code, hex' }),
});

/** Beside the fields of `/tools/verifyContract`. */
const verdictFields = {
  match: matchSchema.nullable(),
  explanation: z
    .object({
      nearest: z
        .object({ file: z.string(), name: z.string() })
        .nullable()
        .meta({ description: 'The compiled contract that is nearest' }),
      likeness: z
        .number()
        .meta({ description: 'How much of the chain’s functions it has, 0 to 1' }),
      difference: differenceSchema.nullable(),
      causes: z.array(causeSchema).meta({ description: 'The likeliest first' }),
    })
    .nullable()
    .meta({
      description:
        'Why the code is another (`errorCode` 4), the compiler that it names (3), or what there is to say of what stands behind a proxy (0 and 6)',
    }),
};

export const verdictSchema = z
  .object({ ...answerFields, ...verdictFields })
  .meta({ id: 'VerifyVerdict' });
