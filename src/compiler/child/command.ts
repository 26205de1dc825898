/** How the child is started: by Node with what it may do, within what the system offers. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg, platform } from 'node:os';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';

const CHILD = join(import.meta.dirname, 'child.ts');
/** V8's heap; what compilers allocate themselves (WebAssembly, asm.js) comes on top. */
const HEAP_MIB = 640;
/** Deep syntax trees need a deep stack; POSIX systems give 8 MiB. */
const STACK_KIB = 3_900;
const PAGE_BYTES = 65_536;
/** Processes that want a processor, of each: with more there is hardly any time left over. */
const SATURATED = 1.5;

export interface Command {
  file: string;
  arguments: string[];
  options: { cwd: string; env: Record<string, string> };
}

/** Tools of util-linux, where they lie; null where there are none. */
function tool(name: string): string | null {
  return ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync) ?? null;
}

/**
 * What may stand before the command, the best first: a network namespace without any interface that is
 * up, and the kernel's word to kill the child when its parent dies.
 */
function wrappings(): string[][] {
  if (platform() !== 'linux') return [[]];
  const unshare = tool('unshare');
  const setpriv = tool('setpriv');
  const own = unshare === null ? [] : [unshare, '--user', '--net', '--'];
  const dying = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--'];
  return [[...own, ...dying], dying, own, []];
}

// No environment but what Windows starts no process without.
const OPTIONS: Command['options'] = {
  cwd: parse(process.execPath).root,
  env:
    process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? 'C:\\Windows' } : {},
};

async function works(wrapping: readonly string[]): Promise<boolean> {
  const [file, ...rest] = [...wrapping, process.execPath, '--version'];
  if (file === undefined) return false;
  return promisify(execFile)(file, rest, { ...OPTIONS, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

let wrapping: Promise<string[]> | undefined;
let leftover: Promise<string[]> | undefined;

/** The first of the wrappings that this system lets us have; tried once. */
function best(): Promise<string[]> {
  wrapping ??= (async () => {
    for (const candidate of wrappings()) if (await works(candidate)) return candidate;
    return [];
  })();
  return wrapping;
}

/**
 * Stands before all: the kernel runs what this starts in the time that nobody else wants (SCHED_IDLE,
 * sched(7)), so that whoever wakes up to answer goes first. On a saturated machine there is no such
 * time, and the child has its share by priority instead (`../priority.ts`).
 */
async function givingWay(): Promise<string[]> {
  const [load = 0] = loadavg();
  if (platform() !== 'linux' || load > SATURATED * availableParallelism()) return [];
  leftover ??= (async () => {
    const chrt = tool('chrt');
    const idle = chrt === null ? [] : [chrt, '--idle', '0'];
    return idle.length > 0 && (await works(idle)) ? idle : [];
  })();
  return leftover;
}

/** Whether a compilation has a network namespace of its own here. */
export async function hasNamespace(): Promise<boolean> {
  return (await best()).includes('--net');
}

/**
 * The command of a compilation whose WebAssembly may take `residentBytes`; `numbers` are the child's
 * arguments. Node's permission model refuses all files but the child's own, child processes, threads,
 * addons, WASI and the inspector.
 */
export async function command(residentBytes: number, numbers: readonly number[]): Promise<Command> {
  const [file = process.execPath, ...rest] = [
    ...(await givingWay()),
    ...(await best()),
    process.execPath,
    '--permission',
    `--allow-fs-read=${CHILD}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    `--max-old-space-size=${HEAP_MIB}`,
    `--wasm-max-mem-pages=${Math.floor(residentBytes / PAGE_BYTES)}`,
    ...(process.platform === 'win32' ? [] : [`--stack-size=${STACK_KIB}`]),
    CHILD,
    ...numbers.map(String),
  ];
  return { file, arguments: rest, options: OPTIONS };
}
