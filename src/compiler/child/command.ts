/** How the child is started: by Node with what it may do, within what the system offers. */
import { platform } from 'node:os';
import { join } from 'node:path';
import { BARE, tool, works } from '../tools.ts';

const CHILD = join(import.meta.dirname, 'child.ts');
/** V8's heap; what compilers allocate themselves (WebAssembly, asm.js) comes on top. */
const HEAP_MIB = 640;
/** Deep syntax trees need a deep stack; POSIX systems give 8 MiB. */
const STACK_KIB = 3_900;
const PAGE_BYTES = 65_536;

export interface Command {
  file: string;
  arguments: string[];
  options: typeof BARE;
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

let wrapping: Promise<string[]> | undefined;

/** The first of the wrappings that this system lets us have; tried once. */
function best(): Promise<string[]> {
  wrapping ??= (async () => {
    for (const candidate of wrappings()) if (await works(candidate)) return candidate;
    return [];
  })();
  return wrapping;
}

/**
 * The command of a compilation whose WebAssembly may take `residentBytes`; `numbers` are the child's
 * arguments. Node's permission model refuses all files but the child's own, child processes, threads,
 * addons, WASI and the inspector.
 */
export async function command(residentBytes: number, numbers: readonly number[]): Promise<Command> {
  const [file = process.execPath, ...rest] = [
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
  return { file, arguments: rest, options: BARE };
}
