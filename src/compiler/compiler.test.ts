import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createCompiler } from './compiler.ts';
import type { CompilerOptions } from './compiler.ts';
import { contractsOf } from './contracts.ts';
import type { CompilerOutput } from './output.ts';
import { Queue } from './queue.ts';
import { startRegistry } from './testing/registry.ts';
import { fairFailure } from './testing/run.ts';
import { LocalWork } from './work.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sextant-compiler-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const compilerOf = ({ registry = null, ...options }: Partial<CompilerOptions> = {}) =>
  createCompiler({ dataDir, registry, work: new LocalWork({ dataDir, registry }), ...options });
/** An output's contracts, by whoever finds them where outputs are kept. */
const contractsAt = async (key: string) =>
  contractsOf((await new LocalWork({ dataDir, registry: null }).contracts(key)) ?? []);
const CLIENT = { client: '192.0.2.1' };
const DEMO = 'v0.8.23+commit.f704f362';

const input = (content: string, settings: object = {}) =>
  JSON.stringify({
    language: 'Solidity',
    sources: { 'a.sol': { content } },
    settings: {
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'metadata'] } },
      ...settings,
    },
  });
const SMALL = input('contract A {}');

it('compiles by long and short version', async () => {
  const compiler = compilerOf();
  for (const version of [DEMO, '0.8.23', '0.8.37']) {
    const { key } = await compiler.compile(version, SMALL, CLIENT);
    expect((await contractsAt(key))['a.sol']?.['A']?.evm.bytecode.object).toMatch(/^60806040/);
  }
  expect(await compiler.has(DEMO)).toBe(true);
  expect(await compiler.has('0.4.11')).toBe(false);
  expect(await compiler.has('0.8.23-nightly.2023.10.1')).toBe(false);
});

it('gives what the package itself gives, for every contract of the demo chain', async () => {
  const folder = 'data/demo-chain/contracts';
  const files = readdirSync(folder);
  const text = JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]),
    ),
    settings: {
      evmVersion: 'paris',
      outputSelection: {
        '*': {
          '*': [
            'abi',
            'metadata',
            'userdoc',
            'devdoc',
            'storageLayout',
            'evm.bytecode',
            'evm.deployedBytecode',
            'evm.methodIdentifiers',
          ],
        },
      },
    },
  });
  const solc = createRequire(import.meta.url)('solc-0.8.23') as { compile(input: string): string };
  const expected = JSON.parse(solc.compile(text)) as CompilerOutput;
  const { errors, key } = await compilerOf().compile(DEMO, text, CLIENT);
  const contracts = await contractsAt(key);
  // Warnings are not told.
  expect([expected.errors.length > 0, errors]).toEqual([true, []]);
  expect(Object.keys(contracts).sort()).toEqual(files.sort());
  expect(expected.contracts).toMatchObject(withoutEmpty(contracts));
});

/** What the package leaves out where there is nothing is empty here. */
function withoutEmpty(value: unknown): object {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      (key === 'immutableReferences' || key === 'linkReferences') &&
      Object.keys(inner as object).length === 0
        ? undefined
        : inner,
    ),
  ) as object;
}

it('what is asked for again is answered from what was made', async () => {
  const compiler = compilerOf({ queue: new Queue({ slots: 1 }) });
  let started = 0;
  const ask = (version: string, text: string, client = CLIENT.client) =>
    compiler.compile(version, text, { client, onStart: () => (started += 1) });
  const other = `${SMALL}  `;
  const [first, second] = await Promise.all([ask(DEMO, other), ask(DEMO, other)]);
  expect(second).toEqual(first);
  expect(await ask('0.8.23', other, 'another')).toEqual(first);
  expect(started).toBe(1);
  const keys = [(await ask('0.8.37', other)).key, (await ask(DEMO, `${other} `)).key];
  expect(new Set([first.key, ...keys]).size).toBe(3);
});

it.each([
  'v0.8.24-nightly.2023.12.1+commit.12345678',
  '0.4.10',
  'v0.8.1+commit.df193b15',
  'vyper:0.3.10',
  '__proto__',
  'x'.repeat(1e6),
])('no release is called %.40s', async (version) => {
  const work = compilerOf().compile(version, SMALL, CLIENT);
  await expect(work).rejects.toMatchObject({ kind: 'unknownVersion', retryAfter: 0 });
  await work.catch(({ message }: Error) => expect(message.length).toBeLessThan(250));
});

