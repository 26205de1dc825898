/** The calls that verify a contract's source. */
import { COMPILER_ERRORS, refusal, type VerificationAnswer } from '#contracts/answer.ts';
import { parseAddressedRequest } from '#contracts/request/body.ts';
import { RequestError } from '#contracts/request/error.ts';
import { parseFilfoxForm } from '#contracts/request/filfox.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import type { Jobs } from '#verification/jobs.ts';
import type { Progress } from '#verification/told.ts';
import { toldVerdict, type Verdict, type Verification } from '#verification/verification.ts';
import { z } from 'zod';
import { type ApiApp, type ApiContext, clientOf } from './call.ts';
import type { Post } from './post.ts';
import { refuse } from './refusal.ts';
import { answerSchema, verdictSchema } from './verdict.ts';
import { addVerificationJobs, JOB_PATH } from './verifyJob.ts';

const optional = (schema: z.ZodType, description: string) => schema.nullish().meta({ description });
const json = z.union([z.string(), z.looseObject({})]);

const verifyBody = z
  .looseObject({
    address: z.string().meta({ description: 'The contract: 0x, f0 or f4' }),
    language: optional(z.string(), 'Solidity'),
    compiler: optional(z.string(), 'Long version, e.g. `v0.8.17+commit.8df45f5f`'),
    optimize: optional(z.boolean(), 'false unless given'),
    optimizeRuns: optional(z.int(), '200 unless given'),
    optimizerDetails: optional(json, 'Of the optimizer’s steps; text with JSON in it, too'),
    sourceFiles: z
      .record(z.string(), z.object({ content: z.string() }))
      .meta({ description: 'Files by the names by which they import one another' }),
    license: optional(z.string(), 'What is shown as the licence'),
    evmVersion: optional(z.string(), '`default`: the compiler’s own'),
    viaIR: optional(z.boolean(), 'false unless given'),
    libraries: optional(json, 'Addresses by file and name, at most 10; text with JSON in it, too'),
    metadata: optional(json, 'e.g. `{"bytecodeHash":"none"}`; text with JSON in it, too'),
    parameters: optional(
      z.string(),
      'Arguments of the constructor, hex; taken from the chain unless given',
    ),
  })
  .meta({ id: 'VerifyRequest' });

const MIB = 1024 * 1024;
/** A request may be compiled in several ways: all of them together take no longer, ms. */
const MOST_MS = 120_000;

export const VERIFY_CALL: Post = {
  path: '/tools/verifyContract',
  tag: 'contract',
  summary: 'Verifies the source of a contract',
  description:
    'Compiles the sources and compares what comes of them with what the contract was created with; where that is not known, with what it runs. What is refused is told by `errorCode`, with HTTP 200. Sources of a proxy’s implementation or of a diamond’s facet verify that one: `verifiedAddress` says which. Answers when it is done, which takes seconds.',
  body: verifyBody,
  schema: answerSchema,
  maxBytes: 12 * MIB,
  limit: 'verification',
};

const anyBody = z
  .looseObject({
    address: z.string().meta({ description: 'The contract: 0x, f0 or f4' }),
    language: optional(z.string(), 'Solidity'),
    sources: optional(
      z.record(z.string(), z.looseObject({})),
      'Of a standard JSON input: files by name, each with its `content`',
    ),
    settings: optional(z.looseObject({}), 'Of a standard JSON input'),
    compilerVersion: optional(z.string(), 'e.g. `v0.8.17+commit.8df45f5f`'),
    contractIdentifier: optional(z.string(), '`file:name` where one of several is meant'),
    constructorArguments: optional(z.string(), 'Hex; taken from the chain unless given'),
    license: optional(z.string(), 'What is shown as the licence'),
    job: optional(
      z.boolean(),
      `true: answered at once with the \`id\` of a job, by status 202; what comes of it is told by \`${JOB_PATH}\` and by the room \`verification/{id}\` of the live channel`,
    ),
  })
  .meta({ id: 'VerifyAnyRequest' });

const VERIFY_ANY: Post = {
  path: '/contract/verify',
  tag: 'contract',
  summary: 'Verifies the source of a contract, handed in by any form',
  description:
    'Takes a standard JSON input, a build-info of Hardhat or Foundry, a metadata.json, and the bodies of `/tools/verifyContract`, of Sourcify and of Etherscan as JSON, each with `address` beside it. Tells how the source matches, and where it does not, what is likely to be the cause.',
  body: anyBody,
  schema: verdictSchema,
  accepted: 'With `job`: it was taken',
  maxBytes: 16 * MIB,
  limit: 'verification',
};

export const VERIFY_CALLS: readonly Post[] = [VERIFY_CALL, VERIFY_ANY];

export interface VerifyOptions {
  verification: Verification;
  /** Without them `job` is answered 501. */
  jobs?: Jobs | undefined;
  progress?: Progress | undefined;
}

export function addVerification(app: ApiApp, base: string, options: VerifyOptions): void {
  const { verification, jobs, progress } = options;
  /** The verdict; one of our own where all took too long. */
  const judge = async (c: ApiContext, read: () => AddressedRequest): Promise<Verdict> => {
    const client = clientOf(c);
    const signal = AbortSignal.timeout(MOST_MS);
    try {
      return await verification.verify(read, { client, signal });
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      return { answer: late(), explanation: null, match: null };
    }
  };
  const bodyOf = async (c: ApiContext): Promise<object | null> => {
    c.header('cache-control', 'no-store');
    const body: unknown = await c.req.json().catch(() => null);
    return typeof body === 'object' ? body : null;
  };
  app.post(base + VERIFY_CALL.path, async (c) => {
    const body = await bodyOf(c);
    if (body === null) return refuse(c, 400, 'badBody');
    const { answer, match } = await judge(c, () => parseFilfoxForm(body));
    return c.json(match === null ? answer : { ...answer, match });
  });
  app.post(base + VERIFY_ANY.path, async (c) => {
    const body = await bodyOf(c);
    if (body === null) return refuse(c, 400, 'badBody');
    const read = () => parseAddressedRequest(body);
    if ('job' in body && body.job === true) {
      if (jobs === undefined) return refuse(c, 501, 'planned');
      const request = readable(read);
      if (request !== null) {
        return c.json({ id: await jobs.start(request, clientOf(c)) }, 202);
      }
    }
    return c.json(toldVerdict(await judge(c, read)));
  });
  if (jobs !== undefined && progress !== undefined)
    addVerificationJobs(app, base, { jobs, progress });
}

/** Null for what is no request: the verdict on that needs no job. */
function readable(read: () => AddressedRequest): AddressedRequest | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

const late = (): VerificationAnswer =>
  refusal(COMPILER_ERRORS, 'The compiler did not come to an end in two minutes.');
