/** Standard JSON input of solc, as it is given and as it is passed on. */
import { z } from 'zod';
import { RequestError, SAID } from './error.ts';
import {
  flag,
  count,
  issue,
  mapOf,
  MAX_FILES,
  MAX_LIBRARIES,
  MAX_REMAPPINGS,
  MAX_SOURCE_BYTES,
  MAX_SOURCES_BYTES,
  read,
  text,
} from './fields.ts';
import { targetOf } from './identifier.ts';
import type { CompilerSettings, Libraries, StandardInput } from './types.ts';

const MAX_STEPS = 4096;
const utf8 = new TextEncoder();

const address = z.string().regex(/^(0x)?[0-9a-fA-F]{40}$/, SAID.noAddress);

const prefixed = address.transform((hex) => (hex.startsWith('0x') ? hex : `0x${hex}`));

/** By file, whether given so or as `file:Name` or `Name` (of any file) with the address beside it. */
function byFile(given: ReadonlyMap<string, unknown>): unknown {
  const files = new Map<string, unknown>();
  for (const [key, value] of given) {
    const { file, name } = targetOf(key);
    if (typeof value === 'string') {
      const named = files.get(file ?? '');
      const known = typeof named === 'object' ? named : {};
      files.set(file ?? '', { ...known, [name ?? '']: value });
    } else files.set(key, value);
  }
  return Object.fromEntries(files);
}

/** At most ten in all files together. */
export const librariesSchema: z.ZodType<Libraries> = mapOf(z.unknown(), MAX_LIBRARIES)
  .transform(byFile)
  .pipe(mapOf(mapOf(prefixed, MAX_LIBRARIES), MAX_LIBRARIES))
  .superRefine((files, ctx) => {
    let libraries = 0;
    for (const file of files.values()) libraries += file.size;
    if (libraries > MAX_LIBRARIES) issue(ctx, 'tooLarge', SAID.tooManyLibraries, []);
  });

const yulDetailsSchema = z.object({
  stackAllocation: z.boolean().optional(),
  optimizerSteps: z.string().max(MAX_STEPS).optional(),
});

/** Other switches than `yulDetails` differ between compilers, which refuse what they do not know. */
export const optimizerDetailsSchema = z
  .object({ yulDetails: yulDetailsSchema.optional() })
  .catchall(z.boolean());

export const metadataSettingsSchema = z.object({
  bytecodeHash: z.enum(['ipfs', 'bzzr1', 'none']).optional(),
  appendCBOR: z.boolean().optional(),
  useLiteralContent: z.boolean().optional(),
});

const optimizerSchema = z.object({
  enabled: flag.optional(),
  runs: count.optional(),
  details: optimizerDetailsSchema.nullish().transform((details) => details ?? undefined),
});

/** Names of two words; all others are written in small letters. */
const EVM_NAMES = ['tangerineWhistle', 'spuriousDragon'];

/**
 * In any case; `default` and an empty text mean the compiler's own. Forms write `paris (default)` for
 * one that was chosen as well as left alone.
 */
export const evmVersionSchema = z
  .string()
  .max(40)
  .nullish()
  .transform((given) => {
    const name = (given ?? '')
      .toLowerCase()
      .replace(/\(default\)$/, '')
      .trim();
    if (name === '' || name === 'default') return null;
    return EVM_NAMES.find((known) => known.toLowerCase() === name) ?? name;
  });

const settingsSchema = z.object({
  optimizer: optimizerSchema.nullish(),
  evmVersion: evmVersionSchema,
  viaIR: flag.nullish(),
  libraries: librariesSchema.nullish(),
  remappings: z.array(text).max(MAX_REMAPPINGS).nullish(),
  metadata: metadataSettingsSchema.nullish(),
  debug: z.object({ revertStrings: z.string().max(40).optional() }).nullish(),
});

/** Settings by what is given of them. What solc shall answer is not taken from a request. */
export function settingsOf(given: unknown): CompilerSettings {
  const settings = read(settingsSchema, given ?? {});
  return {
    optimizer: settings.optimizer ?? null,
    evmVersion: settings.evmVersion,
    viaIR: settings.viaIR ?? false,
    libraries: settings.libraries ?? new Map(),
    remappings: settings.remappings ?? [],
    metadata: settings.metadata ?? null,
    revertStrings: settings.debug?.revertStrings ?? null,
  };
}

const sourcesSchema = mapOf(
  z.union([z.string(), z.object({ content: z.string().optional() })]),
  MAX_FILES,
);

const sourceListSchema = z.array(z.object({ name: text, content: z.string() })).max(MAX_FILES);

/** No compiler takes the mark of a file's byte order that editors put before it. */
const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * Files by name, from `{name: {content}}`, `{name: content}` or `[{name, content}]`.
 * @throws RequestError when there are none, one has no content, or they are too large
 */
export function sourcesOf(given: unknown): ReadonlyMap<string, string> {
  if (given === undefined || given === null) throw new RequestError('noSources', SAID.noSources);
  const files = Array.isArray(given)
    ? new Map(read(sourceListSchema, given).map(({ name, content }) => [name, content]))
    : read(sourcesSchema, given);
  const sources = new Map<string, string>();
  let bytes = 0;
  for (const [name, file] of files) {
    const told = typeof file === 'string' ? file : file.content;
    if (told === undefined) throw new RequestError('sourceMissing', SAID.noContent, name);
    // No text that somebody wrote has one; JSON in the database takes none.
    if (told.includes('\0')) throw new RequestError('invalid', SAID.nul, name);
    const content = told.replace(BYTE_ORDER_MARK, '');
    const size = utf8.encode(content).length;
    bytes += size;
    if (size > MAX_SOURCE_BYTES || bytes > MAX_SOURCES_BYTES)
      throw new RequestError('tooLarge', SAID.sourcesTooLarge, name);
    sources.set(name, content);
  }
  if (![...sources.values()].some((content) => content.trim() !== ''))
    throw new RequestError('noSources', SAID.noSources);
  return sources;
}

const inputSchema = z.object({
  language: z.string().max(40).optional(),
  sources: z.unknown().optional(),
  settings: z.unknown().optional(),
});

/** @throws RequestError for any language but Solidity */
export function requireSolidity(language: string | null | undefined): void {
  if (language != null && language.trim().toLowerCase() !== 'solidity')
    throw new RequestError('language', SAID.onlySolidity, language.slice(0, 40));
}

/** A standard JSON input, its JSON parsed. @throws RequestError */
export function parseStandardInput(given: unknown): StandardInput {
  const input = read(inputSchema, given);
  requireSolidity(input.language);
  return { sources: sourcesOf(input.sources), settings: settingsOf(input.settings) };
}
