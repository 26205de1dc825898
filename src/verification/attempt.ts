/** A request compiled and held against the chain's code. */
import type { Compiler } from '#compiler/compiler.ts';
import type { CompilerError } from '#compiler/errors.ts';
import type { CompilerOutput } from '#compiler/output.ts';
import {
  COMPILER_ERRORS,
  compilerErrors,
  NO_COMPILER,
  notTheCode,
  refusal,
  verified,
} from '#contracts/answer.ts';
import type { VerificationAnswer } from '#contracts/answer.ts';
import { matchCreation } from '#contracts/match/creation.ts';
import type { CreationMatch } from '#contracts/match/creation.ts';
import { matchDeployed } from '#contracts/match/deployed.ts';
import type { DeployedMatch } from '#contracts/match/deployed.ts';
import { explain } from '#contracts/match/explain.ts';
import type { Explanation } from '#contracts/match/explain.ts';
import { compilationOf } from '#contracts/match/output.ts';
import type { Compilation } from '#contracts/match/output.ts';
import { retries } from '#contracts/match/retry.ts';
import { compilerInput } from '#contracts/request/compilerInput.ts';
import { completeImports } from '#contracts/request/imports.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';

/** What the chain has: what the contract was created with, or only what runs. */
export interface ChainCode {
  readonly by: 'creation' | 'deployed';
  readonly code: Uint8Array;
}

export type Attempt =
  | {
      readonly outcome: 'verified';
      readonly match: CreationMatch | DeployedMatch;
      /** What was compiled in the end, and what came of it. */
      readonly request: VerificationRequest;
      readonly compilation: Compilation;
      readonly output: CompilerOutput;
    }
  | { readonly outcome: 'mismatch'; readonly explanation: Explanation }
  | { readonly outcome: 'errors'; readonly output: CompilerOutput };

/** Whose compilation it is, and who hears how far it is. */
export interface AttemptOptions {
  readonly client: string;
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: ((step: Step) => void) | undefined;
}

/** What is being done: before the first of them a request waits for its turn. */
export type Step = 'compiling' | 'comparing';

async function attemptOnce(
  compiler: Compiler,
  request: VerificationRequest,
  chain: ChainCode,
  { client, signal, onStep }: AttemptOptions,
): Promise<Attempt> {
  const text = compilerInput(request);
  const onStart = () => onStep?.('compiling');
  const output = await compiler.compile(request.compiler, text, { client, signal, onStart });
  if (compilerErrors(output)) return { outcome: 'errors', output };
  onStep?.('comparing');
  const compilation = compilationOf(output);
  const deployed = chain.by === 'deployed';
  const found = deployed
    ? matchDeployed(compilation, request, chain.code)
    : matchCreation(compilation, request, chain.code);
  if ('match' in found)
    return { outcome: 'verified', match: found.match, request, compilation, output };
  const explanation = explain(compilation, request, chain.code, found.mismatches, deployed);
  return { outcome: 'mismatch', explanation };
}

/**
 * Compiles a request and compares it with the chain's code; again where the request cannot say what
 * the chain's code shows. What is told of a failure is of the request as it came.
 * @throws CompilerError
 */
export async function attempt(
  compiler: Compiler,
  given: VerificationRequest,
  chain: ChainCode,
  options: AttemptOptions,
): Promise<Attempt> {
  const request = { ...given, input: completeImports(given.input) };
  const first = await attemptOnce(compiler, request, chain, options);
  if (first.outcome !== 'mismatch') return first;
  for (const again of retries(request, chain.code, first.explanation.nearest)) {
    const next = await attemptOnce(compiler, again, chain, options);
    if (next.outcome === 'verified') return next;
  }
  return first;
}

/** The answer of `/tools/verifyContract` to an attempt. */
export function answerOf(result: Attempt, chain: ChainCode): VerificationAnswer {
  const deployed = chain.by === 'deployed';
  switch (result.outcome) {
    case 'verified':
      return verified(result.match.contract, deployed ? null : chain.code);
    case 'mismatch':
      return notTheCode(chain.code, result.explanation, deployed);
    case 'errors':
      return compilerErrors(result.output) ?? refusal(COMPILER_ERRORS);
  }
}

/** The answer to a compiler that gave no output; null where the client shall ask again. */
export function answerToFailure({ kind, message }: CompilerError): VerificationAnswer | null {
  if (kind === 'queueFull') return null;
  const unknown = kind === 'unknownVersion' || kind === 'notFetched';
  return refusal(unknown ? NO_COMPILER : COMPILER_ERRORS, message);
}
