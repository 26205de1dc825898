/** The call that verifies a contract's source. */
import { CompilerError } from '#compiler/errors.ts';
import { COMPILER_ERRORS, refusal, type VerificationAnswer } from '#contracts/answer.ts';
import { RequestError } from '#contracts/request/error.ts';
import { parseFilfoxForm } from '#contracts/request/filfox.ts';
import type { Verification } from '#verification/verification.ts';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { CLIENT_HEADER, type Post } from './post.ts';

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

const verifyAnswer = z
  .object({
    success: z.boolean(),
    errorCode: z.int().min(0).max(7).meta({
      description:
        '0 verified, 1 no source, 2 no code of a contract at the address, 3 the compiler cannot be had, 4 the code is another, 5 not Solidity, 6 verified before, 7 the compiler’s errors',
    }),
    contractName: z.string().optional(),
    initCode: z.string().optional().meta({ description: 'What the chain has, hex' }),
    byteCode: z.string().optional().meta({ description: 'What the sources compile to, hex' }),
    abi: z.array(z.unknown()).optional(),
    errorMsg: z
      .string()
      .optional()
      .meta({ description: 'In words where the code does not say all' }),
  })
  .meta({ id: 'VerifyAnswer' });

const MIB = 1024 * 1024;
/** A request may be compiled in several ways: all of them together take no longer, ms. */
const MOST_MS = 120_000;

export const VERIFY_CALL: Post = {
  path: '/tools/verifyContract',
  tag: 'contract',
  summary: 'Verifies the source of a contract',
  description:
    'Compiles the sources and compares what comes of them with what the contract was created with; where that is not known, with what it runs. What is refused is told by `errorCode`, with HTTP 200. Answers when it is done, which takes seconds.',
  body: verifyBody,
  schema: verifyAnswer,
  maxBytes: 12 * MIB,
  limit: 'verification',
};

/** `refuse`: answers by a status and a word of the API's own. */
export function addVerification(
  app: Hono,
  base: string,
  verification: Verification,
  refuse: (c: Context, status: 400 | 429, code: string, params?: { reason: string }) => Response,
): void {
  app.post(base + VERIFY_CALL.path, async (c) => {
    c.header('cache-control', 'no-store');
    const body: unknown = await c.req.json().catch(() => null);
    if (typeof body !== 'object' || body === null) return refuse(c, 400, 'badBody');
    const client = c.req.header(CLIENT_HEADER) ?? '';
    const signal = AbortSignal.timeout(MOST_MS);
    try {
      const read = () => parseFilfoxForm(body);
      const { answer } = await verification.verify(read, { client, signal });
      return c.json(answer);
    } catch (error) {
      if (signal.aborted && error === signal.reason) return c.json(late());
      if (error instanceof CompilerError && error.kind === 'queueFull') {
        c.header('retry-after', String(error.retryAfter));
        return refuse(c, 429, 'tooManyCompilations');
      }
      if (error instanceof RequestError) {
        const reason = error.at === '' ? error.message : `${error.at}: ${error.message}`;
        return refuse(c, 400, 'badVerification', { reason });
      }
      throw error;
    }
  });
}

const late = (): VerificationAnswer =>
  refusal(COMPILER_ERRORS, 'The compiler did not come to an end in two minutes.');
