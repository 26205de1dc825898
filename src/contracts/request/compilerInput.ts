/** The text that the compiler is given for a request. */
import { onlyReachable } from './imports.ts';
import type { CompilerSettings, StandardInput, VerificationRequest } from './types.ts';
import { isAtLeast } from './version.ts';

/** What every compiler of our table can tell, and what matching and pages need of it. */
const OUTPUT = [
  'abi',
  'metadata',
  'devdoc',
  'userdoc',
  'evm.bytecode.object',
  'evm.bytecode.linkReferences',
  'evm.deployedBytecode.object',
  'evm.deployedBytecode.linkReferences',
  'evm.methodIdentifiers',
];

/** Compilers before these do not know the output, or take it for an error. */
const IMMUTABLES_SINCE = '0.6.5';
const STORAGE_LAYOUT_SINCE = '0.5.13';

function outputs(compiler: string): readonly string[] {
  return [
    ...OUTPUT,
    ...(isAtLeast(compiler, IMMUTABLES_SINCE) ? ['evm.deployedBytecode.immutableReferences'] : []),
    ...(isAtLeast(compiler, STORAGE_LAYOUT_SINCE) ? ['storageLayout'] : []),
  ];
}

/** An object of a Map's entries whose keys are names only, `__proto__` too. */
function objectOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries(entries);
}

/** Sources as standard JSON has them. */
export const plainSources = ({ sources }: StandardInput): Record<string, { content: string }> =>
  objectOf([...sources].map(([name, content]) => [name, { content }]));

/**
 * Settings as standard JSON has them, left out where they are the default: old compilers refuse keys
 * that they do not know.
 */
export function plainSettings(settings: CompilerSettings): Record<string, unknown> {
  const { optimizer, evmVersion, viaIR, libraries, remappings, metadata, revertStrings } = settings;
  return {
    ...(optimizer ? { optimizer } : {}),
    ...(evmVersion === null ? {} : { evmVersion }),
    ...(viaIR ? { viaIR } : {}),
    ...(libraries.size === 0
      ? {}
      : { libraries: objectOf([...libraries].map(([file, names]) => [file, objectOf(names)])) }),
    ...(remappings.length === 0 ? {} : { remappings }),
    ...(metadata ? { metadata } : {}),
    ...(revertStrings === null ? {} : { debug: { revertStrings } }),
  };
}

/**
 * Which contracts the compiler shall make: all, or where the request says which file is meant those of
 * the files that it needs, its contract's children among them. All files are compiled either way: with
 * others left out some compilers make other code.
 */
function selection({ target, input, compiler }: VerificationRequest): Record<string, unknown> {
  const made = { '*': outputs(compiler) };
  if (target.file === null || !input.sources.has(target.file)) return { '*': made };
  const needed = onlyReachable(input, [target.file]).sources.keys();
  return objectOf([...needed].map((file) => [file, made]));
}

/** Standard JSON for solc: the request's sources and settings, and our selection of what it tells. */
export function compilerInput(request: VerificationRequest): string {
  const { input } = request;
  return JSON.stringify({
    language: 'Solidity',
    sources: plainSources(input),
    settings: { ...plainSettings(input.settings), outputSelection: selection(request) },
  });
}
