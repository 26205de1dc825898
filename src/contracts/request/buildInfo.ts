/** Build-infos, which Hardhat (2 and 3) and Foundry write: the compiler's input and its version. */
import { z } from 'zod';
import { RequestError, SAID } from './error.ts';
import { mapOf, MAX_FILES, read, text } from './fields.ts';
import { requireSolidity } from './input.ts';
import { standardRequest } from './standard.ts';
import type { Target, VerificationRequest } from './types.ts';

const buildInfoSchema = z.object({
  solcVersion: text.optional(),
  solcLongVersion: text.optional(),
  language: text.optional(),
  input: z.looseObject({ version: text.optional() }).optional(),
  /** Hardhat 3: names of files as its user knows them → as the compiler does. */
  userSourceNameMap: mapOf(text, MAX_FILES).optional(),
});

type BuildInfo = z.infer<typeof buildInfoSchema>;

const told = ({ solcLongVersion, solcVersion, input }: BuildInfo): string | undefined =>
  [solcLongVersion, solcVersion, input?.version].find((version) => version !== undefined);

/** The version that a build-info tells, as it stands there; null for none, and for what is no build-info. */
export function buildInfoCompiler(given: unknown): string | null {
  const info = buildInfoSchema.safeParse(given);
  return (info.success ? told(info.data) : null) ?? null;
}

/**
 * A build-info's request. Foundry's short ones, which name the sources only, cannot be compiled.
 * `compiler` is asked for where the file does not tell the version with its commit.
 * @throws RequestError, `noInput` for a build-info without the compiler's input
 */
export function parseBuildInfo(
  given: unknown,
  target: Target = { file: null, name: null },
  compiler: string | null = null,
): VerificationRequest {
  const info = read(buildInfoSchema, given);
  requireSolidity(info.language);
  if (!info.input) throw new RequestError('noInput', SAID.noInput, 'input');
  const own = told(info);
  const version = own?.includes('+commit.') ? own : (compiler ?? own);
  if (version === undefined) throw new RequestError('compiler', SAID.noVersion);
  const file =
    target.file === null ? null : (info.userSourceNameMap?.get(target.file) ?? target.file);
  return standardRequest(info.input, version, { ...target, file });
}
