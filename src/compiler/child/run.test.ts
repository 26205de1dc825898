import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, createContext, runInContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { CompilerError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Limits } from '../limits.ts';
import { contractsOf } from '../contracts.ts';
import type { CompiledContracts, CompilerOutput } from '../output.ts';
import { fakeCompiler, tellingCompiler } from '../testing/fake.ts';
import { hasNamespace } from './command.ts';
import { run } from './run.ts';

const require = createRequire(import.meta.url);
const [NEWEST = Buffer.of(), DEMOS = Buffer.of()] = ['solc', 'solc-0.8.23'].map((name) =>
  readFileSync(require.resolve(`${name}/soljson.js`)),
);
const MIB = 1024 * 1024;

function solidity(sources: Record<string, string>, settings: object = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      language: 'Solidity',
      sources: Object.fromEntries(
        Object.entries(sources).map(([file, content]) => [file, { content }]),
      ),
      settings: {
        outputSelection: {
          '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'] },
        },
        ...settings,
      },
    }),
  );
}

/** An output whose contracts have been read. */
type Read = Omit<CompilerOutput, 'contracts'> & { contracts: CompiledContracts };

async function compile(
  compiler: Buffer,
  input: Buffer = Buffer.from('{}'),
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
): Promise<Read> {
  const { output } = await run({ compiler, input, limits: { ...LIMITS, ...limits }, signal });
  return { ...output, contracts: await contractsOf(output.contracts) };
}

/** What the only contract of a telling compiler told. */
async function told(body: string): Promise<string | undefined> {
  const { contracts } = await compile(tellingCompiler(body));
  return contracts['file']?.['name']?.metadata;
}

async function failure(work: Promise<unknown>): Promise<CompilerError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CompilerError) return error;
  throw new Error('no CompilerError', { cause: error });
}

/** What a process was started with; empty when there is none. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const errorsOf = ({ errors }: Read) =>
  errors.filter(({ severity }) => severity === 'error').map(({ message }) => message);

const SOURCE = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n';

it.each([
  ['0.8.37+commit.f401782d', NEWEST],
  ['0.8.23+commit.f704f362', DEMOS],
])('%s compiles', async (version, compiler) => {
  const output = await compile(
    compiler,
    solidity({
      'a/é.sol': `${SOURCE}contract A { uint immutable x = 1; string s = unicode"é漢"; function f() public view returns (uint) { return x; } }`,
    }),
  );
  expect(errorsOf(output)).toEqual([]);
  const contract = output.contracts['a/é.sol']?.['A'];
  expect(contract?.evm.bytecode.object).toMatch(/^60[0-9a-f]{300,}$/);
  expect(Object.values(contract?.evm.deployedBytecode.immutableReferences ?? {})).toEqual([
    [{ start: expect.any(Number) as number, length: 32 }],
  ]);
  const metadata: unknown = JSON.parse(contract?.metadata ?? '');
  expect(metadata).toMatchObject({
    compiler: { version },
    settings: { compilationTarget: { 'a/é.sol': 'A' } },
  });
  expect(contract?.abi).toHaveLength(1);
});

it('files and contracts may be called __proto__', async () => {
  const output = await compile(
    NEWEST,
    solidity({
      __proto__x: `${SOURCE}contract B {}`,
      ['__proto__']: `${SOURCE}import "__proto__x"; contract __proto__ { } contract constructor_ is B { }`,
    }),
  );
  expect(errorsOf(output)).toEqual([]);
  expect(Object.keys(output.contracts).sort()).toEqual(['__proto__', '__proto__x']);
  const named = Object.entries(output.contracts).find(([file]) => file === '__proto__')?.[1] ?? {};
  expect(Object.keys(named).sort()).toEqual(['__proto__', 'constructor_']);
  expect(Object.hasOwn(named, '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(output.contracts)).toBe(Object.prototype);
});

it('an import that is not among the sources is not found, whatever it names', async () => {
  const files = [
    '/etc/passwd',
    'file:///etc/passwd',
    'https://example.org/a.sol',
    '../../package.json',
    '/dev/zero',
  ];
  const output = await compile(
    NEWEST,
    solidity({
      'a.sol': SOURCE + files.map((file) => `import ${JSON.stringify(file)};`).join('\n'),
    }),
  );
  expect(errorsOf(output)).toHaveLength(files.length);
  for (const words of errorsOf(output))
    expect(words).toMatch(/not found: File not supplied initially/);
});

it('a source by URL alone is not read either', async () => {
  const input = JSON.stringify({
    language: 'Solidity',
    sources: { a: { urls: ['/etc/passwd', 'https://example.org/a'] } },
  });
  expect((await compile(NEWEST, Buffer.from(input))).errors[0]?.formattedMessage).toMatch(
    /No import callback supplied/,
  );
});

it('bytes that are no JSON are answered by the compiler', async () => {
  const output = await compile(NEWEST, Buffer.of(0xff, 0xfe, 0x7b));
  expect(errorsOf(output)).toHaveLength(1);
});

it('the compiler has the language and nothing else', async () => {
  const names = await told('return Object.getOwnPropertyNames(globalThis).join()');
  const scope = createContext(constants.DONT_CONTEXTIFY);
  const language = runInContext('Object.getOwnPropertyNames(globalThis).join()', scope) as string;
  const own = ['Module', 'print', 'printErr', 'atob', 'binary', 'input', 'outputLimit'];
  expect(await told('return JSON.stringify(console)')).toBe('{}');
  expect(names?.split(',').sort()).toEqual([...language.split(','), ...own].sort());
});

/** Ways to what can open a socket, a file or a process; each gives what it found, or throws. */
const ESCAPES = [
  'return process',
  'return globalThis.process.binding("tcp_wrap")',
  'return require("net")',
  'return module.constructor._load("net")',
  'return fetch("http://127.0.0.1")',
  'return new WebSocket("ws://127.0.0.1")',
  'return new EventSource("http://127.0.0.1")',
  'return this.constructor.constructor("return process")()',
  'return Function("return process")()',
  'return (0, eval)("process")',
  'return new (Object.getPrototypeOf(async () => {}).constructor)("return process")().then.process.pid',
  'return Module.constructor.constructor("return process.getBuiltinModule(\'net\')")()',
  'return input.constructor.constructor("return process")()',
  'return outputLimit.constructor.constructor("return process")()',
  'return WebAssembly.Module.constructor("return process")()',
  'return internalBinding("tcp_wrap")',
  'return (function f() { return f.caller.caller.caller.constructor("return process")() })()',
  'let found; Error.prepareStackTrace = (_, sites) => { found = sites.map((site) => site.getThis() ?? site.getFunction()).find((one) => one && one !== globalThis && !(one instanceof Object)); }; new Error().stack; if (!found) throw 0; return found',
  'let found; try { (function deep() { deep() })() } catch (error) { found = error.constructor.constructor("return process")() } return found',
];

