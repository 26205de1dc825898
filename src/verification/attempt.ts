/** A request compiled and held against the chain's code. */
import { CompilerError, type CompilerErrorKind } from '#compiler/errors.ts';
import type { OnPlace } from '#compiler/queue.ts';
import { LIMITS } from '#compiler/limits.ts';
import type { OutputHead } from '#compiler/output.ts';
import {
  COMPILER_ERRORS,
  compilerErrors,
  NO_COMPILER,
  notTheCode,
  refusal,
  verified,
} from '#contracts/answer.ts';
import type { VerificationAnswer } from '#contracts/answer.ts';
import type { CompiledContract } from '#contracts/match/output.ts';
import { ofFirstFile, retries } from '#contracts/match/retry.ts';
import { compilerInput } from '#contracts/request/compilerInput.ts';
import { completeImports } from '#contracts/request/imports.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { ChainCode, Compared } from './workshop/compare.ts';
import type { Workshop } from './workshop/workshop.ts';

/** What an attempt has done for it. */
type Work = Pick<Workshop, 'compile' | 'compare'>;

export type { ChainCode };

export type Attempt =
  | (Extract<Compared, { outcome: 'verified' }> & {
      /** What was compiled in the end. */
      readonly request: VerificationRequest;
    })
  | Extract<Compared, { outcome: 'mismatch' }>
  | { readonly outcome: 'errors'; readonly output: OutputHead };

/** How long a request's compilers may still run, all its attempts together, ms. */
export interface CompileTime {
  left: number;
}

export const compileTime = (): CompileTime => ({ left: LIMITS.milliseconds });

/** Whose compilation it is, and who hears how far it is. */
export interface AttemptOptions {
  readonly client: string;
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: ((step: Step) => void) | undefined;
  /** Hears its place among those that wait for a compiler. */
  readonly onPlace?: OnPlace | undefined;
  /** What is left of it, of a request that comes more than once as the compilers are busy. */
  readonly time?: CompileTime | undefined;
}

/** What is being done: before the first of them a request waits for its turn. */
export type Step = 'compiling' | 'comparing';

/** What came of those for which no time is left. */
const OUT_OF_TIME: ReadonlySet<CompilerErrorKind> = new Set(['tooLong', 'tooBusy']);
/** With less than this left no compiler is begun: loading it takes about as long, ms. */
const LEAST_MS = 2_000;

/** Compiles and takes how long that took from the time; waiting for a turn costs nothing. */
async function compileWithin(
  time: CompileTime,
  workshop: Work,
  request: VerificationRequest,
  { client, signal, onStep, onPlace }: AttemptOptions,
): Promise<OutputHead> {
  let began: number | null = null;
  const onStart = () => {
    began = performance.now();
    onStep?.('compiling');
  };
  try {
    const text = compilerInput(request);
    const asking = { client, signal, milliseconds: time.left, onStart, onPlace };
    return await workshop.compile(request.compiler, text, asking);
  } finally {
    if (began !== null) time.left -= performance.now() - began;
  }
}

async function attemptOnce(
  time: CompileTime,
  workshop: Work,
  request: VerificationRequest,
  chain: ChainCode,
  options: AttemptOptions,
): Promise<Attempt> {
  const output = await compileWithin(time, workshop, request, options);
  if (compilerErrors(output)) return { outcome: 'errors', output };
  options.onStep?.('comparing');
  const compared = await workshop.compare(output, request, chain);
  return compared.outcome === 'verified' ? { ...compared, request } : compared;
}

/** What came of a request, and of what may be tried in its place: the first that is verified, or its own. */
async function firstOf(
  request: VerificationRequest,
  others: (nearest: CompiledContract | null) => readonly VerificationRequest[],
  time: CompileTime,
  once: (request: VerificationRequest) => Promise<Attempt>,
): Promise<Attempt> {
  const first = await once(request);
  if (first.outcome !== 'mismatch') return first;
  for (const again of others(first.explanation.nearest)) {
    if (time.left < LEAST_MS) break;
    try {
      const next = await once(again);
      if (next.outcome === 'verified') return next;
    } catch (error) {
      if (error instanceof CompilerError && OUT_OF_TIME.has(error.kind)) break;
      throw error;
    }
  }
  return first;
}

/**
 * Compiles a request and compares it with the chain's code: the contracts of its first file before all
 * others, where it does not say which one it means; again where the request cannot say what
 * the chain's code shows. What is told of a failure is of the request as it came. All attempts together
 * may compile as long as one may.
 * @throws CompilerError
 */
export async function attempt(
  workshop: Work,
  given: VerificationRequest,
  chain: ChainCode,
  options: AttemptOptions,
): Promise<Attempt> {
  const request = { ...given, input: completeImports(given.input) };
  const { time = compileTime() } = options;
  const once = (each: VerificationRequest) => attemptOnce(time, workshop, each, chain, options);
  const likeliest = ofFirstFile(request);
  if (likeliest !== null) {
    const others = () => retries(likeliest, chain.code, null);
    const found = await firstOf(likeliest, others, time, once);
    if (found.outcome !== 'mismatch') return found;
  }
  return firstOf(request, (nearest) => retries(request, chain.code, nearest), time, once);
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
export function answerToFailure(error: CompilerError): VerificationAnswer | null {
  const { kind, message, nearest } = error;
  if (kind === 'queueFull') return null;
  const unknown = kind === 'unknownVersion' || kind === 'notFetched';
  if (!unknown) return refusal(COMPILER_ERRORS, message);
  const answer = refusal(NO_COMPILER, message);
  return nearest.length === 0 ? answer : { ...answer, nearestCompilers: nearest };
}
