/**
 * Requests as the tools sent them: Foundry's were recorded from forge 1.7, Hardhat's from hardhat-verify 2
 * and 3, both against the demo chain (testing/); those of filfox-verifier follow its source.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiApp } from '../call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COMPILER, sourcesOf } from '#contracts/testing/demo.ts';
import { createJobs, type Jobs } from '#verification/jobs.ts';
import { openWorld, type World } from '#verification/testing/world.ts';
import { createApi } from '../app.ts';

const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  type: z.string().optional(),
  body: z.string().optional(),
});
const recorded = (tool: string) =>
  z
    .record(z.string(), z.array(requestSchema))
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, `testing/${tool}.json`), 'utf8')));
const RECORDED = { ...recorded('forge'), ...recorded('hardhat') };

let world: World;
let jobs: Jobs;
let api: ApiApp;
const failures: unknown[] = [];

beforeAll(async () => {
  world = await openWorld([
    'odd',
    'text',
    'faults',
    'wfil',
    'items',
    'nameRegistry',
    'nameResolver',
  ]);
  const { store, explorer, verification } = world;
  const onError = (error: unknown) => failures.push(error);
  jobs = createJobs({ store, verification, onError });
  api = createApi({ explorer, verification, jobs, version: '1', onError });
});
afterAll(async () => {
  await jobs?.close();
  await world?.close();
  expect(failures).toEqual([]);
});

/** The job that these tools wait for, by either API. */
const answerSchema = z.looseObject({
  result: z.unknown().optional(),
  verificationId: z.string().optional(),
  isJobCompleted: z.boolean().optional(),
});
type Answer = z.infer<typeof answerSchema>;

const waits = ({ result, isJobCompleted }: Answer): boolean =>
  result === 'Pending in queue' || isJobCompleted === false;

/** Sends what was recorded, one after another, with the job's own name. Answers all that was told. */
async function replay(name: string): Promise<Answer[]> {
  const told: Answer[] = [];
  let job = '';
  for (const { method, url, type, body } of RECORDED[name] ?? []) {
    const named = (text: string) => text.replace(/(?<=guid=|\/v2\/verify\/)[0-9a-f-]{36}$/, job);
    const ask = async (): Promise<Answer> => {
      const headers = type === undefined ? {} : { 'content-type': type };
      const request = new Request(`http://x${named(url)}`, {
        method,
        headers,
        body: body === undefined ? null : named(body),
      });
      return answerSchema.parse(await (await api.fetch(request)).json());
    };
    let answer = await ask();
    for (; waits(answer); answer = await ask()) await sleep(20);
    if (method === 'POST' && job === '') job = String(answer.verificationId ?? answer.result);
    told.push(answer);
  }
  return told;
}

describe('Foundry', () => {
  it('verifies by the Sourcify form', async () => {
    const [before, taken, done] = await replay('forge 1.7, Sourcify');
    expect(before).toMatchObject({ match: null, chainId: '314' });
    expect(taken).toEqual({ verificationId: expect.any(String) });
    // Its file is not in the folder of the deployment's: all but the metadata is equal.
    expect(done).toMatchObject({ isJobCompleted: true, contract: { match: 'match' } });
  });

  it('verifies by the Etherscan form, its status asked for by POST', async () => {
    const [before, taken, done] = await replay('forge 1.7, Etherscan');
    expect(before).toMatchObject({ status: '0', result: 'Contract source code not verified' });
    expect(taken).toMatchObject({ status: '1', message: 'OK' });
    expect(done).toEqual({ status: '1', message: 'OK', result: 'Pass - Verified' });
  });
});

describe('Hardhat', () => {
  it('verifies by the Etherscan form of its plugin 2, constructor arguments among it', async () => {
    const [before, , done] = await replay('hardhat-verify 2, Etherscan');
    expect(before).toMatchObject({ status: '1', result: [{ SourceCode: '' }] });
    expect(done).toEqual({ status: '1', message: 'OK', result: 'Pass - Verified' });
  });

  it('verifies by the Sourcify form of its plugin 3', async () => {
    const [before, taken, done] = await replay('hardhat-verify 3, Sourcify');
    expect(before).toMatchObject({ match: null, chainId: '314' });
    expect(taken).toEqual({ verificationId: expect.any(String) });
    // Its file names are not those of the deployment: all but the metadata is equal.
    expect(done).toMatchObject({ isJobCompleted: true, contract: { match: 'match' } });
  });

  it('is told by the Blockscout form which settings are others', async () => {
    const [, , done] = await replay('hardhat-verify 3, Blockscout');
    expect(done).toMatchObject({ status: '0', result: 'Fail - Unable to verify' });
    expect(done?.['message']).toMatch(/without the optimizer/);
  });
});

describe('filfox-verifier', () => {
  const verify = async (body: object): Promise<unknown> => {
    const response = await api.fetch(
      new Request('http://x/api/v1/tools/verifyContract', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return response.json();
  };
  const settingsSchema = z.object({
    optimizer: z.object({ enabled: z.boolean(), runs: z.int() }),
    evmVersion: z.string(),
  });
  /** What both its commands send. */
  const request = (name: string, sources: (file: string) => string) => {
    const { address, file, settings } = world.deployed(name);
    const { optimizer, evmVersion } = settingsSchema.parse(settings);
    return {
      address,
      language: 'Solidity',
      compiler: COMPILER,
      optimize: optimizer.enabled,
      optimizeRuns: optimizer.runs,
      sourceFiles: Object.fromEntries(
        Object.entries(sourcesOf(file)).map(([own, content]) => [sources(own), { content }]),
      ),
      license: '',
      evmVersion,
      libraries: '',
    };
  };

  it('verifies a Foundry project', async () => {
    const body = {
      ...request('items', (file) => `src/${file}`),
      viaIR: true,
      metadata: '',
      optimizerDetails: '{}',
    };
    expect(await verify(body)).toMatchObject({ success: true, errorCode: 0 });
    expect(await verify(body)).toMatchObject({ success: false, errorCode: 6 });
  });

  it('verifies what hardhat-deploy or Ignition deployed', async () => {
    const body = {
      ...request('nameResolver', (file) => `contracts/${file}`),
      viaIR: false,
      metadata: { useLiteralContent: true },
      optimizerDetails: '',
    };
    expect(await verify(body)).toMatchObject({ success: true, errorCode: 0 });
  });
});