it.each(ESCAPES)('%s leads nowhere', async (way) => {
  const answer = await told(
    `try { const found = (() => { ${way} })(); return 'found ' + typeof found } catch (error) { return 'nothing' }`,
  );
  expect(answer).toBe('nothing');
});

/** The error of a refused import() is Node's own: what a compiler can reach through it. */
const throughImport = (way: string) =>
  Buffer.from(`
    let told = 'pending';
    import('node:net').then(() => { told = 'imported' }, (error) => {
      try { told = String((() => { ${way} })()) } catch (thrown) { told = 'nothing: ' + thrown }
    });
    Module._malloc = () => 0;
    Module.HEAPU8 = new Uint8Array(8);
    Module._solidity_compile = () => { throw told };
  `);

it.each([
  ['return "refused " + error.code', /refused ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING/],
  ['return error.constructor.constructor("return process")()', /nothing: EvalError/],
  ['return error.constructor.constructor("return globalThis")().fetch', /nothing: EvalError/],
])('import() is refused, and %s finds nothing', async (way, expected) => {
  const { kind, message } = await failure(compile(throughImport(way)));
  expect(kind).toBe('crashed');
  expect(message).toMatch(expected);
});

it('a network namespace takes the network, where the system allows one', async () => {
  const { status } = spawnSync('/usr/bin/unshare', ['--user', '--net', '--', '/bin/true']);
  expect(await hasNamespace()).toBe(status === 0);
});

it('an endless loop is killed', async () => {
  const { kind, message } = await failure(
    compile(fakeCompiler('for (;;);'), undefined, { milliseconds: 1_500 }),
  );
  expect(kind).toBe('tooLong');
  expect(message).toBe('The compiler took longer than 1.5 seconds.');
});

it.skipIf(process.platform !== 'linux')('one that could hardly run is told so', async () => {
  const waiting = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return ""';
  const { kind, message } = await failure(
    compile(fakeCompiler(waiting), undefined, { milliseconds: 2_000 }),
  );
  expect(kind).toBe('tooBusy');
  expect(message).toMatch(/^The compiler took longer than 2 seconds, .* for 0\.\d of them\./);
});

it.each([
  ['buffers', 'const kept = []; for (;;) kept.push(new Uint8Array(1 << 24).fill(1));'],
  ['objects', 'const kept = []; for (;;) kept.push({ some: [kept.length] });'],
  [
    'text',
    'let text = "a"; const kept = []; for (;;) { text = (text + text).slice(0, 1e8); kept.push([...text]); }',
  ],
])('a compiler that takes memory as %s is killed', async (_, body) => {
  const { kind } = await failure(
    compile(fakeCompiler(body), undefined, { residentBytes: 300 * MIB }),
  );
  expect(kind).toBe('tooLarge');
});

