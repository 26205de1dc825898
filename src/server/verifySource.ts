/**
 * `npm run verify-source -- <folder>`: holds a request's sources against an init code, by the
 * product's own compilers and matching, and prints the answer of `/tools/verifyContract`. The folder
 * has a JSON file, the request in any form that is taken, and a file with the init code in hex. Takes COMPILER_REGISTRY and DATA_DIR. Exit code 0 when there is an answer, 2 when there is none.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompilerError } from '#compiler/errors.ts';
import { problemCode, refusal } from '#contracts/answer.ts';
import type { VerificationAnswer } from '#contracts/answer.ts';
import { parseAnyRequest } from '#contracts/request/any.ts';
import { RequestError } from '#contracts/request/error.ts';
import { EncodingError, fromHex } from '#filecoin/encoding/bytes.ts';
import { answerOf, answerToFailure, attempt } from '#verification/attempt.ts';
import type { ChainCode } from '#verification/attempt.ts';
import { createWorkshop } from '#verification/workshop/workshop.ts';
import { ConfigError, parseConfig } from './config.ts';

/** Longest file that is read: a request's JSON. */
const MAX_BYTES = 32 * 1024 * 1024;

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_BYTES) throw new ConfigError(`${path} is too long`);
  return bytes.toString('utf8');
}

function hexOf(text: string): Uint8Array | null {
  const bare = text.trim().replace(/^"|"$/g, '');
  try {
    return bare.length > 2 ? fromHex(bare) : null;
  } catch (error) {
    if (error instanceof EncodingError) return null;
    throw error;
  }
}

/** The folder's request and init code: of files in hex the longest one. @throws ConfigError */
async function readFolder(folder: string): Promise<{ request: unknown; initCode: Uint8Array }> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).sort();
  const json = names.filter((name) => name.endsWith('.json'));
  const name = json.find((each) => each === 'request.json') ?? json[0];
  if (name === undefined) throw new ConfigError(`${folder} has no JSON file`);
  let initCode = new Uint8Array(0);
  for (const other of names) {
    if (other === name) continue;
    const code = hexOf(await textOf(join(folder, other)));
    if (code && code.length > initCode.length) initCode = new Uint8Array(code);
  }
  if (initCode.length === 0)
    throw new ConfigError(`${folder} has no file with an init code in hex`);
  try {
    return { request: JSON.parse(await textOf(join(folder, name))), initCode };
  } catch (error) {
    if (error instanceof SyntaxError) throw new ConfigError(`${name} is not JSON`);
    throw error;
  }
}

async function answer(given: unknown, chain: ChainCode): Promise<VerificationAnswer> {
  const { DATA_DIR: dataDir, COMPILER_REGISTRY } = parseConfig(process.env);
  try {
    const workshop = createWorkshop({ dataDir, registry: COMPILER_REGISTRY ?? null });
    const request = parseAnyRequest(given);
    return answerOf(await attempt(workshop, request, chain, { client: 'command' }), chain);
  } catch (error) {
    if (error instanceof CompilerError) {
      const told = answerToFailure(error);
      if (told) return told;
    }
    if (error instanceof RequestError) {
      const code = problemCode(error.problem);
      if (code !== null) return refusal(code, error.message);
      throw new ConfigError(`the request is ${error.problem} at ${error.at}: ${error.message}`);
    }
    throw error;
  }
}

async function run(): Promise<void> {
  const [folder, ...others] = process.argv.slice(2);
  if (folder === undefined || others.length > 0) throw new ConfigError('one folder is asked for');
  const { request, initCode } = await readFolder(folder);
  const told = await answer(request, { by: 'creation', code: initCode });
  process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
}

try {
  await run();
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${words}\n`);
  process.exitCode = 2;
}
