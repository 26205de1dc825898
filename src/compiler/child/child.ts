/**
 * The process that runs one compiler once. It is told by its arguments how many bytes of standard
 * input are the compiler (a soljson.js) and how many the standard JSON input, how long the output may
 * be and how long it may take; it answers on standard output in lines (`../parts.ts` reads them).
 *
 * The compiler is a stranger. It runs in a global scope of its own that has what the language has and
 * nothing of Node: no function or object of this scope is ever handed in, only strings go in and out.
 * Should it find its way into this scope all the same, there is nothing to be found: before it runs,
 * everything that could open a socket, a file or a process is taken away, and strings are not run as
 * code here (the parent's flags). This file imports no other, as the process may read this one only.
 */
import { Buffer } from 'node:buffer';
import { readSync, writeSync } from 'node:fs';
import { constants, createContext, runInContext } from 'node:vm';

const STDIN = 0;
const STDOUT = 1;

/** How many characters of words from the compiler are passed on. */
const WORDS = 500;

/**
 * What the compiler's scope has beyond the language. Emscripten's code wants `print` and `console` where there
 * is neither a browser nor Node; compilers of 0.6.9 to 0.8.13 decode themselves from base64, by code of
 * their own that takes 700 MB where there is no `atob`.
 */
const SCOPE = `
var Module = { print() {}, printErr() {} };
var print = () => {}, printErr = print, console = {};
var atob = (text) => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const values = new Uint8Array(256);
  for (let i = 0; i < 64; i++) values[digits.charCodeAt(i)] = i;
  const length = text.replace(/=+$/, '').length;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  for (let i = 0, at = 0, bits = 0; i < length; i++) {
    bits = (bits << 6) | values[text.charCodeAt(i)];
    if (i % 4 > 0) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  return binary(bytes);
};
var binary = (bytes) => {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + 8192)));
  return parts.join('');
};
`;

/**
 * Calls the compiler: `input` and what comes back have a character per byte. All compilers since
 * 0.4.11 take standard JSON; since 0.5.0 the function has its present name. Without a callback (0) an
 * import that is not among the sources is answered "not found" by the compiler itself.
 */
const CALL = `
(() => {
  const compile = Module._solidity_compile || Module._compileStandard;
  const at = Module._malloc(input.length + 1) >>> 0;
  const memory = Module.HEAPU8;
  for (let i = 0; i < input.length; i++) memory[at + i] = input.charCodeAt(i);
  memory[at + input.length] = 0;
  const start = compile(at | 0, 0, 0) >>> 0;
  const end = Module.HEAPU8.indexOf(0, start);
  if (end < 0 || end - start > outputLimit) throw 'output too large';
  return binary(Module.HEAPU8.subarray(start, end));
})()
`;

const [compilerBytes = 0, inputBytes = 0, outputLimit = 0, milliseconds = 0] = process.argv
  .slice(2)
  .map(Number);

// Kept, as its global name goes. (Importing it would open its streams, which no longer wait.)
const self = process as typeof process & { reallyExit: (code: number) => never };
const exit = self.reallyExit.bind(self);

/** Reads so many bytes of standard input; leaves when the parent is gone before they came. */
function take(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const read = readSync(STDIN, bytes, at, length - at, null);
    if (read === 0) exit(1);
    at += read;
  }
  return bytes;
}

function say(...part: unknown[]): void {
  const line = Buffer.from(`${JSON.stringify(part)}\n`);
  for (let at = 0; at < line.length;) at += writeSync(STDOUT, line, at);
}

/** Takes from this scope all that the language itself does not have; fails when something stays. */
function lockDown(languageNames: ReadonlySet<string>): void {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!languageNames.has(name) && !Reflect.deleteProperty(globalThis, name))
      throw new Error(`${name} stays`);
  Object.setPrototypeOf(self, null);
  for (const key of Reflect.ownKeys(self)) Reflect.deleteProperty(self, key);
}

/** What a contract's output is used for; the oldest compilers give more than was asked of them. */
const CONTRACT = [
  'abi',
  'metadata',
  'userdoc',
  'devdoc',
  'storageLayout',
  'transientStorageLayout',
];
const EVM = ['bytecode', 'deployedBytecode', 'methodIdentifiers'];

const pick = (value: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(entriesOf(value).filter(([name]) => names.includes(name)));

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Passes the output on in parts, so that the parent never has to take in all of it at once. */
function tell(output: unknown): void {
  if (typeof output !== 'object' || output === null) throw new Error('no object');
  const { errors, sources, contracts } = output as Record<string, unknown>;
  if (Array.isArray(errors)) for (const error of errors) say('error', error);
  for (const [file, source] of entriesOf(sources)) say('source', file, pick(source, ['id']));
  for (const [file, named] of entriesOf(contracts))
    for (const [name, contract] of entriesOf(named)) {
      const evm = entriesOf(contract).find(([key]) => key === 'evm')?.[1];
      say('contract', file, name, { ...pick(contract, CONTRACT), evm: pick(evm, EVM) });
    }
  say('end');
}

const compiler = take(compilerBytes).toString('utf8');
const input = take(inputBytes).toString('latin1');
const scope = createContext(constants.DONT_CONTEXTIFY, { microtaskMode: 'afterEvaluate' });
// V8 puts a console into every scope.
const names = runInContext(
  'delete globalThis.console, Object.getOwnPropertyNames(globalThis).join()',
  scope,
) as string;
lockDown(new Set(names.split(',')));
try {
  runInContext(SCOPE, scope);
  Object.assign(scope, { input, outputLimit });
  runInContext(compiler, scope, { filename: 'soljson.js', timeout: milliseconds });
  const output: unknown = runInContext(CALL, scope, { timeout: milliseconds });
  if (typeof output !== 'string') throw new Error('no text');
  tell(JSON.parse(Buffer.from(output, 'latin1').toString('utf8')));
} catch (error) {
  say('failed', String(error).slice(0, WORDS));
}
exit(0);
