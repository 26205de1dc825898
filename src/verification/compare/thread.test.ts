/** The thread says what comparing in place says, and lets others have their turn. */
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import type { CompilerOutput } from '#compiler/output.ts';
import { deployments, recordedCode, sourcesOf } from '#contracts/testing/demo.ts';
import { compile, compileSources } from '#contracts/testing/solc.ts';
import { compareNow, type ChainCode } from './compare.ts';
import { Comparer } from './thread.ts';

const { created, deployed } = await recordedCode();
const comparer = new Comparer();

function factory() {
  const deployment = deployments().get('factory');
  if (deployment === undefined) throw new Error('no factory');
  const { request } = compileSources(sourcesOf(deployment.file), deployment.settings);
  const initCode = created.get(deployment.tx) ?? new Uint8Array(0);
  const code = deployed.get(deployment.address.toLowerCase()) ?? new Uint8Array(0);
  // What is read of an output here is all that matching reads.
  return { request, output: compile(request) as unknown as CompilerOutput, initCode, code };
}

it('tells matches with what they bring along, and why there is none', async () => {
  const { request, output, initCode, code } = factory();
  const chains: ChainCode[] = [
    { by: 'creation', code: initCode },
    { by: 'deployed', code },
    { by: 'creation', code: initCode.slice(1) },
  ];
  const told = await Promise.all(chains.map((chain) => comparer.compare(output, request, chain)));
  expect(told.map(({ outcome }) => outcome)).toEqual(['verified', 'verified', 'mismatch']);
  for (const [at, chain] of chains.entries())
    expect(told[at]).toEqual(compareNow(output, request, chain));
});

it('takes contracts and files of any name', async () => {
  const { request, output, initCode } = factory();
  const contracts = Object.entries(output.contracts).flatMap(([, named]) => Object.entries(named));
  const odd = { ...output, contracts: { ['__proto__']: Object.fromEntries(contracts) } };
  const chain = { by: 'creation', code: initCode } as const;
  const told = await comparer.compare(
    odd,
    { ...request, target: { file: null, name: null } },
    chain,
  );
  expect(told).toMatchObject({ outcome: 'verified', match: { contract: { file: '__proto__' } } });
});

it('says so when an output cannot be handed over, and goes on', async () => {
  const { request, output, initCode } = factory();
  const chain = { by: 'creation', code: initCode } as const;
  const [named = {}] = Object.values(output.contracts);
  const [contract] = Object.values(named);
  if (contract === undefined) throw new Error('no contract');
  const broken = { 'a.sol': { A: { ...contract, abi: [() => null] } } };
  await expect(
    comparer.compare({ ...output, contracts: broken }, request, chain),
  ).rejects.toThrow();
  expect((await comparer.compare(output, request, chain)).outcome).toBe('verified');
});

it('leaves the time of long codes to the thread', async () => {
  const { request, output } = factory();
  const object = `6080604052${'5a'.repeat(400_000)}`;
  const bytecode = { object, sourceMap: '', linkReferences: {}, immutableReferences: {} };
  const evm = { bytecode, deployedBytecode: bytecode, methodIdentifiers: {} };
  const [named = {}] = Object.values(output.contracts);
  const [contract] = Object.values(named);
  if (contract === undefined) throw new Error('no contract');
  const long = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`B${n}`, { ...contract, evm }]),
  );
  const asked = { ...request, target: { file: null, name: null } };
  const chain = { by: 'creation', code: new Uint8Array(30_000).fill(0x5b) } as const;
  const large = { ...output, contracts: { 'a.sol': long } };
  const began = performance.eventLoopUtilization();
  expect((await comparer.compare(large, asked, chain)).outcome).toBe('mismatch');
  // It waits most of the time.
  expect(performance.eventLoopUtilization(began).utilization).toBeLessThan(0.7);
});

it.skipIf(process.platform !== 'linux')('gives way to the thread of the pages', async () => {
  const { request, output, initCode } = factory();
  await comparer.compare(output, request, { by: 'creation', code: initCode });
  // The 19th field; the second may hold blanks (proc_pid_stat(5)).
  const niceOf = (task: string): number => {
    const fields = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1] ?? '';
    return Number(fields.split(' ')[16]);
  };
  const ours = getPriority();
  expect(niceOf(String(process.pid))).toBe(ours);
  expect(readdirSync('/proc/self/task').filter((task) => niceOf(task) > ours)).toHaveLength(1);
});
