import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { CompilerError } from '#compiler/errors.ts';
import type { Explanation } from '#contracts/match/explain.ts';
import type { AddressedRequest } from '#contracts/request/types.ts';
import type { Step } from '#verification/attempt.ts';
import type { Verdict, Verification } from '#verification/verification.ts';
import { refusalOf } from './refusal.ts';
import { addVerification, VERIFY_CALLS } from './verify.ts';
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
  steps?: readonly Step[];
  error?: Error;
}

/** The calls over a verification that comes to this. */
function stand({ verdict = VERIFIED, steps = [], error }: Stand) {
  const heard: AddressedRequest[] = [];
  const verification: Verification = {
    async verify(read, { onStep }) {
      heard.push(read());
      for (const step of steps) {
        onStep?.(step);
        await Promise.resolve();
      }
      if (error) throw error;
      return verdict;
    },
  };
  const app = new Hono();
  addVerification(app, '', verification, (c, status, code, params) =>
    c.json(refusalOf(status, `${code} ${params?.reason ?? ''}`.trim()), status),
  );
  app.onError((_, c) => c.json(refusalOf(500, 'internal'), 500));
  const post = (body: unknown, path = '/contract/verify') =>
    app.request(path, { method: 'POST', body: JSON.stringify(body) });
  return { heard, post };
}

const full = () => new CompilerError('queueFull', 'full', { retryAfter: 7 });
const linesOf = async (response: Response): Promise<unknown[]> =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

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
      message: expect.stringContaining('badVerification constructorArguments') as unknown,
    });
    expect((await stand({ error: new Error('broken') }).post(STANDARD)).status).toBe(500);
  });

  it.each(['/contract/verify', '/tools/verifyContract'])('waits for its turn: %s', async (path) => {
    const body = { address: 'f0100', compiler: LONG, sourceFiles: SOURCES };
    const busy = await stand({ error: full() }).post(body, path);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
  });
});

describe('steps', () => {
  const asked = { ...STANDARD, steps: true };
  const steps = ['compiling', 'comparing'] as const;

  it('are told by lines, the verdict last', async () => {
    const response = await stand({ steps, verdict: MISMATCH }).post(asked);
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    expect(await linesOf(response)).toEqual([
      { step: 'compiling' },
      { step: 'comparing' },
      { ...MISMATCH.answer, match: null, explanation: EXPLANATION },
    ]);
  });

  it('are no lines where none was taken', async () => {
    const at = (given: Stand) => stand(given).post(asked);
    expect(await (await at({})).json()).toMatchObject({ success: true });
    const busy = await at({ error: full() });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await at({ error: new Error('broken') })).status).toBe(500);
  });

  it('end with a refusal that comes later, and break off where all breaks', async () => {
    const late = await stand({ steps: ['compiling'], error: full() }).post(asked);
    expect(await linesOf(late)).toEqual([
      { step: 'compiling' },
      { refused: expect.objectContaining({ statusCode: 429, retryAfter: 7 }) as unknown },
    ]);
    const broken = await stand({ steps: ['compiling'], error: new Error('broken') }).post(asked);
    await expect(broken.text()).rejects.toThrow('broken');
  });
});
