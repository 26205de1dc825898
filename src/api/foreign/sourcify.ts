/**
 * The second API of Sourcify, as Foundry and Hardhat speak it: a verification is handed in, its job
 * asked for, a contract looked up. https://docs.sourcify.dev/docs/api/
 */
import type { VerificationAnswer } from '#contracts/answer.ts';
import { RequestError, type RequestProblem } from '#contracts/request/error.ts';
import { parseSourcifyBody, parseSourcifyMetadataBody } from '#contracts/request/standard.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import { ethAddressOf, isAddress, parseAddress } from '#filecoin/address.ts';
import { leavesNothing } from '#verification/behind.ts';
import { JobRefused, type Job } from '#verification/jobs.ts';
import { randomUUID } from 'node:crypto';
import { type ApiApp, type ApiContext, clientOf } from '../call.ts';
import {
  minimalContract,
  fieldsOf,
  isField,
  FIELDS,
  type ContractRef,
} from './sourcifyContract.ts';
import type { ForeignOptions } from './etherscan.ts';

type Status = 400 | 404 | 409 | 429;

/** A refusal in the API's own form. */
class Refused extends Error {
  readonly status: Status;
  readonly code: string;

  constructor(status: Status, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const invalid = (message: string): Refused => new Refused(400, 'invalid_parameter', message);

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The path's network and contract. @throws Refused */
async function contractRefOf(c: ApiContext, foreign: ForeignOptions): Promise<ContractRef> {
  const chainId = c.req.param('chainId') ?? '';
  const given = c.req.param('address') ?? '';
  if (chainId !== String(await foreign.chainId()))
    throw new Refused(404, 'unsupported_chain', `The chain ${chainId} is not this network’s`);
  if (!ADDRESS.test(given) || !isAddress(given)) throw invalid(`Invalid address: ${given}`);
  return { chainId, address: ethAddressOf(parseAddress(given)) ?? given };
}

/** Every answer of these calls is as of now, and refusals have the API's own form. */
function answering(work: (c: ApiContext) => Promise<Response>) {
  return async (c: ApiContext): Promise<Response> => {
    c.header('cache-control', 'no-store');
    try {
      return await work(c);
    } catch (error) {
      const refused = error instanceof RequestError ? refusedRequest(error) : error;
      if (refused instanceof JobRefused) c.header('retry-after', String(refused.retryAfter));
      if (refused instanceof JobRefused)
        return c.json(errorBody('too_many_requests', refused.message), 429);
      if (!(refused instanceof Refused)) throw error;
      return c.json(errorBody(refused.code, refused.message), refused.status);
    }
  };
}

const errorBody = (customCode: string, message: string, errorId: string = randomUUID()) => ({
  customCode,
  message,
  errorId,
});

const PROBLEMS: Partial<Record<RequestProblem, string>> = {
  language: 'unsupported_language',
  noSources: 'missing_source',
  sourceMissing: 'missing_source',
  compiler: 'invalid_compiler_version',
};

function refusedRequest({ problem, at, message }: RequestError): Refused {
  const words = at === '' ? message : `${at}: ${message}`;
  return new Refused(400, PROBLEMS[problem] ?? 'invalid_parameter', words);
}

export function addSourcify(app: ApiApp, foreign: ForeignOptions): void {
  const take = (read: (body: unknown) => VerificationRequest) =>
    answering(async (c) => {
      const { address } = await contractRefOf(c, foreign);
      const body: unknown = await c.req.json().catch(() => {
        throw invalid('The body is not JSON');
      });
      const request = read(body);
      const contract = await foreign.contractAt(address);
      if (contract !== null && leavesNothing(contract, request))
        throw new Refused(409, 'already_verified', `${address} is verified, metadata included`);
      const client = clientOf(c);
      return c.json(
        { verificationId: await foreign.jobs.start({ address, request }, client) },
        202,
      );
    });
  app.post(
    '/v2/verify/metadata/:chainId/:address',
    take((body) => parseSourcifyMetadataBody(body).request),
  );
  app.post(
    '/v2/verify/:chainId/:address',
    take((body) => parseSourcifyBody(body).request),
  );
  app.get(
    '/v2/verify/:id',
    answering(async (c) => {
      const id = c.req.param('id') ?? '';
      const job = await foreign.jobs.find(id);
      if (job === null)
        throw new Refused(404, 'job_not_found', `No verification job found for id ${id}`);
      return c.json(await jobBody(job, foreign));
    }),
  );
  app.get(
    '/v2/contract/:chainId/:address',
    answering(async (c) => {
      const place = await contractRefOf(c, foreign);
      const fields = chosen(c.req.query('fields'), c.req.query('omit'));
      const contract = await foreign.contractAt(place.address);
      const minimal = minimalContract(place, contract);
      if (contract === null || minimal.match === null) return c.json(minimal, 404);
      return c.json({ ...minimal, ...(await fieldsOf(contract, fields, foreign)) });
    }),
  );
}

/** Longest list of fields that is read. */
const MOST_FIELDS = 100;

/** What is asked for beside the match, by `fields` or all but `omit`. @throws Refused */
function chosen(fields: string | undefined, omit: string | undefined): readonly string[] {
  if (fields !== undefined && omit !== undefined)
    throw invalid('Cannot specify both fields and omit');
  const given = (fields ?? omit ?? '').split(',', MOST_FIELDS).filter((name) => name !== '');
  if (fields !== undefined && given.includes('all')) {
    if (given.length > 1) throw invalid("Cannot specify 'all' with other fields");
    return FIELDS;
  }
  for (const name of given)
    if (!isField(name)) throw invalid(`Field selector ${name.slice(0, 100)} is not a valid field`);
  if (omit === undefined) return given;
  const left = new Set(given);
  return FIELDS.filter((name) => !left.has(name) && !left.has(name.split('.', 1)[0] ?? name));
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Of the contract that the answer is of: it may stand behind the one that was asked for. */
async function jobBody(job: Job, foreign: ForeignOptions) {
  const asked = job.answer?.verifiedAddress ?? job.address;
  // Nobody has checked what a job was handed in with.
  const address = (isAddress(asked) ? ethAddressOf(parseAddress(asked)) : null) ?? asked;
  const place = { chainId: String(await foreign.chainId()), address };
  const contract = await foreign.contractAt(address);
  const done = job.state === 'done';
  const failed = done && job.answer?.success !== true;
  return {
    isJobCompleted: done,
    verificationId: job.id,
    jobStartTime: isoTime(job.createdAt),
    ...(job.finishedAt === null ? {} : { jobFinishTime: isoTime(job.finishedAt) }),
    ...(failed ? { error: errorOf(job, contract) } : {}),
    contract: minimalContract(place, contract),
  };
}

/** By the answer's `errorCode`. */
const ERRORS: readonly (readonly [code: string, message: string])[] = [
  ['internal_error', ''],
  ['missing_source', 'A source is missing.'],
  ['contract_not_deployed', 'There is no contract at the address.'],
  ['invalid_compiler_version', 'There is no such compiler.'],
  ['no_match', 'The onchain and recompiled bytecodes don’t match.'],
  ['unsupported_language', 'The provided language is not supported.'],
  ['already_verified', 'The contract is already verified, and this is no better match.'],
  ['compiler_error', 'The compiler reported errors.'],
];

function errorOf(
  { id, answer }: Job,
  contract: Awaited<ReturnType<ForeignOptions['contractAt']>>,
): object {
  if (answer === null) return errorBody('internal_error', 'It was interrupted: try again.', id);
  const [code, message] = ERRORS[answer.errorCode] ?? ['internal_error', ''];
  return {
    ...errorBody(code, answer.errorMsg ?? answer.message ?? message, id),
    ...(code === 'no_match' ? codesOf(answer, contract?.initCode ?? null, contract?.byteCode) : {}),
  };
}

/** What was wanted and what was got: of init code where that is known, else of what runs. */
function codesOf(
  { byteCode }: Pick<VerificationAnswer, 'byteCode'>,
  initCode: string | null,
  runs: string | null | undefined,
) {
  const got = byteCode ?? null;
  return initCode === null
    ? { onchainRuntimeCode: runs ?? null, recompiledRuntimeCode: got }
    : { onchainCreationCode: initCode, recompiledCreationCode: got };
}
