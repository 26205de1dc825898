/** The requests that Foundry and Hardhat make, as their sources write them, against a contract of the demo chain. */
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPILER } from '#contracts/testing/demo.ts';
import type { ApiApp } from '../call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createJobs, type Jobs } from '#verification/jobs.ts';
import { openWorld, standardInput, type World } from '#verification/testing/world.ts';
import { createApi } from '../app.ts';

let world: World;
let jobs: Jobs;
let api: ApiApp;
const failures: unknown[] = [];

beforeAll(async () => {
  world = await openWorld(['usd', 'wfil', 'faults']);
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

const etherscanSchema = z.object({
  status: z.enum(['0', '1']),
  message: z.string(),
  result: z.unknown(),
});
type Told = z.infer<typeof etherscanSchema>;

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await api.request(`http://x${path}`, init, { requestId: 'request-1' });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return response;
}
async function etherscan(path: string, form?: Record<string, string>): Promise<Told> {
  const init = form && { method: 'POST', body: new URLSearchParams(form) };
  const response = await ask(path, init);
  expect(response.status).toBe(200);
  return etherscanSchema.parse(await response.json());
}
/** Asks until something else than that it waits is answered. */
async function settled(question: () => Promise<Told>): Promise<Told> {
  for (;;) {
    const told = await question();
    if (told.result !== 'Pending in queue') return told;
    expect(told.status).toBe('0');
    await sleep(20);
  }
}

/** What `forge verify-contract --verifier etherscan` posts. */
function forgeForm(name: string, change: Record<string, string> = {}): Record<string, string> {
  const deployment = world.deployed(name);
  return {
    apikey: 'verifyContract',
    module: 'contract',
    action: 'verifysourcecode',
    contractaddress: deployment.address,
    sourceCode: JSON.stringify(standardInput(deployment)),
    codeformat: 'solidity-standard-json-input',
    contractname: `${deployment.file}:${deployment.name}`,
    compilerversion: COMPILER,
    ...change,
  };
}

describe('Foundry, with --verifier etherscan', () => {
  it('asks for the ABI, hands in, asks how far it is, and finds it verified', async () => {
    const { address } = world.deployed('usd');
    const abi = `/api?module=contract&action=getabi&address=${address}&apikey=x`;
    expect(await etherscan(abi)).toEqual({
      status: '0',
      message: 'NOTOK',
      result: 'Contract source code not verified',
    });
    const { status, message, result: guid } = await etherscan('/api', forgeForm('usd'));
    expect([status, message]).toEqual(['1', 'OK']);
    const check = { module: 'contract', action: 'checkverifystatus', guid: String(guid) };
    expect(await settled(() => etherscan('/api', check))).toEqual({
      status: '1',
      message: 'OK',
      result: 'Pass - Verified',
    });
    const told = await etherscan(abi);
    expect(told.status).toBe('1');
    expect(JSON.parse(String(told.result))).toContainEqual(
      expect.objectContaining({ type: 'function', name: 'transfer' }),
    );
    expect((await etherscan('/api', forgeForm('usd'))).result).toBe(
      'Contract source code already verified',
    );
  });

  it('is told why a source is not the one', async () => {
    const wrong = forgeForm('wfil', { sourceCode: forgeForm('faults')['sourceCode'] ?? '' });
    const { result: guid } = await etherscan('/api', wrong);
    const check = { module: 'contract', action: 'checkverifystatus', guid: String(guid) };
    const told = await settled(() => etherscan('/api', check));
    expect([told.status, told.result]).toEqual(['0', 'Fail - Unable to verify']);
    expect(told.message).toMatch(/^NOTOK: \w/);
  });
});

describe('Hardhat', () => {
  const api2 = (action: string, more: Record<string, string> = {}) =>
    `/v2/api?${new URLSearchParams({ module: 'contract', action, chainid: '314', apikey: 'x', ...more })}`;

  it('asks for the source, hands in, asks how far it is, and finds it verified', async () => {
    const deployment = world.deployed('wfil');
    const { address, file, name } = deployment;
    const before = await etherscan(api2('getsourcecode', { address }));
    expect(before).toMatchObject({ status: '1', result: [{ SourceCode: '', Proxy: '0' }] });
    const input = standardInput(deployment);
    const sources = { ...input.sources, ['__proto__']: { content: 'library Any {}' } };
    const { status, result: guid } = await etherscan(api2('verifysourcecode'), {
      contractaddress: address,
      sourceCode: JSON.stringify({ ...input, sources }),
      codeformat: 'solidity-standard-json-input',
      contractname: `${file}:${name}`,
      compilerversion: COMPILER,
      constructorArguments: '',
    });
    expect(status).toBe('1');
    const check = api2('checkverifystatus', { guid: String(guid) });
    expect((await settled(() => etherscan(check))).result).toBe('Pass - Verified');
    const { result } = await etherscan(api2('getsourcecode', { address }));
    const [told] = z.array(z.record(z.string(), z.string())).parse(result);
    expect(told).toMatchObject({
      ContractName: 'WrappedFil',
      CompilerVersion: COMPILER,
      OptimizationUsed: '0',
      Runs: '200',
      EVMVersion: 'paris',
      ConstructorArguments: '',
      Proxy: '0',
      Implementation: '',
    });
    const code = told?.['SourceCode'] ?? '';
    expect([code.slice(0, 2), code.slice(-2)]).toEqual(['{{', '}}']);
    expect(JSON.parse(code.slice(1, -1))).toMatchObject({
      language: 'Solidity',
      sources: { [file]: { content: expect.stringContaining('contract WrappedFil') } },
      settings: { evmVersion: 'paris' },
    });
    const names = Object.keys(JSON.parse(code.slice(1, -1)).sources);
    expect(names).toEqual([...Object.keys(input.sources), '__proto__']);
  });
});

describe('what Etherscan’s clients may get wrong', () => {
  it.each([
    ['/api?module=contract&action=getabi&address=0x12', 'Invalid Address format'],
    ['/api?module=contract&action=checkverifystatus&guid=x', 'Unknown UID'],
    ['/api/?module=contract&action=checkverifystatus&guid=x', 'Unknown UID'],
    ['/v2/api/?module=contract&action=checkverifystatus&guid=x&chainid=314', 'Unknown UID'],
    ['/api?module=account&action=balance', 'Error! Missing Or invalid Module name'],
    ['/api?module=contract&action=toString', 'Error! Missing Or invalid Action name'],
    ['/api?module=contract&action=verifysourcecode', 'Error! The source code is sent by POST'],
    ['/api?module=contract&action=checkproxyverification&guid=x', /^Proxies are recognised/],
    ['/v2/api?module=contract&action=getabi', /chain id 314$/],
    ['/v2/api?module=contract&action=getabi&chainid=1', /chain id 314$/],
    ['/api?module=contract&action=getabi&chainid=1', /chain id 314$/],
  ])('%s', async (path, words) => {
    const { status, result } = await etherscan(path);
    expect(status).toBe('0');
    if (typeof words === 'string') expect(result).toBe(words);
    else expect(result).toMatch(words);
  });

  it('is said of what they hand in', async () => {
    const post = async (change: Record<string, string>) =>
      (await etherscan('/api', forgeForm('faults', change))).result;
    expect(await post({ sourceCode: '' })).toMatch(/no source code/);
    expect(await post({ sourceCode: '{' })).toMatch(/not JSON/);
    expect(await post({ codeformat: 'vyper-json' })).toMatch(/only Solidity/);
    expect(await post({ compilerversion: 'latest' })).toMatch(/not a version/);
    const nobody = `0x${'12'.repeat(20)}`;
    expect(await post({ contractaddress: nobody })).toBe(
      `Unable to locate ContractCode at ${nobody}`,
    );
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a${at}`, '1']));
    expect(await post(many)).toBe('Too many parameters');
  });

  it('leaves a call without a module to whoever else it may be of', async () => {
    const response = await ask('/api');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ statusCode: 404, status: '0' });
  });
});

describe('Sourcify’s second API', () => {
  const post = (path: string, body: unknown) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const errorSchema = z.looseObject({
    customCode: z.string(),
    message: z.string().min(3),
    errorId: z.string().min(8),
  });

  it('takes what Foundry and Hardhat send, and tells of the job and the contract', async () => {
    const deployment = world.deployed('faults');
    const at = `/v2/verify/314/${deployment.address}`;
    const lookup = `/v2/contract/314/${deployment.address}`;
    const absent = await ask(lookup);
    expect([absent.status, await absent.json()]).toEqual([
      404,
      {
        match: null,
        creationMatch: null,
        runtimeMatch: null,
        chainId: '314',
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      },
    ]);
    const body = {
      stdJsonInput: standardInput(deployment),
      compilerVersion: COMPILER.slice(1),
      contractIdentifier: `${deployment.file}:${deployment.name}`,
      creationTransactionHash: deployment.tx,
    };
    const taken = await post(at, body);
    expect(taken.status).toBe(202);
    const { verificationId } = z.object({ verificationId: z.uuid() }).parse(await taken.json());
    const job = async () => {
      const told: unknown = await (await ask(`/v2/verify/${verificationId}`)).json();
      return z.looseObject({ isJobCompleted: z.boolean() }).parse(told);
    };
    let told = await job();
    for (; !told.isJobCompleted; told = await job()) {
      expect(told).toMatchObject({ verificationId });
      await sleep(20);
    }
    expect(told).toMatchObject({ verificationId, contract: { match: 'exact_match' } });
    expect(told).not.toHaveProperty('error');
    const again = await post(at, body);
    expect(again.status).toBe(409);
    expect(errorSchema.parse(await again.json()).customCode).toBe('already_verified');

    const found: unknown = await (
      await ask(`${lookup}?fields=abi,compilation.name,compilation.compilerVersion,proxyResolution`)
    ).json();
    expect(found).toMatchObject({
      match: 'exact_match',
      creationMatch: 'exact_match',
      runtimeMatch: 'exact_match',
      abi: expect.arrayContaining([expect.objectContaining({ type: 'function' })]),
      compilation: { name: 'Faults', compilerVersion: COMPILER },
      proxyResolution: { isProxy: false, implementations: [] },
    });
    expect(found).not.toHaveProperty('sources');
    const rest: unknown = await (await ask(`${lookup}?omit=abi,sources,stdJsonInput`)).json();
    expect(rest).toMatchObject({ deployment: { transactionIndex: null }, userdoc: {} });
    expect(rest).not.toHaveProperty('abi');
  });

  it('takes metadata with sources, and says when one is missing', async () => {
    const { address, file, name } = world.deployed('usd');
    const metadata = {
      compiler: { version: COMPILER.slice(1) },
      language: 'Solidity',
      settings: { compilationTarget: { [file]: name } },
      sources: { [file]: { keccak256: `0x${'00'.repeat(32)}` } },
    };
    const response = await post(`/v2/verify/metadata/314/${address}`, {
      metadata,
      sources: { 'B.sol': 'x' },
    });
    expect(response.status).toBe(400);
    expect(errorSchema.parse(await response.json()).customCode).toBe('missing_source');
  });

  it.each([
    ['/v2/contract/1/0x2714e7c7c6e5f5a0e4012f1322150646d3f79405', 404, 'unsupported_chain'],
    ['/v2/contract/314/0x12', 400, 'invalid_parameter'],
    ['/v2/contract/314/f01000', 400, 'invalid_parameter'],
    [
      '/v2/contract/314/0x2714e7c7c6e5f5a0e4012f1322150646d3f79405?fields=__proto__',
      400,
      'invalid_parameter',
    ],
    [
      '/v2/contract/314/0x2714e7c7c6e5f5a0e4012f1322150646d3f79405?fields=abi&omit=abi',
      400,
      'invalid_parameter',
    ],
    ['/v2/verify/0', 404, 'job_not_found'],
    ['/v2/nothing', 404, 'route_not_found'],
  ])('refuses %s in its own form', async (path, status, code) => {
    const response = await ask(path);
    expect(response.status).toBe(status);
    expect(errorSchema.parse(await response.json()).customCode).toBe(code);
  });
});
