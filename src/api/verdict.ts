/** What `/contract/verify` answers: the answer of `/tools/verifyContract`, and why, for programs. */
import type { ToldVerdict } from '#contracts/answer.ts';
import type { Cause } from '#contracts/match/explain.ts';
import type { Verdict } from '#verification/verification.ts';
import { z } from 'zod';

const CAUSES = [
  'nothingCompiled',
  'noSuchContract',
  'otherContract',
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
    name: z.string().optional(),
    fault: z.enum(['notOfTypes', 'notAsGiven']).optional(),
    address: z.string().nullish(),
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
export const verdictFields = {
  match: z
    .object({ kind: z.enum(['full', 'partial']), by: z.enum(['creation', 'runtime']) })
    .nullable()
    .meta({ description: 'How what is verified matches: `full` with its metadata' }),
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
    .meta({ description: 'Why the code is another (`errorCode` 4)' }),
};

/** A verdict as JSON. */
export function toldVerdict({ answer, explanation, match }: Verdict): ToldVerdict {
  if (explanation === null) return { ...answer, match, explanation };
  const { nearest, ...why } = explanation;
  return {
    ...answer,
    match,
    explanation: { ...why, nearest: nearest && { file: nearest.file, name: nearest.name } },
  };
}
