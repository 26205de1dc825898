/** The form of `POST /tools/verifyContract`: some of its fields are texts with JSON in them. */
import { z } from 'zod';
import { constructorArguments, count, flag, jsonOf, read, text } from './fields.ts';
import {
  evmVersionSchema,
  librariesSchema,
  metadataSettingsSchema,
  optimizerDetailsSchema,
  requireSolidity,
  sourcesOf,
} from './input.ts';
import type { AddressedRequest } from './types.ts';
import { longCompilerVersion } from './version.ts';

const DEFAULT_RUNS = 200;

const formSchema = z.object({
  address: z.string().max(200).nullish(),
  language: text.nullish(),
  compiler: text.nullish(),
  optimize: flag.nullish(),
  optimizeRuns: count.nullish(),
  optimizerDetails: jsonOf(optimizerDetailsSchema),
  sourceFiles: z.unknown().optional(),
  license: text.nullish(),
  evmVersion: evmVersionSchema,
  viaIR: flag.nullish(),
  libraries: jsonOf(librariesSchema),
  metadata: jsonOf(metadataSettingsSchema),
  parameters: constructorArguments,
});

/** The form does not name the contract: whichever of the compiled ones fits is meant. @throws RequestError */
export function parseFilfoxForm(given: unknown): AddressedRequest {
  const form = read(formSchema, given);
  requireSolidity(form.language);
  const sources = sourcesOf(form.sourceFiles);
  return {
    address: form.address ?? '',
    request: {
      compiler: longCompilerVersion(form.compiler ?? 'latest'),
      input: {
        sources,
        settings: {
          optimizer: {
            enabled: form.optimize ?? false,
            runs: form.optimizeRuns ?? DEFAULT_RUNS,
            ...(form.optimizerDetails ? { details: form.optimizerDetails } : {}),
          },
          evmVersion: form.evmVersion,
          viaIR: form.viaIR ?? false,
          libraries: form.libraries ?? new Map(),
          remappings: [],
          metadata: form.metadata,
          revertStrings: null,
        },
      },
      target: { file: null, name: null },
      constructorArguments: form.parameters,
      license: form.license ?? null,
    },
  };
}
