import { Hono } from 'hono';
import type { ApiApp } from './call.ts';
import { describe, expect, it } from 'vitest';
import { CompilerError } from '#compiler/errors.ts';
import type { Explanation } from '#contracts/match/explain.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import { JobRefused, type Jobs } from '#verification/jobs.ts';
import type { Progress, ToldJob } from '#verification/told.ts';
import type { Verdict, Verification } from '#verification/verification.ts';
import { refuseError } from './refusal.ts';
import { addVerification, VERIFY_CALLS } from './verify.ts';
import { jobSchema } from './verifyJob.ts';
import { expectShape } from './testing/demo-api.ts';

const LONG = 'v0.8.23+commit.f704f362';
const SOURCES = { 'A.sol': { content: 'contract A {}' } };
const STANDARD = {
  address: 'f0100',
  compilerVersion: LONG,
  language: 'Solidity',
  sources: SOURCES,
  settings: { viaIR: true },
  constructorArguments: '0x01',
  license: 'MIT License (MIT)',
};

const EXPLANATION: Explanation = {
  nearest: null,
  likeness: 0.5,
  difference: { offset: 20, from: 4, wanted: '00', got: '01' },
  causes: [
    { kind: 'compilerVersion', chain: '0.8.17' },
    { kind: 'optimizer', chain: true },
    { kind: 'constructorArguments', fault: 'notAsGiven' },
    { kind: 'otherContract', file: 'a.sol', name: 'A' },
    { kind: 'source' },
  ],
};
const MISMATCH: Verdict = {
  answer: { success: false, errorCode: 4, errorMsg: 'other code' },
  explanation: EXPLANATION,
  match: null,
};
const VERIFIED: Verdict = {
  answer: { success: true, errorCode: 0, contractName: 'A', abi: [] },
  explanation: null,
  match: { kind: 'full', by: 'creation' },
};

interface Stand {
  verdict?: Verdict;
  error?: Error;
  /** No more jobs are taken. */
  full?: boolean;
  /** There are no jobs. */
  without?: boolean;
}

const JOB: ToldJob = {
  id: 'job-1',
  address: 'f0100',
  state: 'done',
  place: null,
  seconds: null,
  verdict: { ...MISMATCH.answer, match: null, explanation: EXPLANATION },
};

/** The calls over a verification that comes to this. */
function stand({ verdict = VERIFIED, error, full: refuses = false, without = false }: Stand) {
  const heard: AddressedRequest[] = [];
  const verification: Verification = {
    verify(read) {
      heard.push(read());
      return error ? Promise.reject(error) : Promise.resolve(verdict);
    },
  };
  const app: ApiApp = new Hono();
  const started: string[] = [];
  const cancelled: string[] = [];
  const jobs: Jobs = {
    start({ address }) {
      if (refuses) return Promise.reject(new JobRefused('full', 9));
      started.push(address);
      return Promise.resolve(JOB.id);
    },
    find: () => Promise.resolve(null),
    cancel: (id) => Promise.resolve(cancelled.push(id) > 0),
    onChange: () => () => undefined,
    runs: () => false,
    close: () => Promise.resolve(),
  };
  const progress: Progress = {
    find: (id) => Promise.resolve(id === JOB.id ? JOB : null),
    follow: () => () => undefined,
  };
  addVerification(app, '', {
    verification,
    ...(without ? {} : { jobs, progress }),
  });
  app.onError((thrown, c) => refuseError(c, thrown, () => undefined));
  const post = (body: unknown, path = '/contract/verify') =>
    app.request(path, { method: 'POST', body: JSON.stringify(body) });
  return { heard, post, app, jobs: { started, cancelled } };
}

