/** The compiler of the demo chain's contracts, run in the test itself. */
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { Compilation, SolcOutput } from '../match/output.ts';
import { compilationOf } from '../match/output.ts';
import { compilerInput } from '../request/compilerInput.ts';
import { standardRequest } from '../request/standard.ts';
import type { VerificationRequest } from '../request/types.ts';

/** The version that `compileSources` runs. */
export const SOLC = 'v0.8.23+commit.f704f362';

const ranges = z
  .record(z.string(), z.record(z.string(), z.array(z.object({ start: z.int(), length: z.int() }))))
  .default({});
const bytecode = z.object({
  object: z.string(),
  linkReferences: ranges,
  immutableReferences: z
    .record(z.string(), z.array(z.object({ start: z.int(), length: z.int() })))
    .default({}),
});
const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          metadata: z.string(),
          evm: z.object({ bytecode, deployedBytecode: bytecode }),
        }),
      ),
    )
    .default({}),
});

const solc = createRequire(import.meta.url)('solc-0.8.23') as { compile(input: string): string };

const outputs = new Map<string, SolcOutput>();

/** The output for a request; its errors are left in it. Equal ones are compiled once. */
export function compile(request: VerificationRequest): SolcOutput {
  const text = compilerInput(request);
  const known = outputs.get(text);
  if (known) return known;
  const output = outputSchema.parse(JSON.parse(solc.compile(text)));
  outputs.set(text, output);
  return output;
}

/** A compilation of sources that have no errors, and the request that it is of. */
export function compileSources(
  sources: Readonly<Record<string, string>>,
  settings: object = {},
): { request: VerificationRequest; compilation: Compilation } {
  const request = standardRequest({ sources, settings }, SOLC);
  const output = compile(request);
  const error = output.errors.find(({ severity }) => severity === 'error');
  if (error) throw new Error(error.formattedMessage);
  return { request, compilation: compilationOf(output) };
}
