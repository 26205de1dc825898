/** The process says what comparing in place says, and lets others have their turn. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, it, vi } from 'vitest';
import { Answers } from '#compiler/answers.ts';
import { contractsOf } from '#compiler/contracts.ts';
import { findRelease } from '#compiler/table/table.ts';
import type * as priority from '#compiler/priority.ts';
import { linesOf } from '#compiler/testing/lines.ts';
import { LocalWork } from '#compiler/work.ts';
import { compilerInput } from '#contracts/request/compilerInput.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import { deployments, recordedCode, sourcesOf } from '#contracts/testing/demo.ts';
import { compile, compileSources } from '#contracts/testing/solc.ts';
import { compilersOf, hardJob, RELEASE } from '../testing/hard.ts';
import { compareNow, type ChainCode } from './compare.ts';
import { createWorkshop, WorkApart } from './workshop.ts';

// Who does the work changes with what this machine has to do (idle.test.ts).
vi.mock('#compiler/priority.ts', async (actual) => ({
  ...(await actual<typeof priority>()),
  inIdleTime: async () => [],
}));

const { created, deployed } = await recordedCode();
const dataDir = mkdtempSync(join(tmpdir(), 'sextant-workshop-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const OPTIONS = { dataDir, registry: null };
const workshop = createWorkshop(OPTIONS);
const made = (request: VerificationRequest) =>
  workshop.compile(RELEASE, compilerInput(request), { client: 'test' });

function factory() {
  const deployment = deployments().get('factory');
  if (deployment === undefined) throw new Error('no factory');
  const { request } = compileSources(sourcesOf(deployment.file), deployment.settings);
  const initCode = created.get(deployment.tx) ?? new Uint8Array(0);
  const code = deployed.get(deployment.address.toLowerCase()) ?? new Uint8Array(0);
  return { request, initCode, code };
}

/** As if these lines had come of an input. */
async function keep(key: string, lines: readonly string[]): Promise<void> {
  const text = Buffer.from([...lines, '["end"]', ''].join('\n'));
  const answers = new Answers({ folder: join(dataDir, 'compilers', 'outputs') });
  const output = { errors: [], sources: {}, contracts: [] };
  await answers.add(key, { output, bytes: text.length }, text);
}

it('tells matches with what they bring along, and why there is none', async () => {
  const { request, initCode, code } = factory();
  const chains: ChainCode[] = [
    { by: 'creation', code: initCode },
    { by: 'deployed', code },
    { by: 'creation', code: initCode.slice(1) },
  ];
  const output = await made(request);
  const told = await Promise.all(chains.map((chain) => workshop.compare(output, request, chain)));
  expect(told.map(({ outcome }) => outcome)).toEqual(['verified', 'verified', 'mismatch']);
  const lines = await new LocalWork(OPTIONS).contracts(output.key);
  const contracts = await contractsOf(lines ?? []);
  for (const [at, chain] of chains.entries())
    expect(told[at]).toEqual(compareNow({ contracts }, request, chain));
});

it('takes contracts and files of any name', async () => {
  const { request, initCode } = factory();
  const named = Object.values(compile(request).contracts).flatMap((each) => Object.entries(each));
  const lines = linesOf({ ['__proto__']: Object.fromEntries(named) });
  await keep('odd', lines.map(String));
  const told = await workshop.compare(
    { key: 'odd', errors: [] },
    { ...request, target: { file: null, name: null } },
    { by: 'creation', code: initCode },
  );
  expect(told).toMatchObject({ outcome: 'verified', match: { contract: { file: '__proto__' } } });
});

it('says so when an output cannot be read, or is gone, and goes on', async () => {
  const { request, initCode } = factory();
  const chain = { by: 'creation', code: initCode } as const;
  await keep('broken', ['["contract","a.sol","A",{']);
  const compare = (key: string) => workshop.compare({ key, errors: [] }, request, chain);
  await expect(compare('broken')).rejects.toMatchObject({
    kind: 'crashed',
    message: expect.stringContaining('nonsense'),
  });
  await expect(compare('gone')).rejects.toMatchObject({ kind: 'crashed' });
  expect((await workshop.compare(await made(request), request, chain)).outcome).toBe('verified');
});

