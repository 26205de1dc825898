/**
 * All verified sources as lines of JSON, to be carried into another database. Builds come first, then
 * the codes that come of them; what a line says is checked on its way in.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RequestError } from '#contracts/request/error.ts';
import { parseStandardInput } from '#contracts/request/input.ts';
import { formatAddress, isAddress, parseAddress } from '#filecoin/address.ts';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import type { RowOf } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { adoptNew, buildOf, HEAD, writeBuild, writeCode } from './keep.ts';

/** Rows that are read at a time: a build has up to 8 MiB of sources. */
const ROWS = 20;
/** Longest line that is taken, characters. */
const MAX_LINE = 64 * 1024 * 1024;
const MAX_CODE = 1024 * 1024;

const name = z.string().max(1200);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Text with JSON of a shape in it. */
const jsonText = (shape: z.ZodType) =>
  z.string().refine((text) => {
    try {
      return shape.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  }, 'not the JSON that it should be');

/** Its sources are read as those of a request (`filesOf`). */
const inputSchema = z.looseObject({
  language: z.literal('Solidity'),
  settings: z.looseObject({}),
});
const librarySchema = z.object({ file: z.string(), name: z.string(), address: z.string() });
const immutableSchema = z.object({ id: z.string(), value: z.string() });

const buildLine = z.strictObject({
  kind: z.literal('build'),
  key: hash,
  compiler: name,
  input: jsonText(inputSchema),
});
const codeLine = z.strictObject({
  kind: z.literal('code'),
  key: hash,
  deployed: z.boolean(),
  length: z.int().min(1).max(MAX_CODE),
  head: z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/),
  build: hash,
  file: name,
  name,
  complete: z.boolean(),
  abi: jsonText(z.array(z.looseObject({ type: z.string() }))),
  docs: jsonText(z.looseObject({})),
  libraries: jsonText(z.array(librarySchema)),
  immutables: jsonText(z.array(immutableSchema)),
  license: name.nullable(),
  broughtBy: hash.nullable(),
  verifiedAt: time,
  /** As it was given; lines of older versions are without. */
  submittedFor: z.string().refine(isAddress, 'no address').nullable().optional(),
  /** Of all that stands before it. */
  sha256: hash,
});
const lineSchema = z.discriminatedUnion('kind', [buildLine, codeLine]);
type BuildLine = z.infer<typeof buildLine>;
type CodeLine = z.infer<typeof codeLine>;

const hashOf = (row: Omit<CodeLine, 'sha256'>): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('hex');

function lineOf(row: RowOf<'verified_code'>): CodeLine {
  const line: Omit<CodeLine, 'sha256'> = {
    kind: 'code',
    key: toHex(row.key),
    deployed: row.deployed,
    length: row.length,
    head: toHex(row.head),
    build: toHex(row.build),
    file: row.file,
    name: row.name,
    complete: row.complete,
    abi: row.abi,
    docs: row.docs,
    libraries: row.libraries,
    immutables: row.immutables,
    license: row.license,
    broughtBy: row.brought_by && toHex(row.brought_by),
    verifiedAt: row.verified_at,
    submittedFor: row.submitted_for && formatAddress(row.submitted_for),
  };
  return { ...line, sha256: hashOf(line) };
}

/** Rows of a table by their keys, a few at a time. */
async function* rowsByKey<T extends { key: Uint8Array }>(
  read: (after: Uint8Array) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  let after = new Uint8Array(0);
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = new Uint8Array(last.key);
  }
}

/** Every line with its end. */
export async function* exportSources({ db }: Store): AsyncGenerator<string> {
  const builds = rowsByKey<RowOf<'verified_build'>>((after) =>
    db
      .selectFrom('verified_build')
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(ROWS)
      .execute(),
  );
  for await (const { key, compiler, input } of builds) {
    const line: BuildLine = { kind: 'build', key: toHex(key), compiler, input };
    yield `${JSON.stringify(line)}\n`;
  }
  const codes = rowsByKey<RowOf<'verified_code'>>((after) =>
    db
      .selectFrom('verified_code')
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(ROWS)
      .execute(),
  );
  for await (const row of codes) yield `${JSON.stringify(lineOf(row))}\n`;
}

/** What came of an import. */
export interface Imported {
  builds: number;
  codes: number;
  /** Lines that were left out, by their numbers from 1. */
  left: { line: number; why: string }[];
}

/** Thrown for a line that does not fit. */
class Misfit extends Error {}

/**
 * Takes lines as `exportSources` gives them, and verifies the contracts of this index that they hold
 * for. What is there already stays, unless it is a partial match and the line a full one.
 */
export async function importSources(store: Store, lines: AsyncIterable<string>): Promise<Imported> {
  const done: Imported = { builds: 0, codes: 0, left: [] };
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    try {
      const read = readLine(line);
      if (read.kind === 'build') {
        await takeBuild(store, read);
        done.builds++;
      } else {
        await takeCode(store, read);
        done.codes++;
      }
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      done.left.push({ line: number, why: error.message });
    }
  }
  await adoptNew(store, 0);
  return done;
}

function readLine(line: string): BuildLine | CodeLine {
  if (line.length > MAX_LINE) throw new Misfit('it is too long');
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    throw new Misfit('it is not JSON');
  }
  const { data, error } = lineSchema.safeParse(given);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new Misfit(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not of the form'}`);
}

/** @param input the compiler's  @throws Misfit */
function readInput(input: string): ReturnType<typeof parseStandardInput> {
  try {
    return parseStandardInput(JSON.parse(input));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new Misfit(`the input is none: ${error.at} ${error.message}`);
  }
}

async function takeBuild(store: Store, { key, compiler, input }: BuildLine): Promise<void> {
  const build = buildOf(compiler, input, readInput(input).settings);
  if (toHex(build.key) !== key) throw new Misfit('its key is not the hash of compiler and input');
  await writeBuild(store.db, build);
}

async function takeCode(store: Store, line: CodeLine): Promise<void> {
  const { sha256, kind: _, broughtBy, verifiedAt, submittedFor, ...row } = line;
  const { sha256: __, ...hashed } = line;
  if (hashOf(hashed) !== sha256) throw new Misfit('its hash is another');
  const head = fromHex(row.head);
  if (head.length !== Math.min(HEAD, row.length)) throw new Misfit('its head has another length');
  const build = await store.db
    .selectFrom('verified_build')
    .select('input')
    .where('key', '=', fromHex(row.build))
    .executeTakeFirst();
  if (build === undefined) throw new Misfit('its build is not there');
  if (!readInput(build.input).sources.has(row.file)) throw new Misfit('its build has no such file');
  await writeCode(store.db, {
    ...row,
    key: fromHex(row.key),
    head,
    build: fromHex(row.build),
    brought_by: broughtBy === null ? null : fromHex(broughtBy),
    verified_at: verifiedAt,
    submitted_for: submittedFor == null ? null : parseAddress(submittedFor),
  });
}
