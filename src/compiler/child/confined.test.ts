import { spawnSync } from 'node:child_process';
import { constants, createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { compile, failure, told } from '../testing/run.ts';
import { command } from './command.ts';

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
  expect((await command(0, [])).arguments.includes('--net')).toBe(status === 0);
});
