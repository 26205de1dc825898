/** The calls that verify a contract's source. */
import { CompilerError } from '#compiler/errors.ts';
import { COMPILER_ERRORS, refusal, type VerificationAnswer } from '#contracts/answer.ts';
import { parseAddressedRequest } from '#contracts/request/body.ts';
import { RequestError } from '#contracts/request/error.ts';
import { parseFilfoxForm } from '#contracts/request/filfox.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import type { Step } from '#verification/attempt.ts';
import type { Verdict, Verification } from '#verification/verification.ts';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { CLIENT_HEADER, type Post } from './post.ts';
import { toldVerdict, verdictFields } from './verdict.ts';

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
};

const verifyAnswer = z.object(answerFields).meta({ id: 'VerifyAnswer' });

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
    steps: optional(
      z.boolean(),
      'true: answered by lines of JSON as it goes, `{"step":"compiling"}` and `{"step":"comparing"}`; the last line is the answer, or `{"refused":…}`',
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
  schema: z.object({ ...answerFields, ...verdictFields }).meta({ id: 'VerifyVerdict' }),
  maxBytes: 16 * MIB,
  limit: 'verification',
};

export const VERIFY_CALLS: readonly Post[] = [VERIFY_CALL, VERIFY_ANY];

type Refuse = (
  c: Context,
  status: 400 | 429,
  code: string,
  params?: { reason: string },
) => Response;

/** What a request that has no verdict is told; null for what is nobody's input. */
function refused(c: Context, error: unknown, refuse: Refuse): Response | null {
  if (error instanceof CompilerError && error.kind === 'queueFull') {
    c.header('retry-after', String(error.retryAfter));
    return refuse(c, 429, 'tooManyCompilations');
  }
  if (!(error instanceof RequestError)) return null;
  const reason = error.at === '' ? error.message : `${error.at}: ${error.message}`;
  return refuse(c, 400, 'badVerification', { reason });
}

/** `refuse`: answers by a status and a word of the API's own. */
export function addVerification(
  app: Hono,
  base: string,
  verification: Verification,
  refuse: Refuse,
): void {
  /** The verdict; one of our own where all took too long. */
  const judge = async (
    c: Context,
    read: () => AddressedRequest,
    onStep?: (step: Step) => void,
  ): Promise<Verdict> => {
    const client = c.req.header(CLIENT_HEADER) ?? '';
    const signal = AbortSignal.timeout(MOST_MS);
    try {
      return await verification.verify(read, { client, signal, onStep });
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      return { answer: late(), explanation: null, match: null };
    }
  };
  const refusedOr = (c: Context) => (error: unknown) => {
    const response = refused(c, error, refuse);
    if (response === null) throw error;
    return response;
  };
  const bodyOf = async (c: Context): Promise<object | null> => {
    c.header('cache-control', 'no-store');
    const body: unknown = await c.req.json().catch(() => null);
    return typeof body === 'object' ? body : null;
  };
  app.post(base + VERIFY_CALL.path, async (c) => {
    const body = await bodyOf(c);
    if (body === null) return refuse(c, 400, 'badBody');
    const verdict = judge(c, () => parseFilfoxForm(body));
    return verdict.then(({ answer }) => c.json(answer), refusedOr(c));
  });
  app.post(base + VERIFY_ANY.path, async (c) => {
    const body = await bodyOf(c);
    if (body === null) return refuse(c, 400, 'badBody');
    const read = () => parseAddressedRequest(body);
    if ('steps' in body && body.steps === true)
      return bySteps(
        c,
        (onStep) => judge(c, read, onStep),
        (error) => refused(c, error, refuse),
      );
    return judge(c, read).then((verdict) => c.json(toldVerdict(verdict)), refusedOr(c));
  });
}

/**
 * Lines of JSON as steps are taken. What comes to an end before the first of them is answered whole,
 * by its own status.
 */
async function bySteps(
  c: Context,
  work: (onStep: (step: Step) => void) => Promise<Verdict>,
  refusalOf: (error: unknown) => Response | null,
): Promise<Response> {
  const lines = new TransformStream<string, string>();
  const writer = lines.writable.getWriter();
  // A reader who went away is told nothing more.
  const write = (line: unknown) => void writer.write(`${JSON.stringify(line)}\n`).catch(() => null);
  const first = Promise.withResolvers<null>();
  const done = work((step) => {
    write({ step });
    first.resolve(null);
  });
  const verdict = await Promise.race([done, first.promise]).catch((error: unknown) => {
    const response = refusalOf(error);
    if (response === null) throw error;
    return response;
  });
  if (verdict instanceof Response) return verdict;
  if (verdict !== null) return c.json(toldVerdict(verdict));
  void done
    .then(toldVerdict, async (error: unknown) => {
      const response = refusalOf(error);
      // Nobody's input: the connection is cut, and the client asks again.
      if (response === null) throw error;
      const retryAfter = Number(response.headers.get('retry-after') ?? 0);
      const told: object = await response.json();
      return { refused: { ...told, retryAfter } };
    })
    .then(
      (last) => {
        write(last);
        return writer.close();
      },
      (error: unknown) => writer.abort(error),
    )
    .catch(() => null);
  return c.body(lines.readable.pipeThrough(new TextEncoderStream()), 200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'x-accel-buffering': 'no',
  });
}

const late = (): VerificationAnswer =>
  refusal(COMPILER_ERRORS, 'The compiler did not come to an end in two minutes.');
