/** A contract's metadata.json with its sources: all settings are in it. */
import { z } from 'zod';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { RequestError, SAID } from './error.ts';
import { mapOf, MAX_FILES, read, text } from './fields.ts';
import { librariesSchema, requireSolidity, settingsOf, sourcesOf } from './input.ts';
import type { VerificationRequest } from './types.ts';
import { compilerVersion } from './version.ts';

const metadataSchema = z.object({
  compiler: z.object({ version: text }),
  language: text,
  settings: z.looseObject({
    compilationTarget: mapOf(text, 2),
    libraries: mapOf(text, 100).nullish(),
  }),
  sources: mapOf(
    z.object({
      keccak256: text.optional(),
      content: z.string().optional(),
      license: text.nullish(),
    }),
    MAX_FILES,
  ),
});

const utf8 = new TextEncoder();

const hashOf = (content: string): string => to0x(keccak_256(utf8.encode(content)));

/** A text with the line ends and the end that another system may have given it. */
function* spellings(content: string): Generator<string> {
  yield content;
  const unix = content.replaceAll('\r\n', '\n');
  for (const text of [unix, unix.replaceAll('\n', '\r\n')])
    for (const body of [text, text.trimEnd()])
      for (const end of ['', '\n', '\r\n']) yield body + end;
}

/** All spellings of the given files by their hash. */
function byHash(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const content of files.values())
    for (const text of spellings(content)) {
      const hash = hashOf(text);
      if (!found.has(hash)) found.set(hash, text);
    }
  return found;
}

const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The file of that name, else the only one whose last part is the same. */
function byName(files: ReadonlyMap<string, string>, path: string): string | undefined {
  const exact = files.get(path);
  if (exact !== undefined) return exact;
  const base = baseName(path);
  const alike = [...files].filter(([name]) => baseName(name) === base);
  return alike.length === 1 ? alike[0]?.[1] : undefined;
}

/**
 * The request that a metadata.json and the files beside it make: files are found by their hashes,
 * whatever they are called, else by name. `given` is the parsed JSON or its text; `uploaded` files by
 * name. @throws RequestError, `sourceMissing` naming a file that is not there
 */
export function parseMetadata(given: unknown, uploaded: unknown): VerificationRequest {
  const metadata = read(metadataSchema, parsed(given));
  requireSolidity(metadata.language);
  const files = uploaded == null ? new Map<string, string>() : sourcesOf(uploaded);
  const hashed = byHash(files);
  const sources = new Map<string, string>();
  for (const [path, { keccak256, content }] of metadata.sources) {
    const found = content ?? hashed.get(keccak256?.toLowerCase() ?? '') ?? byName(files, path);
    if (found === undefined) throw new RequestError('sourceMissing', SAID.fileNotGiven, path);
    sources.set(path, found);
  }
  const { compilationTarget, libraries, ...settings } = metadata.settings;
  const [file, name] = [...compilationTarget][0] ?? [null, null];
  return {
    compiler: compilerVersion(metadata.compiler.version),
    input: {
      sources: sourcesOf(Object.fromEntries(sources)),
      settings: {
        ...settingsOf(settings),
        libraries: read(librariesSchema, Object.fromEntries(libraries ?? [])),
      },
    },
    target: { file, name },
    constructorArguments: null,
    license: file === null ? null : (metadata.sources.get(file)?.license ?? null),
  };
}

/** Longest text of a metadata.json: with literal contents it holds all sources. */
const MAX_METADATA = 16 * 1024 * 1024;

function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (given.length > MAX_METADATA) throw new RequestError('tooLarge', SAID.metadataTooLong);
  try {
    return JSON.parse(given);
  } catch {
    throw new RequestError('invalid', SAID.metadataNotJson);
  }
}
