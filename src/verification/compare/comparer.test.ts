/** The process says what comparing in place says, and lets others have their turn. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { linesOf } from '#compiler/testing/lines.ts';
import { deployments, recordedCode, sourcesOf } from '#contracts/testing/demo.ts';
import { compile, compileSources } from '#contracts/testing/solc.ts';
import { compareNow, type ChainCode } from './compare.ts';
import { Comparer } from './comparer.ts';

const { created, deployed } = await recordedCode();
const comparer = new Comparer();

function factory() {
  const deployment = deployments().get('factory');
  if (deployment === undefined) throw new Error('no factory');
  const { request } = compileSources(sourcesOf(deployment.file), deployment.settings);
  const initCode = created.get(deployment.tx) ?? new Uint8Array(0);
  const code = deployed.get(deployment.address.toLowerCase()) ?? new Uint8Array(0);
  const { contracts } = compile(request);
  return { request, contracts, output: outputOf(contracts), initCode, code };
}

const outputOf = (contracts: Parameters<typeof linesOf>[0]) => ({
  errors: [],
  sources: {},
  contracts: linesOf(contracts),
});

it('tells matches with what they bring along, and why there is none', async () => {
  const { request, contracts, output, initCode, code } = factory();
  const chains: ChainCode[] = [
    { by: 'creation', code: initCode },
    { by: 'deployed', code },
    { by: 'creation', code: initCode.slice(1) },
  ];
  const told = await Promise.all(chains.map((chain) => comparer.compare(output, request, chain)));
  expect(told.map(({ outcome }) => outcome)).toEqual(['verified', 'verified', 'mismatch']);
  for (const [at, chain] of chains.entries())
    expect(told[at]).toEqual(compareNow({ contracts }, request, chain));
});

it('takes contracts and files of any name', async () => {
  const { request, contracts, initCode } = factory();
  const named = Object.values(contracts).flatMap((each) => Object.entries(each));
  const odd = outputOf({ ['__proto__']: Object.fromEntries(named) });
  const chain = { by: 'creation', code: initCode } as const;
  const told = await comparer.compare(
    odd,
    { ...request, target: { file: null, name: null } },
    chain,
  );
  expect(told).toMatchObject({ outcome: 'verified', match: { contract: { file: '__proto__' } } });
});

it('says so when an output cannot be read, and goes on', async () => {
  const { request, output, initCode } = factory();
  const chain = { by: 'creation', code: initCode } as const;
  const broken = [[Buffer.from('["contract","a.sol","A",{')]];
  await expect(
    comparer.compare({ ...output, contracts: broken }, request, chain),
  ).rejects.toMatchObject({ kind: 'crashed', message: expect.stringContaining('nonsense') });
  expect((await comparer.compare(output, request, chain)).outcome).toBe('verified');
});

it('leaves the time of long codes to the process', async () => {
  const { request, contracts } = factory();
  const object = `6080604052${'5a'.repeat(400_000)}`;
  const bytecode = { object, sourceMap: '', linkReferences: {}, immutableReferences: {} };
  const evm = { bytecode, deployedBytecode: bytecode, methodIdentifiers: {} };
  const [named = {}] = Object.values(contracts);
  const [contract] = Object.values(named);
  if (contract === undefined) throw new Error('no contract');
  const long = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`B${n}`, { ...contract, evm }]),
  );
  const asked = { ...request, target: { file: null, name: null } };
  const chain = { by: 'creation', code: new Uint8Array(30_000).fill(0x5b) } as const;
  const large = outputOf({ 'a.sol': long });
  const began = performance.eventLoopUtilization();
  expect((await comparer.compare(large, asked, chain)).outcome).toBe('mismatch');
  // It waits most of the time.
  expect(performance.eventLoopUtilization(began).utilization).toBeLessThan(0.7);
});

it.skipIf(process.platform !== 'linux')('gives way to the pages with all its threads', async () => {
  const { request, output, initCode } = factory();
  await comparer.compare(output, request, { by: 'creation', code: initCode });
  const tasks = `/proc/${comparer.pid}/task`;
  // The 19th field; the second may hold blanks (proc_pid_stat(5)).
  const nice = readdirSync(tasks).map((task) => {
    const fields = readFileSync(`${tasks}/${task}/stat`, 'utf8').split(') ')[1] ?? '';
    return Number(fields.split(' ')[16]);
  });
  expect(nice.length).toBeGreaterThan(1);
  expect(nice.filter((each) => each <= getPriority())).toEqual([]);
});

it('ends when there is nothing to do, and when it is killed says so; then another begins', async () => {
  const { request, output, initCode } = factory();
  const chain = { by: 'creation', code: initCode } as const;
  const own = new Comparer({ idleMs: 50 });
  expect(own.pid).toBeNull();
  expect((await own.compare(output, request, chain)).outcome).toBe('verified');
  const first = own.pid;
  await vi.waitFor(() => expect(own.pid).toBeNull());
  await vi.waitFor(() => expect(existsSync(`/proc/${first}`)).toBe(false), 5_000);
  const lost = own.compare(output, request, chain);
  process.kill(Number(own.pid), 'SIGKILL');
  await expect(lost).rejects.toThrow('has ended');
  expect((await own.compare(output, request, chain)).outcome).toBe('verified');
});