it.each([
  ['one text', 'return "a".repeat(300 * 1024 * 1024);'],
  [
    'many contracts',
    'const one = { metadata: "a".repeat(100_000) }; const contracts = {}; for (let i = 0; i < 500; i++) contracts[i] = { i: one }; return JSON.stringify({ contracts });',
  ],
])('output without end is cut off: %s', async (_, body) => {
  const { kind, message } = await failure(
    compile(fakeCompiler(body), undefined, { outputBytes: 8 * MIB }),
  );
  expect([kind, message]).toEqual([
    'outputTooLarge',
    "The compiler's output is longer than 8 MiB.",
  ]);
});

it('a contract whose output alone keeps others waiting is refused', async () => {
  const { kind, message } = await failure(
    compile(tellingCompiler('return "a".repeat(5 * 1024 * 1024)')),
  );
  expect([kind, message]).toEqual(['outputTooLarge', "A contract's output is longer than 4 MiB."]);
});

it.each([NEWEST, DEMOS])(
  'the stack is deep enough for what the compiler itself refuses',
  async (compiler) => {
    const nested = `${'('.repeat(300)}a${')'.repeat(300)}`;
    const source = `${SOURCE}contract A { function f(uint a) public pure returns (uint) { return ${nested}; } }`;
    expect(errorsOf(await compile(compiler, solidity({ a: source })))).toEqual([
      'Maximum recursion depth reached during parsing.',
    ]);
  },
);

it.each([
  ['throws', 'throw new Error("unreachable")', /ended without output: Error: unreachable/],
  ['throws what cannot be told', 'throw { toString() { return {} } }', /ended without output/],
  ['writes no JSON', 'return "no"', /JSON/],
  ['writes no object', 'return "7"', /no object/],
])('a compiler that %s has crashed', async (_, body, words) => {
  const { kind, message } = await failure(compile(fakeCompiler(body)));
  expect(kind).toBe('crashed');
  expect(message).toMatch(words);
});

it('a file that is no compiler has crashed', async () => {
  expect((await failure(compile(Buffer.from('syntax error')))).kind).toBe('crashed');
  expect((await failure(compile(Buffer.from('')))).kind).toBe('crashed');
});

it('output of any shape is taken for what it is', async () => {
  const strange = {
    errors: [null, 7, { severity: 'warning', message: {} }],
    sources: { a: null, b: { id: 'x' } },
    contracts: {
      f: {
        a: null,
        b: { abi: 7, evm: { bytecode: { object: 7, linkReferences: { l: [] } } } },
        c: 7,
      },
      g: 7,
    },
  };
  const output = await compile(fakeCompiler(`return ${JSON.stringify(JSON.stringify(strange))}`));
  expect(output.errors.map(({ severity }) => severity)).toEqual(['error', 'error', 'warning']);
  expect(output.sources).toEqual({ a: { id: null }, b: { id: null } });
  expect(Object.keys(output.contracts['f'] ?? {})).toEqual(['a', 'b', 'c']);
  expect(output.contracts['f']?.['b']?.evm.bytecode).toEqual({
    object: '',
    sourceMap: '',
    linkReferences: { l: {} },
    immutableReferences: {},
  });
});

it('whoever gives up kills it', async () => {
  const stop = new AbortController();
  const work = compile(fakeCompiler('for (;;);'), undefined, {}, stop.signal);
  setTimeout(() => stop.abort(new Error('enough')), 200);
  await expect(work).rejects.toThrow('enough');
  await expect(compile(NEWEST, undefined, {}, stop.signal)).rejects.toThrow('enough');
});

/** A process that runs an endless compiler, and the compiler's. */
async function endless() {
  const modules = ['child/run.ts', 'limits.ts', 'testing/fake.ts'].map((file) =>
    JSON.stringify(new URL(`../${file}`, import.meta.url)),
  );
  const script = `
    const [{ run }, { LIMITS }, { fakeCompiler }] = await Promise.all([${modules.map((file) => `import(${file})`).join()}]);
    void run({ compiler: fakeCompiler('for (;;);'), input: Buffer.from('{}'), limits: LIMITS });
    console.log('started');
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(parent.stdout, 'data');
  const children = `/proc/${parent.pid}/task/${parent.pid}/children`;
  await until(() => commandOf(Number(readFileSync(children, 'utf8'))).includes('child.ts'));
  return { parent, pid: Number(readFileSync(children, 'utf8')) };
}

it('it dies with the process that started it', async () => {
  const { parent, pid } = await endless();
  parent.kill('SIGKILL');
  await until(() => !commandOf(pid).includes('child.ts'));
});

/** Whether Linux shares the processors out by session. */
function hasAutogroups(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() === '1';
  } catch {
    return false;
  }
}

it.skipIf(!hasAutogroups())('its session gives way to that of the pages', async () => {
  const { parent, pid } = await endless();
  try {
    const group = () => readFileSync(`/proc/${pid}/autogroup`, 'utf8');
    await vi.waitFor(() => expect(group()).toMatch(/nice [1-9]/), 3_000);
  } finally {
    parent.kill('SIGKILL');
  }
});