const full = () => new CompilerError('queueFull', 'full', { retryAfter: 7 });
describe('a source that is handed in by any form', () => {
  it.each([
    ['a standard JSON input', STANDARD],
    ['that of /tools/verifyContract', { address: 'f0100', compiler: LONG, sourceFiles: SOURCES }],
    [
      'a build-info',
      { address: 'f0100', solcLongVersion: LONG.slice(1), input: { sources: SOURCES } },
    ],
  ])('is read: %s', async (_, body) => {
    const { heard, post } = stand({});
    const response = await post(body);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(heard[0]?.address).toBe('f0100');
    expect([...(heard[0]?.request.input.sources ?? [])]).toEqual([['A.sol', 'contract A {}']]);
    const answer: unknown = await response.json();
    expect(answer).toMatchObject({ success: true, match: { kind: 'full', by: 'creation' } });
  });

  it('tells clients of /tools/verifyContract how it matches', async () => {
    const body = { address: 'f0100', compiler: LONG, sourceFiles: SOURCES };
    const told = async (verdict: Verdict): Promise<unknown> =>
      (await stand({ verdict }).post(body, '/tools/verifyContract')).json();
    const answer = { ...VERIFIED.answer, message: 'Full match.', verifiedAddress: '0x1' };
    const verified = await told({ ...VERIFIED, answer });
    expect(verified).toEqual({ ...answer, match: VERIFIED.match });
    const schema = VERIFY_CALLS.find(({ path }) => path === '/tools/verifyContract')?.schema;
    if (schema === undefined) throw new Error('no such call');
    expectShape(schema, verified);
    expect(await told(MISMATCH)).toEqual(MISMATCH.answer);
  });

  it.each([
    ['en', 'address: Invalid input: expected string, received number', 'sourceCode: not JSON'],
    ['zh', 'address: 无效输入：期望 string，实际接收 数字', 'sourceCode: 不是 JSON'],
    [
      'ko',
      'address: 잘못된 입력: 예상 타입은 string, 받은 타입은 number입니다',
      'sourceCode: JSON이 아닙니다',
    ],
  ])('is refused in the language that is asked for: %s', async (locale, zods, ours) => {
    const { post } = stand({});
    const said = async (body: object): Promise<unknown> => {
      const { message } = await (await post(body, `/contract/verify?locale=${locale}`)).json();
      return message;
    };
    // As many at a time as there are languages: none is set for the process.
    const [first, second] = await Promise.all([
      said({ ...STANDARD, address: 5 }),
      said({
        address: 'f0100',
        contractaddress: 'f0100',
        compilerversion: LONG,
        codeformat: 'solidity-standard-json-input',
        sourceCode: '{',
      }),
    ]);
    expect(first).toContain(zods);
    expect(second).toContain(ours);
  });

  it('has its arguments and its licence beside it', async () => {
    const { heard, post } = stand({});
    await post(STANDARD);
    expect(heard[0]?.request).toMatchObject({
      constructorArguments: new Uint8Array([1]),
      license: 'MIT License (MIT)',
      input: { settings: { viaIR: true } },
    });
  });

  it('is told why it is another, as JSON of the shape that is documented', async () => {
    const answer: unknown = await (await stand({ verdict: MISMATCH }).post(STANDARD)).json();
    expect(answer).toEqual({ ...MISMATCH.answer, match: null, explanation: EXPLANATION });
    const schema = VERIFY_CALLS.find(({ path }) => path === '/contract/verify')?.schema;
    if (schema === undefined) throw new Error('no such call');
    expectShape(schema, answer);
  });

  it('is refused in words where it is none', async () => {
    const { post } = stand({});
    expect((await post(null)).status).toBe(400);
    const bad = await post({ ...STANDARD, constructorArguments: '0x1' });
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({
      message: expect.stringContaining('cannot be read: constructorArguments') as unknown,
    });
    expect((await stand({ error: new Error('broken') }).post(STANDARD)).status).toBe(500);
  });

  it.each(['/contract/verify', '/tools/verifyContract'])('waits for its turn: %s', async (path) => {
    const body = { address: 'f0100', compiler: LONG, sourceFiles: SOURCES };
    const busy = await stand({ error: full() }).post(body, path);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
  });
});

describe('a job', () => {
  const asked = { ...STANDARD, job: true };

  it('is taken at once, and told by its id', async () => {
    const { jobs, post, app } = stand({ verdict: MISMATCH });
    const response = await post(asked);
    expect([response.status, response.headers.get('cache-control')]).toEqual([202, 'no-store']);
    expect(await response.json()).toEqual({ id: 'job-1' });
    expect(jobs.started).toEqual(['f0100']);
    const told = await app.request('/contract/verify/job-1');
    const body: unknown = await told.json();
    expect(body).toEqual(JOB);
    expectShape(jobSchema, body);
    expect(told.headers.get('cache-control')).toBe('no-store');
    expect((await app.request('/contract/verify/job-2')).status).toBe(404);
  });

  it('is cancelled, and takes no other method', async () => {
    const { jobs, app } = stand({});
    const cancelled = await app.request('/contract/verify/job-1', { method: 'DELETE' });
    expect([cancelled.status, await cancelled.json()]).toEqual([200, JOB]);
    expect(jobs.cancelled).toEqual(['job-1']);
    const other = await app.request('/contract/verify/job-1', { method: 'PUT' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS']);
  });

  it('is none of a request that cannot be read, or that nobody takes', async () => {
    const { jobs, post } = stand({ full: true });
    const bad = await post({ ...asked, constructorArguments: '0x1' });
    expect([bad.status, jobs.started]).toEqual([400, []]);
    const busy = await post(asked);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '9']);
    expect((await stand({ without: true }).post(asked)).status).toBe(501);
  });
});
