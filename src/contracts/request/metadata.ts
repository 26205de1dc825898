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

interface Spelling {
  /** keccak-256, 0x and hex. */
  readonly hash: string;
  readonly text: string;
}

function* ended(body: string, hashing: ReturnType<typeof keccak_256.create>): Generator<Spelling> {
  for (const end of ['', '\n', '\r\n'])
    yield { hash: to0x(hashing.clone().update(utf8.encode(end)).digest()), text: body + end };
}

/**
 * A text with the line ends and the end that another system may have given it. Of each kind of line
 * ends it is hashed once: files may be megabytes.
 */
function* spellings(content: string): Generator<Spelling> {
  const unix = content.replaceAll('\r\n', '\n');
  for (const text of new Set([unix, unix.replaceAll('\n', '\r\n')])) {
    const body = text.trimEnd();
    const hashing = keccak_256.create().update(utf8.encode(body));
    yield* ended(body, hashing);
    if (body.length === text.length) continue;
    hashing.update(utf8.encode(text.slice(body.length)));
    yield* ended(text, hashing);
  }
}

/** Characters that are hashed of other spellings; files beyond them are found by their names. */
const MOST_SPELT = 4 << 20;

/** The given files that have these hashes, as they are or, where that is not too much, spelt otherwise. */
function byHash(
  files: ReadonlyMap<string, string>,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const take = ({ hash, text }: Spelling): void => {
    if (wanted.has(hash) && !found.has(hash)) found.set(hash, text);
  };
  for (const text of files.values()) {
    if (found.size === wanted.size) return found;
    take({ hash: to0x(keccak_256(utf8.encode(text))), text });
  }
  let spelt = 0;
  for (const content of files.values()) {
    if (found.size === wanted.size) return found;
    // With each of two line ends.
    if (spelt + 2 * content.length > MOST_SPELT) continue;
    spelt += 2 * content.length;
    for (const spelling of spellings(content)) take(spelling);
  }
  return found;
}

const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** Finds the file of a name, else the only one whose last part is the same. */
function finder(files: ReadonlyMap<string, string>): (path: string) => string | undefined {
  const alike = Map.groupBy(files, ([name]) => baseName(name));
  return (path) => {
    const [one, other] = alike.get(baseName(path)) ?? [];
    return files.get(path) ?? (other === undefined ? one?.[1] : undefined);
  };
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
  const wanted = [...metadata.sources.values()].flatMap(({ keccak256, content }) =>
    content === undefined && keccak256 !== undefined ? keccak256.toLowerCase() : [],
  );
  const hashed = byHash(files, new Set(wanted));
  const named = finder(files);
  const sources = new Map<string, string>();
  for (const [path, { keccak256, content }] of metadata.sources) {
    const found = content ?? hashed.get(keccak256?.toLowerCase() ?? '') ?? named(path);
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
