/** What is handed in and what was asked beside it, as one request. */
import { z } from 'zod';
import { RequestError, SAID } from '../request/error.ts';
import { buildInfoCompiler, parseBuildInfo } from '../request/buildInfo.ts';
import { parseFilfoxForm } from '../request/filfox.ts';
import { completeImports, onlyReachable } from '../request/imports.ts';
import { MAX_LIBRARIES, constructorArguments, read } from '../request/fields.ts';
import { settingsOf } from '../request/input.ts';
import { parseMetadata } from '../request/metadata.ts';
import { standardRequest } from '../request/standard.ts';
import type { VerificationRequest } from '../request/types.ts';
import type { SettingsFile, Upload } from './read.ts';

/** A library's place, as it is typed. */
export interface LibraryRow {
  /** Name of the file that has it; empty for any. */
  readonly file: string;
  readonly name: string;
  readonly address: string;
}

/** How metadata are put behind the code; `default` is the compiler's own. */
export const METADATA_CHOICES = ['default', 'ipfs', 'bzzr1', 'none', 'absent'] as const;
export type MetadataChoice = (typeof METADATA_CHOICES)[number];

/** What is asked where no file says it, as it is typed. */
export interface Asked {
  /** Long version; empty where nobody told it yet. */
  readonly compiler: string;
  /** Empty where nobody told it yet. */
  readonly license: string;
  /** The file of the contract: only what it needs is handed in; empty for all files. */
  readonly main: string;
  /** Empty for the compiler's own. */
  readonly evmVersion: string;
  readonly viaIR: boolean;
  readonly optimize: boolean;
  readonly optimizeRuns: string;
  /** JSON of the optimizer's steps; empty for the compiler's own. */
  readonly optimizerDetails: string;
  readonly libraries: readonly LibraryRow[];
  /** `prefix=target`, one a line. */
  readonly remappings: string;
  readonly metadata: MetadataChoice;
  /** Hex; empty to take those of the chain. */
  readonly constructorArguments: string;
}

export const DEFAULTS: Asked = {
  compiler: '',
  license: '',
  main: '',
  evmVersion: '',
  viaIR: false,
  optimize: true,
  optimizeRuns: '200',
  optimizerDetails: '',
  libraries: [],
  remappings: '',
  metadata: 'default',
  constructorArguments: '',
};

/** Versions of the EVM that some compiler takes, the newest first. */
export const EVM_VERSIONS = [
  'osaka',
  'prague',
  'cancun',
  'shanghai',
  'paris',
  'london',
  'berlin',
  'istanbul',
  'petersburg',
  'constantinople',
  'byzantium',
  'spuriousDragon',
  'tangerineWhistle',
  'homestead',
] as const;

const METADATA: Readonly<Record<MetadataChoice, object | undefined>> = {
  default: undefined,
  ipfs: { bytecodeHash: 'ipfs' },
  bzzr1: { bytecodeHash: 'bzzr1' },
  none: { bytecodeHash: 'none' },
  absent: { appendCBOR: false },
};

const argumentsSchema = z.object({ parameters: constructorArguments });

/** Two libraries of one file stand side by side. */
function librariesOf(rows: readonly LibraryRow[]): Record<string, Record<string, string>> {
  const files = new Map<string, Map<string, string>>();
  const filled = rows.filter(({ name, address }) => name.trim() !== '' || address.trim() !== '');
  if (filled.length > MAX_LIBRARIES)
    throw new RequestError('tooLarge', SAID.tooManyLibraries, 'libraries');
  for (const { file, name, address } of filled) {
    const named = files.get(file) ?? new Map<string, string>();
    if (name.trim() === '' || named.has(name.trim()))
      throw new RequestError('invalid', SAID.libraryName, 'libraries');
    files.set(file, named.set(name.trim(), address.trim()));
  }
  return Object.fromEntries([...files].map(([file, named]) => [file, Object.fromEntries(named)]));
}

/** Remappings as they are typed. @throws RequestError that names the line */
function remappingsOf({ remappings }: Asked): readonly string[] {
  const lines = remappings.split('\n').map((line) => line.trim());
  return settingsOf({ remappings: lines.filter((line) => line !== '') }).remappings;
}

/** The files that the contract's own needs; all where it is not said. */
function neededFiles(
  sources: Upload['sources'],
  main: string,
  remappings: readonly string[],
): ReadonlyMap<string, string> {
  if (main === '' || !sources.has(main)) return sources;
  const input = completeImports({ sources, settings: settingsOf({ remappings }) });
  return onlyReachable(input, [main]).sources;
}

function ofSources(upload: Upload, asked: Asked): VerificationRequest {
  const remappings = remappingsOf(asked);
  const metadata = METADATA[asked.metadata];
  const request = parseFilfoxForm({
    language: 'Solidity',
    compiler: asked.compiler,
    license: asked.license,
    sourceFiles: Object.fromEntries(neededFiles(upload.sources, asked.main, remappings)),
    optimize: asked.optimize,
    optimizeRuns: asked.optimizeRuns.trim() === '' ? null : asked.optimizeRuns.trim(),
    optimizerDetails: asked.optimizerDetails.trim(),
    evmVersion: asked.evmVersion,
    viaIR: asked.viaIR,
    libraries: librariesOf(asked.libraries),
    ...(metadata === undefined ? {} : { metadata }),
    parameters: asked.constructorArguments,
  }).request;
  const { input } = request;
  return { ...request, input: { ...input, settings: { ...input.settings, remappings } } };
}

function ofSettings(
  { form, json }: SettingsFile,
  { sources }: Upload,
  { compiler }: Asked,
): VerificationRequest {
  switch (form) {
    case 'metadata':
      return parseMetadata(json, sources.size === 0 ? null : Object.fromEntries(sources));
    case 'buildInfo':
      return parseBuildInfo(json, undefined, buildInfoCompiler(json) === null ? compiler : null);
    case 'standard':
      return standardRequest(json, compiler);
  }
}

/** Whether the settings of a file say which compiler they are for. */
export const tellsCompiler = ({ form, json }: SettingsFile): boolean =>
  form === 'metadata' || (form === 'buildInfo' && buildInfoCompiler(json) !== null);

/**
 * The request of what was handed in. `from`: the file whose settings count; null for the sources alone,
 * with the settings that were asked. A licence that was chosen stands before one that a file tells.
 * @throws RequestError, whose `at` is the field or the file that is wrong
 */
export function uploadRequest(
  upload: Upload,
  from: SettingsFile | null,
  asked: Asked,
): VerificationRequest {
  if (from === null) return ofSources(upload, asked);
  const request = ofSettings(from, upload, asked);
  return {
    ...request,
    license: asked.license === '' ? request.license : asked.license,
    constructorArguments: read(argumentsSchema, { parameters: asked.constructorArguments })
      .parameters,
  };
}