it('leaves the time of long codes to the process', async () => {
  const { request } = factory();
  const object = `6080604052${'5a'.repeat(400_000)}`;
  const bytecode = { object, sourceMap: '', linkReferences: {}, immutableReferences: {} };
  const evm = { bytecode, deployedBytecode: bytecode, methodIdentifiers: {} };
  await keep(
    'long',
    linesOf({ 'a.sol': { A: { abi: [], evm }, B: { abi: [], evm } } }).map(String),
  );
  const asked = { ...request, target: { file: null, name: null } };
  const chain = { by: 'creation', code: new Uint8Array(30_000).fill(0x5b) } as const;
  const began = performance.eventLoopUtilization();
  const long = { key: 'long', errors: [] };
  expect((await workshop.compare(long, asked, chain)).outcome).toBe('mismatch');
  // It waits most of the time.
  expect(performance.eventLoopUtilization(began).utilization).toBeLessThan(0.7);
});

it.skipIf(process.platform !== 'linux')(
  'who gives up is answered, and the compiler is gone',
  async () => {
    const own = new WorkApart(OPTIONS);
    const stop = new AbortController();
    const work = own.compile(hardJob(), stop.signal);
    await vi.waitFor(() => expect(compilersOf(own.pid)).toHaveLength(1), 20_000);
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    expect(compilersOf(own.pid)).toEqual([]);
  },
);

it.skipIf(process.platform !== 'linux')('gives way to the pages with all its threads', async () => {
  const own = new WorkApart(OPTIONS);
  await own.known('nothing');
  const tasks = `/proc/${own.pid}/task`;
  // The 19th field; the second may hold blanks (proc_pid_stat(5)).
  const nice = readdirSync(tasks).map((task) => {
    const fields = readFileSync(`${tasks}/${task}/stat`, 'utf8').split(') ')[1] ?? '';
    return Number(fields.split(' ')[16]);
  });
  expect(nice.length).toBeGreaterThan(1);
  expect(nice.filter((each) => each <= getPriority())).toEqual([]);
});

it.skipIf(process.platform === 'win32')('goes on when all are told to stop', async () => {
  const own = new WorkApart(OPTIONS);
  await own.known('nothing');
  const before = own.pid;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(Number(before), signal);
  expect(await own.known('nothing')).toBeNull();
  expect(own.pid).toBe(before);
});

it.skipIf(process.platform === 'win32')('one that does not hear any more is killed', async () => {
  const own = new WorkApart(OPTIONS);
  await own.known('nothing');
  const release = findRelease(RELEASE);
  if (release === null) throw new Error('no release');
  process.kill(Number(own.pid), 'SIGSTOP');
  const stop = new AbortController();
  const work = own.ensure(release, stop.signal);
  // Asked, not only on its way.
  await new Promise(setImmediate);
  stop.abort(new Error('enough'));
  await expect(work).rejects.toThrow('enough');
  expect(await own.known('nothing')).toBeNull();
});

it.skipIf(process.platform === 'win32')('whoever gives up ends nobody else’s work', async () => {
  const own = new WorkApart(OPTIONS);
  await own.known('nothing');
  const before = own.pid;
  const release = findRelease(RELEASE);
  if (release === null) throw new Error('no release');
  process.kill(Number(before), 'SIGSTOP');
  const other = own.known('nothing');
  const stop = new AbortController();
  const work = own.ensure(release, stop.signal);
  await new Promise(setImmediate);
  stop.abort(new Error('enough'));
  await expect(work).rejects.toThrow('enough');
  process.kill(Number(before), 'SIGCONT');
  expect(await other).toBeNull();
  expect(own.pid).toBe(before);
});

it('ends when there is nothing to do, and when it is killed says so; then another begins', async () => {
  const own = new WorkApart({ ...OPTIONS, idleMs: 50 });
  expect(own.pid).toBeNull();
  expect(await own.known('nothing')).toBeNull();
  const first = own.pid;
  await vi.waitFor(() => expect(own.pid).toBeNull());
  await vi.waitFor(() => expect(existsSync(`/proc/${first}`)).toBe(false), 5_000);
  const lost = own.compile(hardJob());
  await vi.waitFor(() => expect(own.pid).not.toBeNull());
  process.kill(Number(own.pid), 'SIGKILL');
  await expect(lost).rejects.toMatchObject({
    kind: 'crashed',
    message: expect.stringContaining('ended'),
  });
  expect(await own.known('nothing')).toBeNull();
});

it('tells once that outputs cannot be kept', async () => {
  const heard: unknown[] = [];
  const file = join(dataDir, 'file');
  const own = createWorkshop({
    dataDir: join(file, 'under'),
    registry: null,
    onError: (error) => heard.push(error),
  });
  writeFileSync(file, '');
  const input = (text: string) =>
    JSON.stringify({ language: 'Solidity', sources: { a: { content: text } } });
  for (const text of ['contract A {}', 'contract B {}'])
    await own.compile(RELEASE, input(text), { client: 'test' });
  expect(heard).toHaveLength(1);
});