it.each([
  ['v0.8.1+commit.df193b15', 'v0.8.0+commit.c7dfd78e and v0.8.2+commit.661d1103'],
  ['0.4.12', 'v0.4.11+commit.68ef5810 and v0.4.13+commit.0fb4cb1a'],
])('who asks for %s is told which are next to it', async (version, near) => {
  const registry = 'http://127.0.0.1:1';
  const asked = [
    compilerOf({ registry }).compile(version, SMALL, CLIENT),
    compilerOf().compile(version, SMALL, CLIENT),
  ];
  const [fetching = '', offline = ''] = await Promise.all(
    asked.map((work) => work.then(String, ({ message }: Error) => message)),
  );
  expect(fetching).toMatch(`Nearest of those that can be had here: ${near}.`);
  // Only those that are installed.
  expect(offline).toMatch(`can be had here: ${DEMO}.`);
});

it('a release that is not here is code for the caller, and a lying registry is no source', async () => {
  await expect(compilerOf().compile('0.5.17', SMALL, CLIENT)).rejects.toMatchObject({
    kind: 'notFetched',
  });
  const registry = await startRegistry((_, response) => response.end('not solc'));
  const work = compilerOf({ registry: registry.url }).compile('0.5.17', SMALL, CLIENT);
  await expect(work).rejects.toMatchObject({ kind: 'notFetched' });
  expect(registry.asked).toEqual(['/solc/-/solc-0.5.17.tgz']);
  registry.close();
});

it('an input of 100 MB is refused at once', async () => {
  const work = compilerOf().compile(DEMO, 'é'.repeat(50 * 1024 * 1024), CLIENT);
  await expect(work).rejects.toMatchObject({
    kind: 'inputTooLarge',
    message: 'The input is longer than 16 MiB.',
  });
});

it('an input longer than the compiler’s stack reaches it', async () => {
  const work = await compilerOf().compile(
    DEMO,
    input(`// ${'x'.repeat(6 * 1024 * 1024)}\ncontract A {}`),
    CLIENT,
  );
  expect(Object.keys(await contractsAt(work.key))).toEqual(['a.sol']);
});

/** As many functions as the optimiser has to do with. */
const HARD = input(
  `contract A { ${Array.from({ length: 3000 }, (_, n) => `function f${n}(uint a, uint b) public pure returns (uint) { unchecked { for (uint i = 0; i < ${n}; i++) { a = a * b + i ** ${n}; b ^= a; } } return a; }`).join('\n')} }`,
  { optimizer: { enabled: true, runs: 1_000_000 }, viaIR: true },
);

it('real sources that take too long are killed, and the slot is free again', async () => {
  const compiler = compilerOf({ limits: { milliseconds: 2_000 }, queue: new Queue({ slots: 1 }) });
  const { kind } = await fairFailure(() => compiler.compile(DEMO, HARD, CLIENT));
  expect(kind).toBe('tooLong');
  await compiler.compile(DEMO, SMALL, CLIENT);
  // The same again costs nothing, whoever asks.
  let started = false;
  const again = compiler.compile(DEMO, HARD, {
    client: 'another',
    onStart: () => (started = true),
  });
  await expect(again).rejects.toMatchObject({
    kind: 'tooLong',
    message: expect.stringMatching(/^The compiler took longer than 2 seconds\. .* same input/),
  });
  expect(started).toBe(false);
});

it('real sources that take too much memory are killed', async () => {
  // Of time it may take what it wants: a compiler gives way to the tests beside it.
  const limits = { residentBytes: 230 * 1024 * 1024, milliseconds: 240_000 };
  const work = compilerOf({ limits }).compile(DEMO, HARD, CLIENT);
  await expect(work).rejects.toMatchObject({ kind: 'tooLarge' });
});

it('real sources of which more comes out than is taken are cut off', async () => {
  const base = `contract B { ${Array.from({ length: 400 }, (_, n) => `function f${n}() public {}`).join('\n')} }\n`;
  const many = base + Array.from({ length: 100 }, (_, n) => `contract C${n} is B {}`).join('\n');
  const limits = { outputBytes: 1024 * 1024 };
  const work = compilerOf({ limits }).compile(DEMO, input(many), CLIENT);
  await expect(work).rejects.toMatchObject({ kind: 'outputTooLarge' });
});

it('who gives up is answered at once', async () => {
  const stop = new AbortController();
  const work = compilerOf().compile(DEMO, HARD, { ...CLIENT, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('enough')), 700);
  await expect(work).rejects.toThrow('enough');
});
